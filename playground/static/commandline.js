/** The line at the bottom: plain messages, and commands. */

import { matching, readLine } from "./commands.js";
import { Completion } from "./completion.js";
import { byId, h, narrow } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { OptionRow } from "./optionrow.js";
import { avatar, channelTitle } from "./people.js";

/** @import {Command, Id, Page} from "./types.js" */

/** The shortest time between two typing notifications, in milliseconds. */
const TYPING_EVERY = 8000;

/** How many letters of a channel's name fit into the line on a narrow window. */
const ROOM = 18;

export class CommandLine {
  /** @type {Command[]} */
  #commands = [];
  #lastTyping = 0;
  #busy = false;

  /**
   * @param {Page} page
   * @param {(channel: Id, command: Command, sent: Promise<void>) => void} onSent hears of each command that was sent
   */
  constructor(page, onSent) {
    this.page = page;
    this.store = page.store;
    this.onSent = onSent;
    this.form = /** @type {HTMLFormElement} */ (byId("composer"));
    this.text = /** @type {HTMLTextAreaElement} */ (byId("text"));
    this.problem = byId("line-problem");
    this.slash = byId("slash");
    this.sendButton = byId("send");
    this.completion = new Completion(byId("completion"));
    this.options = new OptionRow(byId("options"), byId("option-problems"), this.store, this.completion, {
      leave: (text) => this.write(text),
      submit: () => this.#submit(),
      done: () => this.sendButton.focus(),
    });
    this.slash.append(icon("slash"));
    this.sendButton.append(icon("send"));
    this.#listen();
    this.setChannel();
  }

  #listen() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.text.addEventListener("input", () => this.#typed());
    this.text.addEventListener("keydown", (event) => this.#key(event));
    this.slash.addEventListener("click", () => this.write(this.options.command ? "" : "/"));
    this.form.addEventListener("focusout", (event) => {
      if (!this.form.contains(/** @type {Node | null} */ (event.relatedTarget))) this.completion.hide();
    });
    document.addEventListener("keydown", (event) => this.#typedElsewhere(event));
    this.store.on("commands", () => this.#loadCommands());
    this.store.on("session", () => this.#label());
  }

  /** Call this when another channel is shown. */
  setChannel() {
    this.#reset("");
    this.#commands = [];
    this.form.hidden = this.store.channel === null;
    this.#label();
    this.#loadCommands();
    if (!narrow.matches && document.activeElement === document.body) this.text.focus();
  }

  /** Puts a text into the line, for the user to go on. @param {string} text */
  write(text) {
    this.#reset(text);
    this.text.focus();
    this.#typed();
  }

  /** Sends a text at once. @param {string} text */
  send(text) {
    this.#reset(text);
    this.#submit();
  }

  /** Adds a text where the user is typing a message. @param {string} text */
  insert(text) {
    if (this.options.command) this.#reset("");
    this.text.setRangeText(text, this.text.selectionStart, this.text.selectionEnd, "end");
    this.text.focus();
    this.#typed();
  }

  #label() {
    const channel = this.store.channel;
    if (!channel) return;
    const title = channelTitle(channel);
    const fields = { channel: narrow.matches && title.length > ROOM ? `${title.slice(0, ROOM - 1)}…` : title };
    this.text.placeholder = t(narrow.matches ? "write" : "writeHint", fields);
    this.text.setAttribute("aria-label", t("write", fields));
    this.slash.setAttribute("aria-label", t("commands"));
    this.sendButton.setAttribute("aria-label", t("send"));
  }

  async #loadCommands() {
    const channel = this.store.channel;
    if (!channel) return;
    try {
      const commands = await this.store.commands(channel.id);
      if (this.store.channel?.id !== channel.id) return;
      this.#commands = commands;
      if (this.text.value.startsWith("/") && document.activeElement === this.text) this.#typed();
    } catch {
      // The list stays empty until the next event or channel loads it again.
    }
  }

  // Typing ------------------------------------------------------------------------------------------------------------

  #typed() {
    this.#complain("");
    this.#weigh();
    const line = this.text.value;
    if (!line.startsWith("/")) {
      this.completion.hide();
      if (line) this.#tellTyping();
      return;
    }
    const read = readLine(this.#commands, line);
    if (!read) return this.#suggest(line.slice(1));
    const isComplete =
      read.command.options.every((option) => !option.required) && Object.keys(read.values).length === 0;
    if (isComplete) this.#suggestOptions(read.command);
    else this.#enter(read.command, read.values);
  }

  /** What could be added to a command that can be sent as it is. @param {Command} command */
  #suggestOptions(command) {
    const rows = command.options.map((option) => ({
      face: [],
      title: option.display,
      text: option.description,
      pick: () => this.#enter(command, { [option.name]: "" }),
    }));
    this.completion.show(this.text, rows, { head: `/${command.display}: ${command.description}`, first: false });
  }

