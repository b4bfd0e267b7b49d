/** The last message that a user has read in each channel, kept in the browser across reloads. */

/** @import {Id} from "./types.js" */

/** Older ids first. @param {Id} a @param {Id} b */
export const compareIds = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export class Reads {
  /** @type {Record<Id, Id>} */
  #last = {};
  /** @type {Map<Id, Id>} */
  #frozen = new Map();

  /** @param {Id} user */
  constructor(user) {
    this.key = `read-${user}`;
    try {
      this.#last = JSON.parse(localStorage.getItem(this.key) ?? "{}");
    } catch {
      // Storage may be blocked or damaged. Everything is then unread, which is harmless.
    }
  }

  /** @param {Id} channel @param {Id} message */
  isNew(channel, message) {
    return compareIds(message, this.#last[channel] ?? "0") > 0;
  }

  /** Everything up to this message is read. @param {Id} channel @param {Id} message */
  mark(channel, message) {
    if (!this.isNew(channel, message)) return;
    this.#last[channel] = message;
    try {
      localStorage.setItem(this.key, JSON.stringify(this.#last));
    } catch {
      // As above.
    }
  }

  /** Remembers where the "New" line is to stand while this channel is shown. @param {Id} channel */
  freeze(channel) {
    this.#frozen.clear();
    this.#frozen.set(channel, this.#last[channel] ?? "0");
  }

  /** The last message above the "New" line, if the channel is shown. @param {Id} channel */
  lineAfter(channel) {
    return this.#frozen.get(channel);
  }
}
