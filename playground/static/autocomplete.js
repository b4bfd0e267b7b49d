/** Asking the bot for suggestions: not at every key, and never showing an answer to an earlier question. */

/** @import {Choice, Command} from "./types.js" */
/** @import {Store} from "./state.js" */

/** How long the typing must rest, in milliseconds. */
const REST = 150;

export class Autocompletion {
  #question = 0;
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** Whatever is still to come is not wanted any more. */
  cancel() {
    this.#question += 1;
    clearTimeout(this.#timer);
  }

  /**
   * Asks, unless another question follows soon. `onAnswer` gets nothing to choose from if the bot does not answer.
   *
   * @param {Command} command
   * @param {Record<string, any>} options what has been typed so far
   * @param {string} focused
   * @param {boolean} now without a rest
   * @param {(choices: Choice[]) => void} onAnswer
   */
  ask(command, options, focused, now, onAnswer) {
    this.cancel();
    const question = this.#question;
    const channel = this.store.channel;
    if (!channel) return;
    const send = async () => {
      const choices = await this.store.api.autocomplete(channel.id, command, options, focused).catch(() => []);
      if (question === this.#question) onAnswer(choices);
    };
    this.#timer = setTimeout(send, now ? 0 : REST);
  }
}
