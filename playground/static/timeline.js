/** The messages of the displayed channel, newest at the bottom. */

import { byId, h, narrow } from "./dom.js";
import { goOnTo, placeOf, returnTo, takeAway } from "./focus.js";
import { midnight, t, time } from "./i18n.js";
import { icon } from "./icons.js";
import { messageView } from "./message.js";
import { appBadge, avatar, channelIcon, channelTitle } from "./people.js";
import { compareIds } from "./reads.js";

/** @import {Channel, Message, Page} from "./types.js" */

/** Messages of one author within this time share one header, in milliseconds. */
const TOGETHER = 7 * 60_000;

/** The distance in pixels that still counts as being at the bottom. */
const AT_BOTTOM = 80;

export class TimelineView {
  /** @type {Map<string, HTMLLIElement>} */
  #items = new Map();
  #pinned = true;
  #scrollTop = 0;
  #loadingOlder = false;
  /** @type {string | undefined} the channel that is drawn */
  #drawn;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.scroller = byId("scroller");
    this.list = byId("messages");
    this.intro = byId("intro");
    this.jump = byId("jump");
    this.#label();
    this.jump.addEventListener("click", () => this.toBottom());
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#pinned && this.toBottom()).observe(this.scroller);
    new ResizeObserver(() => this.#pinned && this.toBottom()).observe(byId("log"));
    this.store.on("channel", () => this.reset());
    this.store.on("timeline", (change) => change.channel === this.store.channel?.id && this.#change(change));
    this.store.on("session", () => {
      this.#label();
      this.reset();
    });
  }

  #label() {
    this.jump.replaceChildren(t("jump"), icon("down", 18));
  }

  /** Redraws everything. Readers who have scrolled up in this channel keep their place. */
  reset() {
    const channel = this.store.channel;
    const fromBottom = this.scroller.scrollHeight - this.scroller.scrollTop;
    const stay = channel?.id === this.#drawn && !this.#pinned;
    this.#drawn = channel?.id;
    const timeline = channel && this.store.timeline(channel.id);
    const within = this.list.contains(document.activeElement);
    const place = placeOf(document.activeElement);
    this.#items = new Map((timeline?.messages ?? []).map((message) => [message.id, messageView(message, this.page)]));
    this.list.replaceChildren(...this.#items.values());
    if (within) returnTo(place);
    if (within && narrow.matches && document.activeElement === document.body) this.scroller.focus();
    this.#arrange();
    this.#introduce();
    if (stay) this.scroller.scrollTop = this.scroller.scrollHeight - fromBottom;
    else this.toBottom();
  }

  toBottom() {
    this.#pinned = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#scrollTop = this.scroller.scrollTop;
    this.jump.hidden = true;
  }

  /** @param {{kind: string, message?: Message}} change */
  #change({ kind, message }) {
    if (kind === "reset") return this.reset();
    if (kind === "older") return this.#prepend();
    if (!message) return;
    const old = this.#items.get(message.id);
    if (kind === "delete") {
      if (old) takeAway(old);
      this.#items.delete(message.id);
    } else {
      const item = messageView(message, this.page);
      this.#items.set(message.id, item);
      if (old) replaceItem(old, item);
      else this.list.insertBefore(item, this.#following(message.id));
      if (!old) this.#lead(message);
      // Scroll to one's own message, or to an answer that only oneself can see.
      if (!old && (message.author.id === this.store.me.id || message.ephemeral)) this.#pinned = true;
    }
    this.#arrange();
    this.#introduce();
    if (this.#pinned) this.toBottom();
    else if (kind === "set" && !old) this.jump.hidden = false;
  }

  /** Who has pressed something in a message goes on in the answer that only they see. @param {Message} message */
  async #lead({ id, ephemeral, interaction_metadata: call }) {
    const pressed = placeOf(document.activeElement)?.asks;
    if (!pressed || !ephemeral || !call || call.name || !(await this.page.interactions.isOwn(call.id))) return;
    const item = this.#items.get(id);
    if (item && placeOf(document.activeElement)?.asks) goOnTo(item);
  }

  /** The item before which a message belongs. @param {string} id */
  #following(id) {
    let next = null;
    for (let item = this.list.lastElementChild; item; item = item.previousElementSibling) {
      if (compareIds(/** @type {HTMLElement} */ (item).dataset.id ?? "", id) < 0) break;
      next = item;
    }
    return next;
  }

