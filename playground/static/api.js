/** The page's connection to the server: requests over HTTP, and a websocket with live events. */

import { refusal } from "./refusals.js";

/** @import {Channel, Choice, Command, Id, Message, State, User} from "./types.js" */

/** How many messages an answer has, unless there are no more. */
export const PAGE = 50;

/** A request that the server refused; the message is one sentence for the user. */
export class Refused extends Error {
  /**
   * @param {number} status 0 if there was no answer at all
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} path below /playground/
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  let response;
  try {
    response = await fetch(`/playground/${path}`, {
      method,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  } catch {
    throw new Refused(0, "");
  }
  if (response.status === 204) return null;
  const data = await response.json().catch(() => ({}));
  if (!response.ok) {
    const said = data.error ? refusal(data.error) : `${response.status} ${response.statusText}`;
    throw new Refused(response.status, said);
  }
  return data;
}

/**
 * The state before a user has been chosen.
 *
 * @returns {Promise<State>}
 */
export const lobby = () => request("GET", "state");

/** All requests that a user can make to the server. Every method rejects with `Refused`. */
export class Api {
  /** @param {Id} user */
  constructor(user) {
    this.user = user;
  }

  /** @returns {Promise<State>} */
  state() {
    return request("GET", `state?user=${this.user}`);
  }

  /**
   * @param {Id} channel
   * @param {Id} [before]
   * @returns {Promise<Message[]>} oldest first
   */
  async messages(channel, before) {
    const query = new URLSearchParams({ user: this.user, limit: String(PAGE) });
    if (before) query.set("before", before);
    return (await request("GET", `channels/${channel}/messages?${query}`)).messages;
  }

  /** @param {Id} channel @param {string} content @returns {Promise<Message>} */
  send(channel, content) {
    return this.#post(`channels/${channel}/messages`, { content });
  }

  /** @param {Id} channel */
  typing(channel) {
    return this.#post(`channels/${channel}/typing`);
  }

  /** @param {Message} message */
  dismiss(message) {
    return this.#post(`channels/${message.channel_id}/messages/${message.id}/dismiss`);
  }

  /** @param {Message} message */
  delete(message) {
    return this.#post(`channels/${message.channel_id}/messages/${message.id}/delete`);
  }

  /** @param {Id} channel @returns {Promise<Command[]>} */
  async commands(channel) {
    return (await request("GET", `channels/${channel}/commands?user=${this.user}`)).commands;
  }

  /**
   * @param {Id} channel
   * @param {Command} command
   * @param {{options?: Record<string, any>, target?: Id}} call
   * @returns {Promise<Id>} the interaction
   */
  run(channel, command, call) {
    return this.#interaction(`channels/${channel}/commands`, {
      command: command.command,
      name: command.name,
      ...call,
    });
  }

  /**
   * @param {Id} channel
   * @param {Command} command
   * @param {Record<string, any>} options what has been typed so far
   * @param {string} focused
   * @returns {Promise<Choice[]>}
   */
  async autocomplete(channel, command, options, focused) {
    const call = { command: command.command, name: command.name, options, focused };
    return (await this.#post(`channels/${channel}/autocomplete`, call)).choices;
  }

  /**
   * @param {Message} message
   * @param {string} customId
   * @param {string[]} [values] of a menu
   * @returns {Promise<Id>} the interaction
   */
  press(message, customId, values) {
    const path = `channels/${message.channel_id}/messages/${message.id}/component`;
    return this.#interaction(path, { custom_id: customId, ...(values ? { values } : {}) });
  }

  /** @param {Id} interaction @param {Record<string, string | string[]>} values @returns {Promise<Id>} */
  submit(interaction, values) {
    return this.#interaction(`modals/${interaction}`, { values });
  }

  /** @param {{locale?: string, dms_open?: boolean, installed?: boolean}} changes @returns {Promise<User>} */
  change(changes) {
    return request("PATCH", `users/${this.user}`, { user: this.user, ...changes });
  }

  /** @returns {Promise<Channel>} one's own direct messages with the bot */
  directMessages() {
    return this.#post(`users/${this.user}/dm`);
  }

  /** @param {string} path @param {object} [body] */
  #post(path, body = {}) {
    return request("POST", path, { user: this.user, ...body });
  }

  /** @param {string} path @param {object} body @returns {Promise<Id>} */
  async #interaction(path, body) {
    return (await this.#post(path, body)).interaction;
  }
}

/** The longest wait between two attempts to connect, in milliseconds. */
const PATIENCE = 5000;

/**
 * Keeps a websocket open for the life of the page. `onEvent` receives events, beginning with `hello` after each
 * connection; `onOnline` is called when a connection is made or lost.
 *
 * @param {Id} user
 * @param {(event: {type: string, data: any}) => void} onEvent
 * @param {(online: boolean) => void} onOnline
 */
export function listen(user, onEvent, onOnline) {
  let wait = 250;
  const connect = () => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/playground/ws?user=${user}`);
    socket.onopen = () => {
      wait = 250;
      onOnline(true);
    };
    socket.onmessage = (event) => onEvent(JSON.parse(event.data));
    socket.onclose = () => {
      onOnline(false);
      setTimeout(connect, wait);
      wait = Math.min(2 * wait, PATIENCE);
    };
  };
  connect();
}
