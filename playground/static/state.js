/** The state of this window: its user, its channel, and everything the server has sent so far. */

import { Api, listen } from "./api.js";
import { speak } from "./i18n.js";
import { Timeline } from "./messages.js";
import { Reads, compareIds } from "./reads.js";

/** @import {Channel, Command, Guild, Id, Message, ScheduledEvent, State, User} from "./types.js" */

/** What can change, and what listeners then receive. */
/**
 * @typedef {object} Topics
 * @property {undefined} session users, bot, guilds, one's own settings
 * @property {undefined} channels the channel list, or what is unread in it
 * @property {Channel | null} channel another channel is shown
 * @property {{channel: Id, kind: "reset" | "older" | "set" | "delete", message?: Message}} timeline
 * @property {undefined} typing
 * @property {undefined} connection
 * @property {undefined} commands
 * @property {{type: string, data: any}} interaction
 */

/** How long "typing" is shown after each notification, in milliseconds. */
const TYPING = 10_000;

export class Store {
  #listeners = /** @type {Map<keyof Topics, ((detail: any) => void)[]>} */ (new Map());
  #commands = /** @type {Map<Id, Promise<Command[]>>} */ (new Map());

  /** @param {State} state as the server gave it for this user */
  constructor(state) {
    if (!state.me) throw new Error("a window needs a user");
    this.me = state.me;
    this.api = new Api(this.me.id);
    this.reads = new Reads(this.me.id);
    this.bot = state.bot;
    this.online = true;
    /** @type {User[]} */ this.users = [];
    /** @type {Guild[]} */ this.guilds = [];
    /** @type {Map<Id, Channel>} */ this.channels = new Map();
    /** @type {Map<Id, Timeline>} */ this.timelines = new Map();
    /** @type {Map<Id, Map<Id, ReturnType<typeof setTimeout>>>} */ this.typists = new Map();
    /** @type {Channel | null} */ this.channel = null;
    this.#take(state);
  }

