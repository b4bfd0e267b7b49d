/** A command in the command line: its name, its options as fields, and suggestions for them. */

import { Autocompletion } from "./autocomplete.js";
import { fitting, knownValues, namesOption, readValues } from "./commands.js";
import { fill, h, touchOnly } from "./dom.js";
import { OptionField } from "./fields.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { avatar } from "./people.js";

/** @import {Completion} from "./completion.js" */
/** @import {Suggestion} from "./commands.js" */
/** @import {Store} from "./state.js" */
/** @import {Command} from "./types.js" */

/** The number of suggestions, as at Discord. */
const MOST_SUGGESTIONS = 25;

export class OptionRow {
  /** @type {Command | null} */
  command = null;
  /** @type {OptionField[]} */
  #fields = [];

  /**
   * @param {HTMLElement} box
   * @param {HTMLElement} problems where the fields say what is wrong with them
   * @param {Store} store
   * @param {Completion} completion
   * @param {{leave: (text: string) => void, submit: () => void, done: () => void}} then `leave` goes back to plain text,
   *   `done` is called when there is nothing more to fill in
   */
  constructor(box, problems, store, completion, then) {
    this.box = box;
    this.problems = problems;
    this.store = store;
    this.completion = completion;
    this.then = then;
    this.autocompletion = new Autocompletion(store);
  }

  /**
   * Shows the options of a command, required ones first, and focuses the first empty one.
   *
   * @param {Command} command
   * @param {Record<string, string>} values what has been typed already
   */
  open(command, values) {
    this.command = command;
    this.#fields = command.options
      .filter((option) => option.required || option.name in values)
      .map((option) => this.#field(option.name));
    for (const field of this.#fields) if (values[field.option.name]) field.type(values[field.option.name]);
    this.box.hidden = false;
    this.#draw();
    this.#focusNext();
  }

  close() {
    this.autocompletion.cancel();
    this.command = null;
    this.#fields = [];
    this.box.hidden = true;
    this.problems.replaceChildren();
  }

  /** Focuses the field to type in next. If there is none yet, adds one for the first option. */
  focus() {
    const first = this.#options[0];
    const field = this.#fields.at(-1) ?? (first && this.#add(first.name));
    field?.input.focus();
  }

  /**
   * The values to send, or null if some are invalid. Their fields then show why, and the first of them gets the focus.
   *
   * @returns {Record<string, any> | null}
   */
  read() {
    const contents = this.#fields.map((field) => ({ field, content: field.content(this.#names) }));
    for (const { field, content } of contents) field.complain("error" in content ? content.error : "");
    const wrong = contents.find(({ content }) => "error" in content);
    if (wrong) {
      wrong.field.input.focus();
      return null;
    }
    const filled = contents.flatMap(({ field, content }) =>
      "value" in content ? [[field.option.name, content.value]] : [],
    );
    return Object.fromEntries(filled);
  }

  get #options() {
    return this.command?.options ?? [];
  }

  get #names() {
    return { users: this.store.members, channels: this.store.channelsOf(this.store.channel?.guild_id ?? null) };
  }

  // Fields ------------------------------------------------------------------------------------------------------------

  /** @param {string} name */
  #field(name) {
    const option = this.#options.find((one) => one.name === name);
    if (!option) throw new Error(`no option ${name}`);
    const field = new OptionField(option, () => {
      this.#fields = this.#fields.filter((one) => one !== field);
      this.#draw();
      this.#focusNext();
    });
    field.input.addEventListener("input", () => this.#typed(field));
    field.input.addEventListener("focus", () => this.#suggest(field, true));
    field.input.addEventListener("keydown", (event) => this.#key(event, field));
    return field;
  }

  #draw() {
    if (!this.command) return;
    const unused = this.#options.filter((option) => !this.#fields.some((field) => field.option === option));
    fill(
      this.box,
      this.#nameButton(this.command),
      ...this.#fields.map((field) => field.view),
      ...unused.map((option) => this.#addButton(option)),
    );
    this.problems.replaceChildren(...this.#fields.map((field) => field.problem));
  }

  /** @param {Command} command */
  #nameButton(command) {
    const name = `/${command.display}`;
    const button = h(
      "button",
      {
        class: "command-name",
        type: "button",
        title: command.description,
        "aria-label": `${name}: ${t("leaveCommand")}`,
      },
      name,
    );
    button.addEventListener("click", () => this.then.leave(name));
    return button;
  }

  /** @param {import("./types.js").Option} option */
  #addButton(option) {
    const label = t("addOption", { name: option.display });
    const button = h(
      "button",
      { class: "chip-add", type: "button", title: option.description, "aria-label": label },
      icon("plus", 14),
      option.display,
    );
    button.addEventListener("click", () => this.#add(option.name).input.focus());
    return button;
  }

  /** The field of an option, which is added if it is not there. @param {string} name */
  #add(name) {
    const known = this.#fields.find((field) => field.option.name === name);
    if (known) return known;
    const field = this.#field(name);
    this.#fields.push(field);
    this.#draw();
    return field;
  }

  /** Goes to the first option that is still empty, otherwise to the last one. */
  #focusNext() {
    const empty = this.#fields.find((field) => field.option.required && !field.text);
    const target = empty ?? this.#fields.at(-1);
    if (!target) this.then.done();
    else if (target.input !== document.activeElement) target.input.focus();
    if (!empty) this.completion.hide();
  }

