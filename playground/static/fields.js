/** The options of a command in the command line, each a label with a field. */

import { KIND, readValue } from "./commands.js";
import { freshId, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/** @import {Names, Suggestion} from "./commands.js" */
/** @import {Option} from "./types.js" */

/** The largest file that can be attached, in bytes. */
const LARGEST_FILE = 10 * 1024 * 1024;

/**
 * What a field has: nothing, a value to send, or something that cannot be sent.
 *
 * @typedef {{empty: true} | {value: any} | {error: string}} Content
 */

export class OptionField {
  /** @type {Suggestion | null} */
  #chosen = null;
  /** @type {{filename: string, data: string} | null} */
  #file = null;

  /**
   * @param {Option} option
   * @param {() => void} onRemove of an optional one
   */
  constructor(option, onRemove) {
    this.option = option;
    this.input = /** @type {HTMLInputElement} */ (
      h("input", {
        id: freshId("option"),
        type: option.type === KIND.attachment ? "file" : "text",
        inputmode: option.type === KIND.integer ? "numeric" : null,
        role: option.type === KIND.attachment ? null : "combobox",
        "aria-autocomplete": "list",
        "aria-expanded": "false",
        "aria-required": String(option.required),
        autocomplete: "off",
        autocapitalize: "off",
        autocorrect: "off",
        spellcheck: "false",
        enterkeyhint: "send",
        title: option.description,
      })
    );
    this.problem = h("span", { class: "chip-error", role: "alert" });
    const remove = h(
      "button",
      { class: "chip-remove", type: "button", "aria-label": t("removeOption", { name: option.display }) },
      icon("close", 14),
    );
    remove.addEventListener("click", onRemove);
    this.view = h(
      "div",
      { class: `chip${option.required ? " required" : ""}` },
      h("label", { for: this.input.id }, option.display),
      this.input,
      !option.required && remove,
    );
    this.input.addEventListener("input", () => this.#edited());
    this.input.addEventListener("change", () => this.#readFile());
  }

  /** The typed text, or the name of the choice. */
  get text() {
    return this.input.value;
  }

  /** @param {string} text */
  type(text) {
    this.input.value = text;
    this.#edited();
  }

  /** @param {Suggestion} suggestion */
  choose(suggestion) {
    this.#chosen = suggestion;
    this.input.value = suggestion.display;
    this.complain("");
  }

  get chosen() {
    return this.#chosen !== null;
  }

  /** @param {Names} names @returns {Content} */
  content(names) {
    if (this.#file) return { value: this.#file };
    if (this.#chosen) return { value: this.#chosen.value };
    const text = this.input.value.trim();
    if (this.option.type === KIND.attachment || !text)
      return this.option.required ? { error: t("required") } : { empty: true };
    return readValue(this.option, text, names);
  }

  /** Shows what is wrong with the value; nothing is wrong with "". @param {string} problem */
  complain(problem) {
    this.problem.textContent = problem && `${this.option.display}: ${problem}`;
    this.view.classList.toggle("wrong", problem !== "");
    this.input.setAttribute("aria-invalid", String(problem !== ""));
  }

  #edited() {
    this.#chosen = null;
    if (this.input.value.startsWith(" ")) this.input.value = this.input.value.trimStart();
    this.complain("");
  }

  #readFile() {
    const file = this.input.files?.[0];
    this.#file = null;
    if (!file) return;
    if (file.size > LARGEST_FILE) return this.complain(t("atMost", { max: "10 MiB" }));
    const reader = new FileReader();
    reader.onload = () => {
      this.#file = { filename: file.name, data: String(reader.result).split(",", 2)[1] ?? "" };
      this.complain("");
    };
    reader.readAsDataURL(file);
  }
}
