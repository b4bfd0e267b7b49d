/** Where the focus goes on when the message that has it is drawn anew, goes away, or leads to another. */

import { byId, narrow } from "./dom.js";

/**
 * What has the focus in a message, so that it, or what has taken its place, can be found there later.
 *
 * @typedef {{message: string, key: string | undefined, kind: string, name: string, asks: boolean}} Place
 */

/** The controls of a message, in the order in which a person would want to go on. */
const LEADING = [".select:enabled", ".button:is(.success, .primary):enabled", "button.button:enabled"];

/** @param {Element | null} node @returns {Place | null} */
export function placeOf(node) {
  const item = node?.closest(".message");
  if (!(node instanceof HTMLElement) || !(item instanceof HTMLElement) || !item.dataset.id) return null;
  return {
    message: item.dataset.id,
    key: node.dataset.key,
    kind: node.className,
    name: node.getAttribute("aria-label") ?? node.textContent ?? "",
    asks: node === item || node.matches(".select, .button"),
  };
}

/** Gives the focus back to a place. Where it was used up, the next question follows. @param {Place | null} place */
export function returnTo(place) {
  const item = place && document.querySelector(`.message[data-id="${CSS.escape(place.message)}"]`);
  if (!(item instanceof HTMLElement)) return;
  const again = same(item, place);
  if (again) again.focus({ preventScroll: true });
  else if (place.asks) goOnTo(item);
  else focusWhole(item);
}

/** Moves the focus to the first thing that a message asks, or to the whole message. @param {HTMLElement} item */
export function goOnTo(item) {
  const next = LEADING.map((selector) => item.querySelector(selector)).find((node) => node instanceof HTMLElement);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  else focusWhole(item);
}

/** Takes a message away. If it had the focus, its neighbour gets it. @param {HTMLElement} item */
export function takeAway(item) {
  const had = item.contains(document.activeElement);
  const beside = item.nextElementSibling ?? item.previousElementSibling;
  item.remove();
  if (had) focusWhole(beside instanceof HTMLElement ? beside : byId("scroller"));
}

/** After a command: back to the command line, unless that would open a keyboard. */
export function toCommandLine() {
  byId(narrow.matches ? "scroller" : "text").focus({ preventScroll: true });
}

/** @param {HTMLElement} item @param {Place} place */
function same(item, { key, kind, name }) {
  const controls = /** @type {HTMLElement[]} */ ([...item.querySelectorAll("button:enabled, a[href]")]);
  const exact = key === undefined ? undefined : controls.find((node) => node.dataset.key === key);
  return exact ?? controls.find((node) => node.className === kind && placeOf(node)?.name === name);
}

/** @param {HTMLElement} item */
function focusWhole(item) {
  if (item.tabIndex < 0) item.tabIndex = -1;
  item.focus({ preventScroll: true });
}
