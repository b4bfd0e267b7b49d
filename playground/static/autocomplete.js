/** Asks the bot for suggestions: not at every keystroke, and without ever showing an outdated answer. */

/** @import {Choice, Command} from "./types.js" */
/** @import {Store} from "./state.js" */

/** How long typing must pause before a request, in milliseconds. */
const REST = 150;

export class Autocompletion {
  #question = 0;
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** Ignores all answers that are still to come. */
  cancel() {
    this.#question += 1;
    clearTimeout(this.#timer);
  }

  /**
   * Asks for choices, unless another request follows soon. `onAnswer` gets no choices if the bot does not answer.
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