  // Typing ------------------------------------------------------------------------------------------------------------

  /** @param {OptionField} field */
  #typed(field) {
    if (namesOption(this.#options, field.text)) this.#spread(field);
    else this.#suggest(field, false);
  }

  /** "board: large" typed into another option goes where it belongs. @param {OptionField} field */
  #spread(field) {
    const values = readValues([field.option, ...this.#options.filter((option) => option !== field.option)], field.text);
    if (!(field.option.name in values)) this.#empty(field);
    for (const [name, value] of Object.entries(values)) this.#add(name).type(value);
    const last = this.#add(Object.keys(values).at(-1) ?? field.option.name);
    last.input.focus();
    this.#suggest(last, false);
  }

  /** A field whose text belonged elsewhere: it goes, unless it is needed. @param {OptionField} field */
  #empty(field) {
    if (field.option.required) field.type("");
    else this.#fields = this.#fields.filter((one) => one !== field);
    this.#draw();
  }

  /** @param {KeyboardEvent} event @param {OptionField} field */
  #key(event, field) {
    if (event.isComposing || this.completion.key(event)) return;
    const { completion } = this;
    if (event.key === "Enter") {
      event.preventDefault();
      const row = completion.current;
      // An empty optional field is not validated, so that Enter can send.
      if (row && (field.text || field.option.required || completion.index > 0)) row.pick();
      else this.then.submit();
    } else if (event.key === "Tab" && !event.shiftKey && completion.rows.length > 0 && field.text && !field.chosen) {
      event.preventDefault();
      (completion.current ?? completion.rows[0]).pick();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.then.leave("");
    } else if (event.key === "Backspace" && !field.text) {
      event.preventDefault();
      this.#back(field);
    }
  }

  /**
   * Backspace in an empty option goes back one option; in the first, it leaves the command.
   *
   * @param {OptionField} field
   */
  #back(field) {
    const before = this.#fields[this.#fields.indexOf(field) - 1];
    if (!before) return this.then.leave(`/${this.command?.display}`);
    if (!field.option.required) this.#fields = this.#fields.filter((one) => one !== field);
    this.#draw();
    before.input.focus();
  }

  // Suggestions -------------------------------------------------------------------------------------------------------

  /** @param {OptionField} field @param {boolean} entered the field has just got the focus */
  #suggest(field, entered) {
    this.autocompletion.cancel();
    const known = knownValues(field.option, this.#names);
    if (known) {
      const values = field.chosen && entered ? known : fitting(known, field.text);
      this.#show(field, values, values.length > 0 ? "" : t("nothingFound"));
    } else if (field.option.autocomplete) {
      this.#ask(field, entered);
    } else {
      this.#show(field, [], "");
    }
  }

  /** Asks the bot. @param {OptionField} field @param {boolean} now */
  #ask(field, now) {
    if (!this.command) return;
    if (!this.completion.open) this.#show(field, [], t("looking"));
    const typed = this.#fields
      .filter((one) => one.text || one === field)
      .map((one) => [one.option.name, this.#partial(one)]);
    this.autocompletion.ask(this.command, Object.fromEntries(typed), field.option.name, now, (choices) => {
      if (document.activeElement !== field.input) return;
      const values = choices.map(({ display, name, value }) => ({ display: display ?? name, value }));
      const keys = touchOnly.matches ? "" : t("suggestKeys");
      this.#show(field, values, values.length > 0 ? keys : t("nothingFound"));
    });
  }

  /** What the bot is told of a value that may be incomplete. @param {OptionField} field */
  #partial(field) {
    const content = field.content(this.#names);
    return "value" in content ? content.value : field.text;
  }

  /** @param {OptionField} field @param {Suggestion[]} values @param {string} foot */
  #show(field, values, foot) {
    const rows = values.slice(0, MOST_SUGGESTIONS).map((value) => ({
      face: value.user ? [avatar(value.user, 28)] : [],
      title: value.display,
      aside: value.hint,
      pick: () => {
        field.choose(value);
        this.completion.hide();
        this.#focusNext();
      },
    }));
    const { display, description, autocomplete } = field.option;
    // Enter sends free text or a typed value; otherwise it takes the first suggestion.
    const complete = field.text !== "" && "value" in field.content(this.#names);
    this.completion.show(field.input, rows, {
      head: `${display}: ${description}`,
      foot,
      first: !autocomplete && !complete,
    });
  }
}
