/** One message: author, time, content, and its actions. */

import { componentsView } from "./components.js";
import { h } from "./dom.js";
import { moment, t, time } from "./i18n.js";
import { icon } from "./icons.js";
import { showMessage } from "./jumps.js";
import { inlineMarkup, markup } from "./markup.js";
import { attachmentsView, embedView } from "./media.js";
import { appBadge, avatar, channelIcon } from "./people.js";

/** @import {Channel, Component, Message, Page, User} from "./types.js" */

const [JOINED, THREAD_CREATED, THREAD_STARTER] = [7, 18, 21];
const TEXT = 10;

/**
 * @param {Message} message
 * @param {Page} page
 * @returns {HTMLLIElement}
 */
export function messageView(message, page) {
  if (message.type === JOINED || message.type === THREAD_CREATED) return systemView(message, page);
  const origin = message.type === THREAD_STARTER ? message.referenced_message : null;
  const item = shell(message, page, isForMe(message, page));
  item.append(
    ...[contextLine(message, page)].filter((node) => node !== null),
    h("div", { class: "message-face" }, faceButton(message.author, page)),
    h(
      "div",
      { class: "message-body" },
      header(message, page),
      ...content(origin ?? message, page),
      ...notes(message, page),
      moreButton(message, page),
    ),
  );
  return item;
}

/** @param {Message} message @param {Page} page */
function isForMe(message, page) {
  return message.author.id !== page.store.me.id && message.mentions.some(({ id }) => id === page.store.me.id);
}

/** @param {Message} message @param {Page} page @param {boolean} mentioned */
function shell(message, page, mentioned) {
  const classes = [
    "message",
    message.ephemeral && "ephemeral",
    mentioned && "mentioned",
    message.thinking && "thinking",
  ];
  const item = /** @type {HTMLLIElement} */ (
    h("li", { class: classes.filter(Boolean).join(" "), data: { id: message.id, author: message.author.id } })
  );
  item.addEventListener("contextmenu", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    // Links, pictures and selected text keep the browser's context menu.
    if (target.closest("a, img, input") || getSelection()?.toString()) return;
    event.preventDefault();
    page.messageMenu(message, { x: event.clientX, y: event.clientY });
  });
  return item;
}

/** @param {Message} message @param {Page} page */
function systemView(message, page) {
  const item = shell(message, page, false);
  item.classList.add("system");
  const [before, after] = t(message.type === JOINED ? "joined" : "startedThread", { user: "\0" }).split("\0");
  const author = authorButton(message.author, page);
  const [said, rest] = after.split("{thread}");
  const thread = message.thread && currently(message.thread, page);
  const link = h("button", { class: "link", type: "button", disabled: !thread }, thread?.name ?? message.content);
  link.addEventListener("click", () => thread && page.go(thread.id));
  item.append(
    h("div", { class: "message-face" }, icon(message.type === JOINED ? "people" : "thread")),
    h(
      "div",
      { class: "message-body" },
      h("p", {}, before, author, said, message.type === THREAD_CREATED && link, rest, " ", clock(message)),
      message.thread && threadCard(message.thread, page),
      moreButton(message, page),
    ),
  );
  return item;
}

/** What a message answers to: a command, or another message. @param {Message} message @param {Page} page */
function contextLine(message, page) {
  const call = message.interaction_metadata;
  if (call?.name) {
    const user = page.store.user(call.user.id) ?? call.user;
    const [before, between, after] = t("used", { user: "\0", command: "\0" }).split("\0");
    const name = call.names?.[page.store.me.locale ?? ""] ?? call.name;
    const command = h("span", { class: "used-command" }, message.type === 23 ? name : `/${name}`);
    return h(
      "div",
      { class: "message-context" },
      avatar(user, 16),
      h("span", {}, before, authorButton(user, page), between, command, after),
    );
  }
  const origin = message.referenced_message;
  if (message.type !== 19) return null;
  if (!origin) return h("div", { class: "message-context" }, h("em", {}, t("notLoaded")));
  const jump = h("button", { class: "link reply-text", type: "button" }, inlineMarkup(gist(origin), page));
  jump.addEventListener("click", () => showMessage(origin.id));
  return h(
    "div",
    { class: "message-context" },
    avatar(origin.author, 16),
    h("span", {}, authorButton(origin.author, page)),
    jump,
  );
}

