/** The forms that the bot opens. */

import { freshId, h } from "./dom.js";
import { placeOf, returnTo } from "./focus.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { selectMenu } from "./select.js";

/** @import {Component, ModalForm} from "./types.js" */
/** @import {Interactions} from "./interactions.js" */

/**
 * A field of the form. `check` says what is wrong with its value, if anything.
 *
 * @typedef {{id: string, value: () => string | string[] | boolean | null, check: () => string | null, view: HTMLElement, control: HTMLElement}} Field
 */

/**
 * Shows a form until it is sent or closed.
 *
 * @param {ModalForm} form
 * @param {Interactions} interactions
 */
export function openModal(form, interactions) {
  /** @type {Field[]} */
  const fields = [];
  const views = form.components.map((component) => row(component, fields, interactions));
  const error = h("p", { class: "failure", role: "alert", hidden: true });
  const submit = h("button", { class: "button primary", type: "submit" }, t("submit"));
  const title = h("h2", { id: freshId("title") }, form.title);
  const cancel = h("button", { class: "button plain", type: "button" }, t("cancel"));
  const close = h("button", { class: "icon-button", type: "button", "aria-label": t("close") }, icon("close"));
  const body = h(
    "form",
    { class: "modal-form", novalidate: true },
    h("header", {}, title, close),
    h("div", { class: "modal-fields" }, views, error),
    h("footer", {}, cancel, submit),
  );
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { class: "modal", "aria-labelledby": title.id }, body));
  for (const button of [cancel, close]) button.addEventListener("click", () => dialog.close());
  const before = document.activeElement;
  const place = placeOf(before);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (!before?.isConnected) returnTo(place);
  });
  for (const field of fields) field.control.addEventListener("input", () => complain(field, null));
  body.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!valid(fields) || submit.ariaBusy === "true") return;
    submit.ariaBusy = "true";
    error.hidden = true;
    const values = Object.fromEntries(fields.map((field) => [field.id, field.value()]));
    try {
      await interactions.perform(interactions.store.api.submit(form.interaction, values));
      dialog.close();
    } catch (reason) {
      error.textContent = /** @type {Error} */ (reason).message || t("modalFailed");
      error.hidden = false;
    } finally {
      submit.ariaBusy = "false";
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  fields[0]?.control.focus();
}

/** Shows what is wrong; the focus goes to the first such field. @param {Field[]} fields */
function valid(fields) {
  const wrong = fields.filter((field) => {
    const problem = field.check();
    complain(field, problem);
    return problem !== null;
  });
  wrong[0]?.control.focus();
  return wrong.length === 0;
}

/** @param {Field} field @param {string | null} problem */
function complain(field, problem) {
  const note = field.view.querySelector(".field-error");
  if (note) note.textContent = problem ?? "";
  field.control.setAttribute("aria-invalid", String(problem !== null));
}

/**
 * @param {Component} component
 * @param {Field[]} fields
 * @param {Interactions} interactions
 * @returns {HTMLElement}
 */
function row(component, fields, interactions) {
  if (component.type === 10) return h("p", { class: "modal-text" }, component.content);
  const inner = component.type === 1 ? component.components?.[0] : component.component;
  if (!inner) return h("p");
  const label = component.type === 18 ? component.label : inner.label;
  const field = makeField(inner, label ?? "", interactions);
  if (component.type === 18 && component.description) {
    field.view.querySelector("label, legend")?.after(h("p", { class: "hint" }, component.description));
  }
  fields.push(field);
  return field.view;
}

/** @param {Component} component @param {string} label @param {Interactions} interactions @returns {Field} */
function makeField(component, label, interactions) {
  if (component.type === 4) return textField(component, label);
  if (component.type === 23) return checkbox(component, label);
  if (component.type === 21 || component.type === 22) return tickField(component, label);
  return choiceField(component, label, interactions);
}

/** A single box to tick. @param {Component} component @param {string} label @returns {Field} */
function checkbox(component, label) {
  const id = freshId("field");
  const control = /** @type {HTMLInputElement} */ (h("input", { id, type: "checkbox", name: component.custom_id }));
  control.checked = component.default === true;
  return {
    id: component.custom_id ?? "",
    control,
    value: () => control.checked,
    check: () => null,
    view: h("div", { class: "field ticked" }, h("label", { class: "tick-row", for: id }, control, h("span", {}, label))),
  };
}