  /** Connects, and stays connected. */
  start() {
    listen(
      this.me.id,
      (event) => this.#receive(event),
      (online) => {
        this.online = online;
        this.#emit("connection", undefined);
      },
    );
    document.addEventListener("visibilitychange", () => this.#markRead());
  }

  /**
   * @template {keyof Topics} T
   * @param {T} topic
   * @param {(detail: Topics[T]) => void} listener
   */
  on(topic, listener) {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  /**
   * @template {keyof Topics} T
   * @param {T} topic
   * @param {Topics[T]} detail
   */
  #emit(topic, detail) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(detail);
  }

  /** @param {Id} id @returns {User | undefined} */
  user(id) {
    return id === this.bot.id ? this.bot : this.users.find((user) => user.id === id);
  }

  /** The guild of the displayed channel. */
  get guild() {
    return this.guilds.find((guild) => guild.id === this.channel?.guild_id) ?? null;
  }

  /** The people in the displayed channel, and the bot if it is there. */
  get members() {
    const guild = this.guild;
    const inside = guild?.members ?? (this.channel?.type === 3 ? this.channel.people : [this.me.id, this.bot.id]);
    return [...this.users, this.bot].filter((user) => inside.includes(user.id));
  }

  /** @param {Id | null} guild @returns {Channel[]} without threads; for `null` direct messages, the bot's first */
  channelsOf(guild) {
    return [...this.channels.values()]
      .filter((channel) => channel.guild_id === guild && !channel.parent_id)
      .sort((a, b) => a.type - b.type || a.position - b.position || compareIds(a.id, b.id));
  }

  /** @param {Id} channel @returns {Channel[]} newest first */
  threadsOf(channel) {
    return [...this.channels.values()]
      .filter((thread) => thread.parent_id === channel)
      .sort((a, b) => compareIds(b.id, a.id));
  }

  /** @param {Id} channel @returns {Timeline} */
  timeline(channel) {
    let timeline = this.timelines.get(channel);
    if (!timeline) {
      timeline = new Timeline();
      this.timelines.set(channel, timeline);
    }
    return timeline;
  }

  /** @param {Id} channel @param {Id} message @returns {Message | undefined} */
  message(channel, message) {
    return this.timeline(channel).messages.find(({ id }) => id === message);
  }

  /**
   * Shows a channel.
   *
   * @param {Id} id
   */
  async show(id) {
    const channel = this.channels.get(id);
    if (!channel || this.channel?.id === id) return;
    this.channel = channel;
    this.reads.freeze(id);
    this.#emit("channel", channel);
    this.#markRead();
    await this.load(id);
  }

  /**
   * Loads the newest messages of a channel, unless they are there.
   *
   * @param {Id} id
   * @returns {Promise<void>}
   */
  async load(id) {
    const timeline = this.timeline(id);
    if (timeline.loaded) return;
    if (timeline.loading) return timeline.loading;
    const loading = this.#begin(id, timeline).finally(() => {
      if (timeline.loading === loading) timeline.loading = null;
    });
    timeline.loading = loading;
    return loading;
  }

  /** @param {Id} id @param {Timeline} timeline @returns {Promise<void>} */
  async #begin(id, timeline) {
    if (!(await timeline.begin(() => this.api.messages(id)))) return this.load(id);
    this.#emit("timeline", { channel: id, kind: "reset" });
    this.#markRead();
    this.#emit("channels", undefined);
  }

  /**
   * Loads the next older messages of a channel.
   *
   * @param {Id} id
   */
  async loadOlder(id) {
    const timeline = this.timeline(id);
    const first = timeline.messages[0];
    if (!timeline.loaded || timeline.complete || !first) return;
    // After another greeting the channel begins anew, and so does reading back.
    if (!(await timeline.extend(() => this.api.messages(id, first.id)))) return;
    this.#emit("timeline", { channel: id, kind: "older" });
  }

  /** @param {Id} channel @returns {Promise<Command[]>} what the user can run there */
  commands(channel) {
    let commands = this.#commands.get(channel);
    if (!commands) {
      commands = this.api.commands(channel);
      commands.catch(() => this.#commands.delete(channel));
      this.#commands.set(channel, commands);
    }
    return commands;
  }

  /** How many messages of a channel mention this user (in direct messages: all) and are not read. @param {Id} id */
  mentions(id) {
    const channel = this.channels.get(id);
    if (!channel || !this.unread(id)) return 0;
    const count = this.timeline(id).messages.filter(
      (message) =>
        this.reads.isNew(id, message.id) &&
        message.author.id !== this.me.id &&
        (!channel.guild_id || message.mentions.some((user) => user.id === this.me.id)),
    ).length;
    return count || (channel.guild_id ? 0 : 1);
  }

  /** @param {Id} id */
  unread(id) {
    const last = this.channels.get(id)?.last_message_id;
    return Boolean(last && this.reads.isNew(id, last));
  }

  /** Puts a message where it belongs, or in the place of its earlier version. @param {Message} message */
  put(message) {
    const place = this.timeline(message.channel_id).put(message);
    if (place === "beyond") return;
    this.#emit("timeline", { channel: message.channel_id, kind: "set", message });
    if (place === "known") return;
    const channel = this.channels.get(message.channel_id);
    if (channel && (!channel.last_message_id || compareIds(message.id, channel.last_message_id) > 0)) {
      channel.last_message_id = message.id;
    }
    if (message.author.id === this.me.id) this.reads.mark(message.channel_id, message.id);
    this.#stopTyping(message.channel_id, message.author.id);
    this.#markRead();
    this.#emit("channels", undefined);
  }

  /** @param {State} state */
  #take(state) {
    if (state.me) this.me = state.me;
    this.bot = state.bot;
    this.users = state.users;
    this.guilds = state.guilds;
    const channels = [...state.guilds.flatMap((guild) => guild.channels), ...(state.dms ?? [])];
    this.channels = new Map(channels.map((channel) => [channel.id, channel]));
    if (this.channel) this.channel = this.channels.get(this.channel.id) ?? null;
    speak(this.me.locale);
  }

  /** @param {{type: string, data: any}} event */
  #receive({ type, data }) {
    if (type === "hello") this.#greet(data);
    else if (type === "message.create" || type === "message.update") this.put(data);
    else if (type === "message.delete") this.#forget(data.channel_id, data.id);
    else if (type === "channel.create" || type === "channel.update") this.putChannel(data);
    else if (type === "channel.delete") this.#forgetChannel(data.id);
    else if (type === "events") this.#putEvents(data.guild_id, data.events);
    else if (type === "typing") this.#startTyping(data.channel_id, data.user_id);
    else if (type === "user.update") this.putUser(data);
    else if (type === "bot") this.#botIs(data.online);
    else if (type === "commands") this.#renewCommands();
    else if (type.startsWith("interaction.") || type === "modal.open") this.#emit("interaction", { type, data });
  }

  /** After each connection: the state anew; what was missed is loaded. @param {State} state */
  #greet(state) {
    const language = this.me.locale;
    this.#take(state);
    for (const timeline of this.timelines.values()) timeline.renew();
    this.#commands.clear();
    if (language !== this.me.locale) this.#emit("commands", undefined);
    this.#emit("session", undefined);
    this.#emit("channels", undefined);
    if (!this.channel) this.#emit("channel", null);
    const missed = [...this.channels.keys()].filter((id) => id === this.channel?.id || this.unread(id));
    for (const id of missed) this.load(id).catch(() => undefined);
  }

  /** @param {Id} channel @param {Id} id */
  #forget(channel, id) {
    const message = this.timeline(channel).forget(id);
    if (!message) return;
    this.#emit("timeline", { channel, kind: "delete", message });
    this.#emit("channels", undefined);
  }

  /** @param {Channel} channel */
  putChannel(channel) {
    const known = this.channels.get(channel.id);
    this.channels.set(channel.id, known ? Object.assign(known, channel) : channel);
    // The message that began a thread shows its name and state.
    const messages = channel.parent_id ? this.timeline(channel.parent_id).messages : [];
    const start = messages.find(({ thread }) => thread?.id === channel.id);
    if (start) this.#emit("timeline", { channel: start.channel_id, kind: "set", message: start });
    this.#emit("channels", undefined);
  }

  /** @param {Id} guild @param {ScheduledEvent[]} events */
  #putEvents(guild, events) {
    this.guilds = this.guilds.map((one) => (one.id === guild ? { ...one, events } : one));
    this.#emit("channels", undefined);
  }

  /** @param {Id} id */
  #forgetChannel(id) {
    this.channels.delete(id);
    this.timelines.delete(id);
    if (this.channel?.id === id) {
      this.channel = null;
      this.#emit("channel", null);
    }
    this.#emit("channels", undefined);
  }

  /** @param {User} user */
  putUser(user) {
    this.users = this.users.map((one) => (one.id === user.id ? user : one));
    if (user.id === this.me.id) {
      const renewed = this.me.locale !== user.locale || this.me.installed !== user.installed;
      this.me = user;
      speak(user.locale);
      if (renewed) this.#renewCommands();
    }
    this.#emit("session", undefined);
  }

  /** @param {boolean} online */
  #botIs(online) {
    this.bot = { ...this.bot, online };
    this.#renewCommands();
    this.#emit("session", undefined);
  }

  #renewCommands() {
    this.#commands.clear();
    this.#emit("commands", undefined);
  }

  /** @param {Id} channel @param {Id} user */
  #startTyping(channel, user) {
    if (user === this.me.id) return;
    const typists = this.typists.get(channel) ?? new Map();
    clearTimeout(typists.get(user));
    typists.set(
      user,
      setTimeout(() => this.#stopTyping(channel, user), TYPING),
    );
    this.typists.set(channel, typists);
    this.#emit("typing", undefined);
  }

  /** @param {Id} channel @param {Id} user */
  #stopTyping(channel, user) {
    const typists = this.typists.get(channel);
    if (!typists?.has(user)) return;
    clearTimeout(typists.get(user));
    typists.delete(user);
    this.#emit("typing", undefined);
  }

  /** The displayed channel counts as read as soon as its window is visible. */
  #markRead() {
    const channel = this.channel;
    if (!channel?.last_message_id || document.visibilityState !== "visible") return;
    if (!this.unread(channel.id)) return;
    this.reads.mark(channel.id, channel.last_message_id);
    this.#emit("channels", undefined);
  }
}
