/** The tree of markdown.js as elements of the page. */

import { h, safeUrl } from "./dom.js";
import { t, time } from "./i18n.js";
import { icon } from "./icons.js";
import { leadInside } from "./jumps.js";
import { inline, onlyEmoji, parse } from "./markdown.js";
import { customEmoji } from "./people.js";

/** @import {Piece} from "./markdown.js" */
/** @import {Page} from "./types.js" */

/**
 * A text with everything that Discord's markdown knows.
 *
 * @param {string} text
 * @param {Page} page
 * @returns {DocumentFragment}
 */
export function markup(text, page) {
  const fragment = document.createDocumentFragment();
  fragment.append(...draw(parse(text), page));
  if (onlyEmoji(text)) fragment.firstElementChild?.classList.add("jumbo");
  return fragment;
}

/** A text of one line, such as a title: without blocks. @param {string} text @param {Page} page */
export function inlineMarkup(text, page) {
  const fragment = document.createDocumentFragment();
  fragment.append(...draw(inline(text), page));
  return fragment;
}

/**
 * @param {Piece[]} pieces
 * @param {Page} page
 * @returns {Node[]}
 */
function draw(pieces, page) {
  return pieces.map((piece) => (DRAW[piece.type] ?? DRAW.text)(piece, page));
}

/** @param {string} tag @param {string} [className] @returns {(piece: Piece, page: Page) => Node} */
const wrap = (tag, className) => (piece, page) => h(tag, { class: className }, draw(piece.pieces ?? [], page));

/** @type {Record<string, (piece: Piece, page: Page) => Node>} */
const DRAW = {
  text: (piece) => document.createTextNode(piece.text ?? ""),
  br: () => h("br"),
  bold: wrap("strong"),
  italic: wrap("em"),
  underline: wrap("u"),
  strike: wrap("s"),
  paragraph: wrap("p"),
  subtext: wrap("p", "subtext"),
  quote: wrap("blockquote"),
  lists: wrap("div"),
  item: wrap("li"),
  spoiler,
  link,
  user: userMention,
  channel: channelMention,
  command: commandMention,
  time: timestamp,
  role: () => h("span", { class: "mention" }, `@${t("role")}`),
  everyone: (piece) => h("span", { class: "mention" }, piece.text),
  emoji: (piece) => customEmoji(piece.id ?? "", piece.text ?? ""),
  code: (piece) => h("code", {}, piece.text),
  fence: (piece) => h("pre", { tabindex: "0" }, h("code", {}, piece.text)),
  heading: (piece, page) =>
    h(
      "p",
      { class: `heading-${piece.level}`, role: "heading", "aria-level": String(2 + (piece.level ?? 1)) },
      draw(piece.pieces ?? [], page),
    ),
  list: (piece, page) =>
    h(piece.ordered ? "ol" : "ul", { start: piece.ordered ? piece.start : null }, draw(piece.pieces ?? [], page)),
};

/** @param {Piece} piece @param {Page} page */
function link(piece, page) {
  const href = safeUrl(piece.url);
  const children = draw(piece.pieces ?? [], page);
  const view = h(href ? "a" : "span", { href, target: "_blank", rel: "noopener noreferrer", title: href }, children);
  return leadInside(view, href, page);
}

/** @param {Piece} piece @param {Page} page */
function spoiler(piece, page) {
  const hidden = h("span", { class: "spoiler-text", inert: true }, draw(piece.pieces ?? [], page));
  const reveal = () => {
    box.classList.add("revealed");
    hidden.inert = false;
    for (const name of ["role", "tabindex", "aria-label"]) box.removeAttribute(name);
  };
  const box = h(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": t("showSpoiler"),
      on: {
        click: reveal,
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          reveal();
        },
      },
    },
    hidden,
  );
  return box;
}

/** @param {Piece} piece @param {Page} page */
function userMention(piece, page) {
  const user = page.store.user(piece.id ?? "");
  if (!user) return h("span", { class: "mention" }, `@${t("unknownUserName")}`);
  const button = h(
    "button",
    {
      class: "mention",
      type: "button",
      on: { click: () => page.userMenu(user, button) },
    },
    `@${user.display}`,
  );
  return button;
}

/** @param {Piece} piece @param {Page} page */
function channelMention(piece, page) {
  const channel = page.store.channels.get(piece.id ?? "");
  if (!channel) return h("span", { class: "mention" }, `#${t("unknownChannelName")}`);
  return h(
    "button",
    { class: "mention", type: "button", on: { click: () => page.go(channel.id) } },
    icon(channel.parent_id ? "thread" : "hash", 14),
    channel.name,
  );
}

/** @param {Piece} piece @param {Page} page */
function commandMention(piece, page) {
  const text = `/${piece.text}`;
  return h("button", { class: "mention", type: "button", on: { click: () => page.write(`${text} `) } }, text);
}

/** @param {Piece} piece */
function timestamp(piece) {
  const date = new Date(Number(piece.text) * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(`<t:${piece.text}>`);
  const style = piece.style ?? "f";
  return h(
    "time",
    {
      class: "timestamp",
      datetime: date.toISOString(),
      title: time(date, "F"),
      data: style === "R" ? { relative: "" } : {},
    },
    time(date, style),
  );
}

/** Keeps "in 5 minutes" true. */
export function keepTime() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      node.textContent = time(new Date(/** @type {HTMLTimeElement} */ (node).dateTime), "R");
    }
  }, 5000);
}
