/** The known messages of one channel: answers of the server, put together with what events say of them. */

import { PAGE } from "./api.js";
import { compareIds } from "./reads.js";

/** @import {Id, Message} from "./types.js" */

/**
 * What events have said since some messages were asked for: `null` of one that is gone.
 *
 * @typedef {Map<Id, Message | null>} Heard
 */

/**
 * @typedef {object} Answer
 * @property {Message[]} messages as they are now
 * @property {Id | undefined} newest of those that the server told of
 * @property {boolean} complete it told of the oldest message
 */

export class Timeline {
  /** Oldest first. @type {Message[]} */
  messages = [];
  /** The newest messages are there. */
  loaded = false;
  /** The oldest message is there. */
  complete = false;
  /** The newest messages are on their way. @type {Promise<void> | null} */
  loading = null;
  /** How many connections there have been. What happened between two of them is in no event. */
  #session = 0;
  /** One for each answer that is still out. @type {Set<Heard>} */
  #waiting = new Set();

  /** The server has greeted: events may have been missed, and an answer to an earlier question may be old. */
  renew() {
    this.#session += 1;
    this.loaded = false;
    this.loading = null;
  }

  /**
   * Puts a message where it belongs, or in the place of its earlier version.
   *
   * @param {Message} message
   * @returns {"new" | "known" | "beyond"} `beyond` if it is older than all that is loaded: then it is left out
   */
  put(message) {
    this.#hear(message.id, message);
    const { messages } = this;
    let index = messages.length;
    while (index > 0 && compareIds(messages[index - 1].id, message.id) > 0) index -= 1;
    const known = index > 0 && messages[index - 1].id === message.id;
    if (!known && index === 0 && messages.length > 0 && !this.complete) return "beyond";
    messages.splice(known ? index - 1 : index, known ? 1 : 0, message);
    return known ? "known" : "new";
  }

  /** @param {Id} id @returns {Message | undefined} what was known of it */
  forget(id) {
    this.#hear(id, null);
    const message = this.messages.find((one) => one.id === id);
    this.messages = this.messages.filter((one) => one !== message);
    return message;
  }

  /**
   * Begins with the newest messages.
   *
   * @param {() => Promise<Message[]>} ask
   * @returns {Promise<boolean>} whether the answer is of this connection, and was taken
   */
  async begin(ask) {
    const before = new Set(this.messages.map((message) => message.id));
    const answer = await this.#answer(ask);
    if (!answer) return false;
    // Events may have told of newer ones meanwhile, and of ones so old that they don't belong here yet.
    const newer = this.messages.filter(
      ({ id }) => !before.has(id) && (!answer.newest || compareIds(id, answer.newest) > 0),
    );
    this.messages = [...answer.messages, ...newer];
    this.loaded = true;
    this.complete = answer.complete;
    return true;
  }

  /**
   * Goes on with the messages before those that are known.
   *
   * @param {() => Promise<Message[]>} ask
   * @returns {Promise<boolean>} whether the answer is of this connection, and was taken
   */
  async extend(ask) {
    const answer = await this.#answer(ask);
    if (!answer) return false;
    const first = this.messages.at(0)?.id; // Somebody else may have asked, too.
    this.messages.unshift(...answer.messages.filter(({ id }) => !first || compareIds(id, first) < 0));
    this.complete ||= answer.complete;
    return true;
  }

  /** @param {Id} id @param {Message | null} message */
  #hear(id, message) {
    for (const heard of this.#waiting) heard.set(id, message);
  }

  /**
   * What events say of a message meanwhile is newer than the answer, or follows it.
   *
   * @param {() => Promise<Message[]>} ask
   * @returns {Promise<Answer | null>} `null` if there has been another connection since it was asked for
   */
  async #answer(ask) {
    const session = this.#session;
    const heard = /** @type {Heard} */ (new Map());
    this.#waiting.add(heard);
    const told = await ask().finally(() => this.#waiting.delete(heard));
    if (session !== this.#session) return null;
    const messages = told.flatMap((message) => (heard.has(message.id) ? (heard.get(message.id) ?? []) : message));
    return { messages, newest: told.at(-1)?.id, complete: told.length < PAGE };
  }
}
