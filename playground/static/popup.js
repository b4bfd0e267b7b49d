/** Boxes that float over the page: beside their anchor, or at the bottom of a phone's screen. */

import { freshId, h, narrow } from "./dom.js";
import { placeOf, returnTo } from "./focus.js";
import { icon } from "./icons.js";

/** @typedef {{x: number, y: number}} Point */

/**
 * Opens a box. Escape, a click elsewhere, or the returned function closes it. The focus then goes
 * back to where it was.
 *
 * @param {HTMLElement} content
 * @param {HTMLElement | Point} anchor
 * @param {{className?: string, onClose?: () => void, above?: boolean}} [options]
 * @returns {() => void} closes it
 */
export function openPopup(content, anchor, { className = "", onClose, above = false } = {}) {
  const before = document.activeElement;
  const origin = placeOf(before);
  const box = h("div", { class: `popup ${className}`, popover: "auto" }, content);
  // Outside a modal dialog everything is inert, so the box must be inside.
  const home = (anchor instanceof HTMLElement && anchor.closest("dialog")) || document.body;
  home.append(box);
  // With its source known, the box is next in the tab order, and what follows the source comes after it.
  box.showPopover(anchor instanceof HTMLElement ? { source: anchor } : undefined);
  if (narrow.matches) box.classList.add("sheet");
  else place(box, anchor, above);
  box.addEventListener("click", (event) => {
    if (event.target === box && event.clientY < box.getBoundingClientRect().top) box.hidePopover();
  });
  box.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    const lost = document.activeElement === document.body || box.contains(document.activeElement);
    box.remove();
    if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    else if (lost) returnTo(origin);
    onClose?.();
  });
  return () => {
    if (box.matches(":popover-open")) box.hidePopover();
  };
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement | Point} anchor
 * @param {boolean} above whether it prefers to stand above
 */
function place(box, anchor, above) {
  const at = anchor instanceof HTMLElement ? anchor.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y, 0, 0);
  if (anchor instanceof HTMLElement) box.style.minWidth = `${Math.min(at.width, 420)}px`;
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + 4;
  const over = at.top - 4 - height;
  const fitsBelow = below + height <= innerHeight - 8;
  const top = (above && over >= 8) || (!fitsBelow && over >= 8) ? over : Math.min(below, innerHeight - 8 - height);
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - 8 - width))}px`;
  box.style.top = `${Math.max(8, top)}px`;
}

/**
 * @typedef {object} MenuItem
 * @property {string} label
 * @property {string} [icon]
 * @property {string} [hint]
 * @property {boolean} [danger]
 * @property {boolean} [checked] shown as a choice
 * @property {string} [href] a link that opens in a new window, instead of `act`
 * @property {() => void} [act]
 */

/**
 * Opens a menu. Each list of items is a group; a string is a heading.
 *
 * @param {HTMLElement | Point} anchor
 * @param {(MenuItem | string)[][]} groups
 * @param {{label: string, header?: HTMLElement, above?: boolean}} options
 */
export function openMenu(anchor, groups, { label, header, above }) {
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label });
  if (header) menu.append(header);
  for (const group of groups.filter((items) => items.length > 0)) {
    const heading = group.find((item) => typeof item === "string");
    const section = h("div", { class: "menu-group", role: "group", "aria-label": heading });
    for (const item of group) {
      section.append(
        typeof item === "string" ? h("div", { class: "menu-heading" }, item) : menuItem(item, () => close()),
      );
    }
    menu.append(section);
  }
  menu.addEventListener("keydown", (event) => moveFocus(event, menu, "[role^=menuitem]"));
  const close = openPopup(menu, anchor, { className: "menu-popup", above });
  focusFirst(menu, "[role^=menuitem]");
}

/** @param {MenuItem} item @param {() => void} close */
function menuItem(item, close) {
  const choice = item.checked !== undefined;
  return h(
    item.href ? "a" : "button",
    {
      class: `menu-item${item.danger ? " danger" : ""}`,
      role: choice ? "menuitemradio" : "menuitem",
      "aria-checked": choice ? String(item.checked) : null,
      tabindex: "-1",
      type: item.href ? null : "button",
      href: item.href,
      target: item.href ? "_blank" : null,
      rel: item.href ? "noopener" : null,
      on: {
        click: () => {
          close();
          item.act?.();
        },
      },
    },
    h("span", { class: "menu-label" }, item.label, item.hint && h("small", {}, item.hint)),
    item.checked ? icon("check", 18) : item.icon && icon(item.icon, 18),
  );
}

/**
 * Arrow keys, Home and End in a list of focusable elements.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLElement} list
 * @param {string} selector
 */
export function moveFocus(event, list, selector) {
  const items = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(selector)]).filter((item) => !item.hidden);
  const index = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const targets = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 };
  const target = targets[/** @type {keyof typeof targets} */ (event.key)];
  if (target === undefined || items.length === 0) return;
  event.preventDefault();
  items[(target + items.length) % items.length].focus();
}

/** @param {HTMLElement} list @param {string} selector */
function focusFirst(list, selector) {
  const first = list.querySelector(selector);
  if (first instanceof HTMLElement) first.focus({ preventScroll: true });
}

/** Says something for a few seconds at the edge of the window. @param {string} text */
export function toast(text) {
  const box = h("div", { class: "toast", role: "alert", id: freshId("toast") }, icon("warning", 18), text);
  document.body.append(box);
  setTimeout(() => box.remove(), 6000);
}
