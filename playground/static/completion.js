/** The list above the command line. The focus stays in the field; the list follows its arrow keys. */

import { freshId, h } from "./dom.js";

/**
 * @typedef {object} Row
 * @property {Node[]} face what stands before the text
 * @property {string} title
 * @property {string} [aside] beside the title, dimmed
 * @property {string} [text] below the title
 * @property {() => void} pick
 */

export class Completion {
  /** @type {Row[]} */
  rows = [];
  /** The row that Enter takes, or -1. */
  index = -1;

  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.list = h("div", { class: "completion-list", role: "listbox", id: freshId("completion") });
    this.head = h("p", { class: "completion-head" });
    this.foot = h("p", { class: "completion-foot", role: "status" });
    box.append(this.head, this.list, this.foot);
    // A press in the list must not take the focus from the field.
    box.addEventListener("pointerdown", (event) => event.preventDefault());
    this.hide();
  }

  get open() {
    return !this.box.hidden;
  }

  get current() {
    return this.open ? (this.rows[this.index] ?? null) : null;
  }

  /**
   * Shows rows for a field; with `first`, the first one is what Enter takes.
   *
   * @param {HTMLElement} field
   * @param {Row[]} rows
   * @param {{head: string, foot?: string, first: boolean}} options
   */
  show(field, rows, { head, foot = "", first }) {
    this.#detach();
    this.field = field;
    this.rows = rows;
    this.head.textContent = head;
    this.foot.textContent = foot;
    this.foot.hidden = !foot;
    this.list.setAttribute("aria-label", head);
    this.list.replaceChildren(...rows.map((row, index) => this.#view(row, index)));
    this.box.hidden = false;
    field.setAttribute("aria-controls", this.list.id);
    field.setAttribute("aria-expanded", "true");
    this.#light(first && rows.length > 0 ? 0 : -1);
  }

  hide() {
    this.#detach();
    this.box.hidden = true;
    this.rows = [];
    this.index = -1;
  }

  /** @param {number} step */
  move(step) {
    const count = this.rows.length;
    if (count === 0) return;
    const from = this.index < 0 && step < 0 ? count : this.index;
    this.#light((from + step + count) % count);
  }

  /** Arrow keys and Escape; says whether the key was for the list. @param {KeyboardEvent} event */
  key(event) {
    if (!this.open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.move(step);
    else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    return true;
  }

  #detach() {
    this.field?.setAttribute("aria-expanded", "false");
    this.field?.removeAttribute("aria-activedescendant");
    this.field = undefined;
  }

  /** @param {Row} row @param {number} index */
  #view(row, index) {
    const view = h(
      "div",
      { class: "completion-row", role: "option", id: `${this.list.id}-${index}`, "aria-selected": "false" },
      ...row.face,
      h(
        "span",
        { class: "completion-text" },
        h(
          "span",
          { class: "completion-title" },
          row.title,
          row.aside && h("span", { class: "completion-aside" }, row.aside),
        ),
        row.text && h("small", {}, row.text),
      ),
    );
    view.addEventListener("click", () => row.pick());
    view.addEventListener(
      "pointermove",
      (event) => event.pointerType === "mouse" && (event.movementX || event.movementY) && this.#light(index, false),
    );
    return view;
  }

  /** @param {number} index @param {boolean} [scroll] */
  #light(index, scroll = true) {
    this.list.children[this.index]?.setAttribute("aria-selected", "false");
    this.index = index;
    const row = this.list.children[index];
    if (!row) return this.field?.removeAttribute("aria-activedescendant");
    row.setAttribute("aria-selected", "true");
    this.field?.setAttribute("aria-activedescendant", row.id);
    if (scroll) row.scrollIntoView({ block: "nearest" });
  }
}