/** Boxes of which several, or buttons of which one, can be chosen. @param {Component} component @param {string} label @returns {Field} */
function tickField(component, label) {
  const one = component.type === 21;
  const name = freshId("field");
  const boxes = (component.options ?? []).map((option) => {
    const box = /** @type {HTMLInputElement} */ (h("input", { id: freshId("tick"), type: one ? "radio" : "checkbox", name }));
    box.checked = option.default === true;
    box.value = option.value;
    return { box, option };
  });
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  const min = component.required === false ? 0 : Math.max(1, component.min_values ?? 1);
  return {
    id: component.custom_id ?? "",
    control: boxes[0].box,
    value: () => (one ? (chosen()[0] ?? null) : chosen()),
    check: () => (chosen().length < min || chosen().length > (component.max_values ?? 1) ? t("pickOne") : null),
    view: h(
      "fieldset",
      { class: "field" },
      h("legend", {}, label, component.required === false ? null : h("span", { class: "star", "aria-hidden": "true" }, "*")),
      boxes.map(({ box, option }) =>
        h(
          "label",
          { class: "tick-row", for: box.id },
          box,
          h("span", {}, option.label, option.description && h("small", {}, option.description)),
        ),
      ),
      h("p", { class: "field-foot" }, h("span", { class: "field-error", role: "alert" })),
    ),
  };
}

/** @param {string} id @param {string} text @param {Component} component */
function fieldLabel(id, text, component) {
  const star = component.required === false ? null : h("span", { class: "star", "aria-hidden": "true" }, "*");
  return h("label", { for: id }, text, star);
}

/** @param {Component} component @param {string} label @returns {Field} */
function textField(component, label) {
  const id = freshId("field");
  const long = component.style === 2;
  const control = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (
    h(long ? "textarea" : "input", {
      class: "text-field",
      id,
      name: component.custom_id,
      type: long ? null : "text",
      rows: long ? "4" : null,
      placeholder: component.placeholder,
      maxlength: component.max_length ?? 4000,
      "aria-required": String(component.required !== false),
      autocomplete: "off",
    })
  );
  control.value = component.value ?? "";
  const count = h("span", { class: "count" });
  const update = () => {
    count.textContent = component.max_length ? `${control.value.length}/${component.max_length}` : "";
  };
  control.addEventListener("input", update);
  update();
  return {
    id: component.custom_id ?? "",
    control,
    value: () => control.value,
    check: () => {
      const length = control.value.trim().length;
      if (length === 0) return component.required === false ? null : t("requiredField");
      return component.min_length && length < component.min_length ? t("longer", { min: component.min_length }) : null;
    },
    view: h(
      "div",
      { class: "field" },
      fieldLabel(id, label, component),
      control,
      h("p", { class: "field-foot" }, h("span", { class: "field-error", role: "alert" }), count),
    ),
  };
}

/** @param {Component} component @param {string} label @param {Interactions} interactions @returns {Field} */
function choiceField(component, label, { store }) {
  const id = freshId("field");
  let values =
    component.type === 3
      ? (component.options ?? []).filter((one) => one.default).map((one) => one.value)
      : (component.default_values ?? []).map((one) => one.id);
  const optional = component.required === false;
  const control = selectMenu({ ...component, min_values: optional ? 0 : component.min_values }, store, (chosen) => {
    values = chosen;
    control.dispatchEvent(new Event("input"));
  });
  control.id = id;
  control.setAttribute("aria-label", label);
  return {
    id: component.custom_id ?? "",
    control,
    value: () => values,
    check: () => (values.length < (optional ? 0 : Math.max(1, component.min_values ?? 1)) ? t("pickOne") : null),
    view: h(
      "div",
      { class: "field" },
      fieldLabel(id, label, component),
      control,
      h("p", { class: "field-foot" }, h("span", { class: "field-error", role: "alert" })),
    ),
  };
}