  /** @param {string} typed */
  #suggest(typed) {
    const rows = matching(this.#commands, typed).map((command) => ({
      face: [avatar(this.store.bot, 32)],
      title: `/${command.display}`,
      aside: command.options.map((option) => (option.required ? option.display : `${option.display}?`)).join("  "),
      text: command.description,
      pick: () => this.#enter(command, {}),
    }));
    const foot = rows.length > 0 ? "" : t(this.#commands.length > 0 ? "noCommands" : "noCommandsYet");
    this.completion.show(this.text, rows, { head: t("commands"), foot, first: true });
  }

  /** Who types while nothing that takes text has the focus means this line. @param {KeyboardEvent} event */
  #typedElsewhere(event) {
    const letter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!letter || this.form.hidden || document.querySelector("dialog[open], .popup:popover-open")) return;
    if (document.activeElement?.matches("input, textarea")) return;
    if (this.options.command) this.options.focus();
    else this.text.focus();
  }

  #tellTyping() {
    const channel = this.store.channel;
    if (!channel || Date.now() - this.#lastTyping < TYPING_EVERY) return;
    this.#lastTyping = Date.now();
    this.store.api.typing(channel.id).catch(() => undefined);
  }

  /** Enables the send button when there is something to send. */
  #weigh() {
    this.form.classList.toggle("filled", this.text.value.trim() !== "" || this.options.command !== null);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || this.completion.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      // A command typed in full runs at once; otherwise Enter takes the first in the list.
      const row = this.completion.current;
      const read = readLine(this.#commands, this.text.value, true);
      if (row && !(read && read.command.options.every((option) => !option.required))) row.pick();
      else this.#submit();
    } else if (event.key === "Tab" && !event.shiftKey && this.completion.current) {
      event.preventDefault();
      this.completion.current.pick();
    }
  }

  /** Goes on to the options of a command. @param {Command} command @param {Record<string, string>} values */
  #enter(command, values) {
    this.#reset("");
    this.text.hidden = true;
    this.options.open(command, values);
    this.#weigh();
  }

  /** Back to plain text. @param {string} text */
  #reset(text) {
    this.completion.hide();
    this.options.close();
    this.text.hidden = false;
    this.text.value = text;
    this.#complain("");
    this.#weigh();
  }

  // Sending -----------------------------------------------------------------------------------------------------------

  async #submit() {
    const channel = this.store.channel;
    if (this.#busy || !channel) return;
    this.#busy = true;
    try {
      if (this.options.command) await this.#sendCommand(channel.id, this.options.command);
      else await this.#sendLine(channel.id, this.text.value.trim());
    } catch (error) {
      this.#complain(/** @type {Error} */ (error).message || t("noServer"));
    } finally {
      this.#busy = false;
    }
  }

  /** @param {Id} channel @param {string} line */
  async #sendLine(channel, line) {
    if (!line) return;
    if (!line.startsWith("/")) return this.#sendText(channel, line);
    const read = readLine(await this.store.commands(channel), line, true);
    if (!read) return this.#complain(t("unknownCommand", { name: line.slice(1).split(/\s/)[0] }));
    this.#enter(read.command, read.values);
    await this.#sendCommand(channel, read.command);
  }

  /** @param {Id} channel @param {string} text */
  async #sendText(channel, text) {
    this.#reset("");
    try {
      this.store.put(await this.store.api.send(channel, text));
      this.#lastTyping = 0;
    } catch (error) {
      this.#reset(text);
      throw error;
    }
  }

  /** @param {Id} channel @param {Command} command */
  async #sendCommand(channel, command) {
    this.#complain("");
    const options = this.options.read();
    if (!options) return;
    this.completion.hide();
    const request = this.store.api.run(channel, command, { options });
    const sent = this.page.interactions.perform(request);
    // `onSent` reports what happens after the server has accepted the command.
    sent.catch(() => undefined);
    await request;
    this.onSent(channel, command, sent);
    this.#reset("");
    this.text.focus();
  }

  /** Says what is wrong with the line as a whole. @param {string} problem */
  #complain(problem) {
    this.problem.replaceChildren(problem && h("span", { role: "alert" }, problem));
  }
}