  #prepend() {
    const channel = this.store.channel;
    if (!channel) return;
    const fromBottom = this.scroller.scrollHeight - this.scroller.scrollTop;
    const { messages } = this.store.timeline(channel.id);
    const fresh = messages.filter((message) => !this.#items.has(message.id));
    const views = fresh.map((message) => messageView(message, this.page));
    fresh.forEach((message, index) => this.#items.set(message.id, views[index]));
    this.list.prepend(...views);
    this.#arrange();
    this.#introduce();
    this.scroller.scrollTop = this.scroller.scrollHeight - fromBottom;
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // What grows below, such as a picture that has just arrived, is no scrolling up.
    if (scrollHeight - scrollTop - clientHeight < AT_BOTTOM) this.#pinned = true;
    else if (scrollTop < this.#scrollTop) this.#pinned = false;
    this.#scrollTop = scrollTop;
    if (this.#pinned) this.jump.hidden = true;
    if (scrollTop < 200) this.#older();
  }

  async #older() {
    const channel = this.store.channel;
    if (!channel || this.#loadingOlder) return;
    this.#loadingOlder = true;
    try {
      await this.store.loadOlder(channel.id);
    } catch {
      // Scrolling tries again.
    } finally {
      this.#loadingOlder = false;
    }
  }

  /** Which messages share the header above them; where days begin, and where unread messages begin. */
  #arrange() {
    const channel = this.store.channel;
    if (!channel) return;
    const lineAfter = this.store.reads.lineAfter(channel.id) ?? "0";
    let hasLine = lineAfter === "0";
    /** @type {Message | null} */
    let before = null;
    for (const message of this.store.timeline(channel.id).messages) {
      const item = this.#items.get(message.id);
      if (!item) continue;
      const newDay = !before || midnight(new Date(before.timestamp)) !== midnight(new Date(message.timestamp));
      const isNew = !hasLine && compareIds(message.id, lineAfter) > 0 && message.author.id !== this.store.me.id;
      if (compareIds(message.id, lineAfter) > 0) hasLine = true;
      setDivider(item, newDay ? time(new Date(message.timestamp), "D") : "", isNew);
      item.classList.toggle("grouped", !newDay && !isNew && belongsTo(message, before));
      before = message;
    }
  }

  /** The text above the first message. */
  #introduce() {
    const channel = this.store.channel;
    if (!channel) return this.intro.replaceChildren(h("p", {}, t("noChannel")));
    const timeline = this.store.timeline(channel.id);
    if (!timeline.complete) return this.intro.replaceChildren(h("p", { class: "loading" }, t("loading")));
    const sign =
      channel.type === 1
        ? avatar(this.store.bot, 64)
        : h("span", { class: "intro-icon" }, icon(channelIcon(channel), 36));
    this.intro.replaceChildren(
      sign,
      h("h2", {}, channel.name, channel.type === 1 && appBadge()),
      h("p", {}, t("beginning", { channel: channelTitle(channel) })),
    );
  }
}

/**
 * Puts the new version of a message in place. The focus stays on the same control, or goes on to the next question.
 *
 * @param {Element} old
 * @param {Element} item
 */
function replaceItem(old, item) {
  const place = old.contains(document.activeElement) ? placeOf(document.activeElement) : null;
  old.replaceWith(item);
  returnTo(place);
}

/** @param {HTMLElement} item @param {string} day @param {boolean} isNew */
function setDivider(item, day, isNew) {
  const old = item.querySelector(":scope > .divider");
  if (!day && !isNew) return old?.remove();
  const divider = h(
    "div",
    { class: `divider${isNew ? " new" : ""}`, role: "separator" },
    h("span", {}, day),
    isNew && h("span", { class: "new-tag" }, t("newMessages")),
  );
  if (old) old.replaceWith(divider);
  else item.prepend(divider);
}

/** @param {Message} message @param {Message | null} before */
function belongsTo(message, before) {
  return (
    before !== null &&
    before.author.id === message.author.id &&
    message.type === 0 &&
    (before.type === 0 || before.type === 20 || before.type === 23) &&
    !message.interaction_metadata?.name &&
    before.ephemeral === message.ephemeral &&
    new Date(message.timestamp).getTime() - new Date(before.timestamp).getTime() < TOGETHER
  );
}
