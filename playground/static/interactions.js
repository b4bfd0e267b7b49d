/** The outcome of commands, clicks and forms sent from this window. */

import { t } from "./i18n.js";
import { openModal } from "./modal.js";

/** @import {Id, ModalForm} from "./types.js" */
/** @import {Store} from "./state.js" */

/** How long to wait for the server, in milliseconds: twice the bot's deadline. */
const PATIENCE = 6_000;

export class Interactions {
  /** @type {Map<Id, (error: string | null) => void>} */
  #waiting = new Map();
  /** @type {Map<Id, string | null>} outcomes that came before the answer to the request */
  #early = new Map();
  /** @type {Set<Promise<Id>>} requests without an answer */
  #requests = new Set();
  /** @type {Set<Id>} */
  #own = new Set();

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    store.on("interaction", ({ type, data }) => {
      if (type === "interaction.done") this.#settle(data.id, null);
      if (type === "interaction.failed") this.#settle(data.id, t("failed"));
      if (type === "modal.open") this.#open(data);
    });
  }

  /**
   * Waits until the bot has acknowledged an interaction. Rejects with a sentence for the user, if the server refused
   * the request or the bot did not acknowledge it in time.
   *
   * @param {Promise<Id>} request
   */
  async perform(request) {
    const started = request.then((id) => {
      this.#own.add(id);
      return id;
    });
    this.#requests.add(started);
    const id = await started.finally(() => this.#requests.delete(started));
    const error = await this.#outcome(id);
    if (error) throw new Error(error);
  }

  /** Whether this window has sent an interaction. @param {Id} id */
  async isOwn(id) {
    await Promise.allSettled([...this.#requests]);
    return this.#own.has(id);
  }

  /** @param {Id} id @returns {Promise<string | null>} */
  #outcome(id) {
    if (this.#early.has(id)) return Promise.resolve(this.#early.get(id) ?? null);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      setTimeout(() => this.#settle(id, t("failed")), PATIENCE);
    });
  }

  /** @param {Id} id @param {string | null} error */
  #settle(id, error) {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (resolve) resolve(error);
    else if (!this.#own.has(id)) this.#early.set(id, error);
  }

  /** A form opens only in the window that asked for it. @param {ModalForm} form */
  async #open(form) {
    this.#settle(form.interaction, null);
    if (await this.isOwn(form.interaction)) openModal(form, this);
  }
}