/** A message in one line, in Markdown. @param {Message} message */
function gist(message) {
  const text = message.content || message.embeds?.[0]?.title || firstText(message.components ?? []);
  const line = text.split("\n")[0].replace(/^(#{1,3}|-#|>) /, "");
  return line.slice(0, 120) || t(message.attachments?.length ? "picture" : "message");
}

/** The first text among components, however they are nested. @param {Component[]} components @returns {string} */
function firstText(components) {
  for (const one of components) {
    const text = one.type === TEXT ? one.content : firstText(one.components ?? []);
    if (text) return text;
  }
  return "";
}

/** @param {User} user @param {Page} page */
function faceButton(user, page) {
  const button = h(
    "button",
    { class: "face", type: "button", tabindex: "-1", "aria-hidden": "true" },
    avatar(user, 40),
  );
  button.addEventListener("click", () => page.userMenu(page.store.user(user.id) ?? user, button));
  return button;
}

/** @param {User} user @param {Page} page */
function authorButton(user, page) {
  const known = page.store.user(user.id) ?? user;
  const button = h("button", { class: "author", type: "button" }, known.display ?? known.username);
  button.addEventListener("click", () => page.userMenu(known, button));
  button.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    event.stopPropagation();
    page.userMenu(known, { x: event.clientX, y: event.clientY });
  });
  return button;
}

/** @param {Message} message @param {Page} page */
function header(message, page) {
  return h(
    "div",
    { class: "message-head" },
    authorButton(message.author, page),
    message.author.bot && appBadge(),
    clock(message),
  );
}

/** @param {Message} message */
function clock(message) {
  const date = new Date(message.timestamp);
  return h("time", { class: "clock", datetime: message.timestamp, title: time(date, "F") }, moment(date));
}

/** @param {Message} message @param {Page} page @returns {Node[]} */
function content(message, page) {
  if (message.thinking) {
    const dots = h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
    return [h("p", { class: "thinking-line" }, dots, t("thinking", { name: message.author.display }))];
  }
  const edited =
    message.edited_timestamp &&
    h(
      "small",
      { class: "edited", title: t("editedAt", { time: time(new Date(message.edited_timestamp), "F") }) },
      t("edited"),
    );
  const text = message.content || edited ? h("div", { class: "markup content" }, markup(message.content, page)) : null;
  if (text && edited) (text.lastElementChild?.matches("p") ? text.lastElementChild : text).append(" ", edited);
  return [
    text,
    ...attachmentsView(message.attachments ?? []),
    ...(message.embeds ?? []).map((embed) => embedView(embed, page)),
    ...componentsView(message, page),
    message.thread && threadCard(message.thread, page),
  ].filter((node) => node instanceof Node);
}

/** A thread as it is now, not as it was when the message came. @param {Channel} thread @param {Page} page */
const currently = (thread, page) => page.store.channels.get(thread.id) ?? thread;

/** @param {Channel} begun @param {Page} page */
function threadCard(begun, page) {
  const thread = currently(begun, page);
  const card = h(
    "button",
    { class: "thread-card", type: "button", title: thread.name },
    icon(channelIcon(thread)),
    h("strong", {}, thread.name),
    h("small", {}, thread.archived && `${t("archived")} · `, h("span", {}, t("openThread"))),
  );
  card.addEventListener("click", () => page.go(thread.id));
  return card;
}

/** @param {Message} message @param {Page} page */
function notes(message, page) {
  if (!message.ephemeral) return [];
  const dismiss = h("button", { class: "link dismiss", type: "button" }, t("dismiss"));
  dismiss.addEventListener("click", () => page.store.api.dismiss(message).catch(() => undefined));
  return [h("p", { class: "only-you" }, icon("eye", 16), t("onlyYou"), " · ", dismiss)];
}

/** @param {Message} message @param {Page} page */
function moreButton(message, page) {
  const button = h(
    "button",
    { class: "icon-button message-more", type: "button", "aria-label": t("moreActions"), "aria-haspopup": "menu" },
    icon("more"),
  );
  button.addEventListener("click", () => page.messageMenu(message, button));
  return button;
}
