/** On the left the servers, the channels of one of them, and below them the user; on the right the members. */

import { byId, fill, h } from "./dom.js";
import { t, time } from "./i18n.js";
import { icon } from "./icons.js";
import { meMenu, openDirect } from "./menus.js";
import { appBadge, avatar, channelIcon } from "./people.js";

/** @import {Channel, Guild, Id, Page, User} from "./types.js" */

export class Sidebar {
  /** @type {Id | null} the server whose channels are listed; null: direct messages */
  #guild = null;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.rail = byId("rail");
    this.title = byId("guild-name");
    this.events = byId("events");
    this.list = byId("channels");
    this.me = byId("me");
    this.members = byId("members");
    for (const topic of /** @type {const} */ (["channel", "channels", "session"]))
      this.store.on(topic, () => this.draw());
    this.store.on("channel", (channel) => {
      if (channel) this.#guild = channel.guild_id;
    });
  }

  draw() {
    const { channel } = this.store;
    if (this.#guild === null && !channel) this.#guild = this.store.guilds[0]?.id ?? null;
    this.#drawRail();
    this.#drawEvents();
    this.#drawChannels();
    this.#drawMe();
    this.#drawMembers();
  }

  /** @param {Id | null} guild */
  #look(guild) {
    this.#guild = guild;
    const last = this.store.channelsOf(guild).find((channel) => channel.id === sessionStorage.getItem(`last-${guild}`));
    const target = last ?? this.store.channelsOf(guild).find((channel) => channel.type !== 3);
    if (target) this.page.go(target.id, false);
    else this.draw();
  }

  #drawRail() {
    this.rail.setAttribute("aria-label", t("servers"));
    const direct = this.#railButton(null, t("directMessages"), icon("mail", 24));
    const guilds = this.store.guilds.map((guild) => this.#railButton(guild.id, guild.name, initials(guild)));
    fill(this.rail, direct, h("hr"), ...guilds);
  }

  /** @param {Id | null} guild @param {string} name @param {Node | string} face */
  #railButton(guild, name, face) {
    const channels = [...this.store.channels.values()].filter((channel) => channel.guild_id === guild);
    const count = channels.reduce((sum, channel) => sum + this.store.mentions(channel.id), 0);
    const unread = channels.some((channel) => this.store.unread(channel.id));
    const here = this.#guild === guild;
    const button = h(
      "button",
      {
        class: `rail-button${unread ? " unread" : ""}`,
        type: "button",
        title: name,
        "aria-label": spoken(name, unread, count),
        "aria-current": here ? "true" : null,
        data: { key: `rail-${guild}` },
      },
      h("span", { class: "rail-face" }, face),
      badge(count),
    );
    button.addEventListener("click", () => this.#look(guild));
    return button;
  }

  /** A line for each scheduled event of the server. */
  #drawEvents() {
    const guild = this.store.guilds.find(({ id }) => id === this.#guild);
    this.events.setAttribute("aria-label", t("events"));
    const rows = (guild?.events ?? []).map((event) =>
      h(
        "li",
        { class: event.active ? "active" : null, title: `${event.location}\n${event.description ?? ""}` },
        icon("clock", 16),
        h("span", { class: "channel-name" }, event.name),
        h("span", {}, time(new Date(event.start), "d")),
      ),
    );
    fill(this.events, ...rows);
  }

  #drawChannels() {
    const guild = this.store.guilds.find(({ id }) => id === this.#guild);
    this.title.textContent = guild?.name ?? t("directMessages");
    this.list.setAttribute("aria-label", t("channels"));
    const channels = this.store.channelsOf(this.#guild);
    const withBot = channels.some((channel) => channel.type === 1);
    const rows = channels.flatMap((channel) => [this.#channelRow(channel), ...this.#threadRows(channel)]);
    const start = h(
      "button",
      { class: "channel", type: "button" },
      avatar(this.store.bot, 28),
      h("span", { class: "channel-name" }, this.store.bot.display),
    );
    start.addEventListener("click", () => openDirect(this.page));
    fill(this.list, this.#guild === null && !withBot && h("li", {}, start), ...rows);
  }

  /** Threads that are open, shown now, or have something new. @param {Channel} channel */
  #threadRows(channel) {
    return this.store
      .threadsOf(channel.id)
      .filter(
        (thread) => !thread.archived || thread.id === this.store.channel?.id || this.store.mentions(thread.id) > 0,
      )
      .map((thread) => this.#channelRow(thread));
  }

  /** @param {Channel} channel */
  #channelRow(channel) {
    const here = channel.id === this.store.channel?.id;
    const count = this.store.mentions(channel.id);
    const unread = !here && this.store.unread(channel.id);
    const name = channel.archived ? t("archivedThread", { name: channel.name }) : channel.name;
    const button = h(
      "button",
      {
        class: `channel${unread ? " unread" : ""}${channel.parent_id ? " thread" : ""}`,
        type: "button",
        "aria-current": here ? "page" : null,
        "aria-label": spoken(name, unread, count),
        title: channel.parent_id ? channel.name : null,
        data: { key: `channel-${channel.id}` },
      },
      channel.type === 1 ? avatar(this.store.bot, 28) : icon(channelIcon(channel)),
      h("span", { class: "channel-name" }, channel.name),
      badge(count),
    );
    button.addEventListener("click", () => this.page.go(channel.id));
    return h("li", {}, button);
  }

  #drawMe() {
    const { me } = this.store;
    const button = h(
      "button",
      {
        class: "me",
        type: "button",
        "aria-haspopup": "menu",
        "aria-label": t("switchUser", { name: me.display }),
        data: { key: "me" },
      },
      avatar(me, 32),
      h("span", { class: "me-name" }, h("strong", {}, me.display), h("small", {}, me.username)),
      icon("gear"),
    );
    button.addEventListener("click", () => meMenu(this.page, button));
    fill(this.me, button);
  }

  #drawMembers() {
    const members = this.store.members;
    const apps = members.filter((user) => user.bot);
    const people = members.filter((user) => !user.bot);
    this.members.setAttribute("aria-label", t("members"));
    const list = (/** @type {string} */ heading, /** @type {User[]} */ users) =>
      users.length > 0 && [h("h2", {}, heading), h("ul", {}, ...users.map((user) => this.#memberRow(user)))];
    fill(
      this.members,
      list(t("people", { count: people.length }), people),
      list(t("apps", { count: apps.length }), apps),
    );
  }

  /** @param {User} user */
  #memberRow(user) {
    const away = user.bot && !user.online;
    const button = h(
      "button",
      {
        class: `member${away ? " away" : ""}`,
        type: "button",
        "aria-haspopup": "menu",
        data: { key: `member-${user.id}` },
      },
      avatar(user, 32),
      h("span", { class: "channel-name" }, user.display),
      user.bot && appBadge(),
    );
    button.addEventListener("click", () => this.page.userMenu(user, button));
    button.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.page.userMenu(user, { x: event.clientX, y: event.clientY });
    });
    return h("li", {}, button);
  }
}

/** @param {Guild} guild */
const initials = (guild) =>
  guild.name
    .split(/\s+/)
    .map((word) => [...word][0])
    .join("")
    .slice(0, 3);

/** @param {number} count */
const badge = (count) => count > 0 && h("span", { class: "badge", "aria-hidden": "true" }, count > 99 ? "99+" : count);

/** @param {string} name @param {boolean} unread @param {number} count */
const spoken = (name, unread, count) =>
  count > 0 ? t("mentions", { name, count }) : unread ? t("unread", { name }) : name;
