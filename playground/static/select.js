/** A select menu: a field that opens a list, in which one or several choices can be made. */

import { freshId, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { moveFocus, openPopup } from "./popup.js";
import { avatar, emojiView } from "./people.js";

/** @import {Component, SelectOption, User} from "./types.js" */
/** @import {Store} from "./state.js" */

/** The number of choices from which the list has a search field. */
const SEARCH_FROM = 10;

/** @typedef {SelectOption & {user?: User, mark?: string}} Entry */

/**
 * The choices of a menu: its own options, or people, or channels.
 *
 * @param {Component} component
 * @param {Store} store
 * @returns {Entry[]}
 */
function entries(component, store) {
  if (component.type === 3) return component.options ?? [];
  const defaults = new Set(component.default_values?.map(({ id }) => id));
  if (component.type === 8) {
    const types = component.channel_types ?? [];
    return [...store.channels.values()]
      .filter((channel) => channel.guild_id === store.channel?.guild_id && !channel.archived)
      .filter((channel) => types.length === 0 || types.includes(channel.type))
      .map(({ id, name, parent_id }) => ({
        label: name,
        value: id,
        mark: parent_id ? "thread" : "hash",
        default: defaults.has(id),
      }));
  }
  const roles = component.type === 6 || component.type === 7 ? rolesHere(store, defaults) : [];
  if (component.type === 6) return roles;
  return [...roles, ...store.members.map((user) => ({
    label: user.display,
    value: user.id,
    description: user.username === user.display ? null : user.username,
    default: defaults.has(user.id),
    user,
  }))];
}

/** @param {Store} store @param {Set<string>} defaults @returns {Entry[]} */
function rolesHere(store, defaults) {
  const guild = store.guilds.find(({ id }) => id === store.channel?.guild_id);
  return (guild?.roles ?? []).map(({ id, name }) => ({
    label: name.startsWith("@") ? name : `@${name}`,
    value: id,
    mark: "people",
    default: defaults.has(id),
  }));
}

/**
 * Makes the menu. `onChoose` gets each new choice: at once for a single value, for several when the
 * list closes (Escape changes nothing).
 *
 * @param {Component} component
 * @param {Store} store
 * @param {(values: string[]) => void} onChoose
 * @returns {HTMLButtonElement}
 */
export function selectMenu(component, store, onChoose) {
  const offered = entries(component, store);
  let chosen = offered.filter((entry) => entry.default).map((entry) => entry.value);
  const field = /** @type {HTMLButtonElement} */ (
    h("button", {
      class: "select",
      type: "button",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      disabled: component.disabled,
      data: { customId: component.custom_id ?? "" },
    })
  );
  const show = () => {
    const picked = offered.filter((entry) => chosen.includes(entry.value));
    const text =
      picked.length > 0
        ? picked.map(entryTag)
        : [h("span", { class: "placeholder" }, component.placeholder || t("choose"))];
    field.replaceChildren(h("span", { class: "select-value" }, ...text), icon("chevron"));
  };
  show();
  field.addEventListener("click", () => {
    field.setAttribute("aria-expanded", "true");
    openList(component, offered, chosen, field, (values) => {
      field.setAttribute("aria-expanded", "false");
      if (!values || sameSet(values, chosen)) return;
      chosen = values;
      show();
      onChoose(values);
    });
  });
  return field;
}

/** @param {string[]} a @param {string[]} b */
const sameSet = (a, b) => a.length === b.length && a.every((value) => b.includes(value));

/** @param {Entry} entry */
const entryTag = (entry) => h("span", { class: "select-tag" }, entry.emoji && emojiView(entry.emoji), entry.label);

/**
 * The open list. `onClose` gets the choice, or null if nothing was (validly) chosen.
 *
 * @param {Component} component
 * @param {Entry[]} offered
 * @param {string[]} before
 * @param {HTMLElement} anchor
 * @param {(values: string[] | null) => void} onClose
 */
function openList(component, offered, before, anchor, onClose) {
  const min = component.min_values ?? 1;
  const max = component.max_values ?? 1;
  const several = max > 1;
  const chosen = new Set(before);
  let cancelled = false;
  const label = component.placeholder || t("choose");
  const list = h("div", {
    class: "select-list",
    role: "listbox",
    "aria-label": label,
    "aria-multiselectable": String(several),
  });
  const count = h("span", { role: "status" });
  const box = h("div", { class: "select-box" }, offered.length >= SEARCH_FROM && searchField(list, offered), list);
  if (several) {
    box.append(
      h(
        "div",
        { class: "select-foot" },
        count,
        h("button", { class: "button primary", type: "button", on: { click: () => close() } }, t("done")),
      ),
    );
  }
  const refresh = () => {
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role=option]"))) {
      const on = chosen.has(node.dataset.value ?? "");
      node.setAttribute("aria-selected", String(on));
      node.setAttribute("aria-disabled", String(several && !on && chosen.size >= max));
    }
    count.textContent = chosen.size < min ? t("chooseMore", { min }) : t("chosen", { count: chosen.size, max });
  };
  const toggle = (/** @type {string} */ value) => {
    const on = chosen.has(value);
    if (!several) chosen.clear();
    if (on && (several || min === 0)) chosen.delete(value);
    else if (chosen.size < max) chosen.add(value);
    refresh();
    if (!several) close();
  };
  list.append(...offered.map((entry) => optionView(entry, several, toggle)));
  if (offered.length === 0) list.append(h("p", { class: "empty" }, t("nothingFound")));
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") cancelled = true;
    moveFocus(event, list, "[role=option]");
  });
  const close = openPopup(box, anchor, {
    className: "select-popup",
    onClose: () => onClose(cancelled || chosen.size < min ? null : [...chosen]),
  });
  refresh();
  list.addEventListener("focusin", (event) => makeTabbable(list, /** @type {Element} */ (event.target)));
  const first = list.querySelector("[aria-selected=true]") ?? list.querySelector("[role=option]");
  if (first instanceof HTMLElement) first.focus();
}

/** One option of the list can be reached by Tab, the others by arrows. @param {HTMLElement} list @param {Element | undefined} one */
function makeTabbable(list, one) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role=option]"))) {
    node.tabIndex = node === one ? 0 : -1;
  }
}

/** @param {Entry} entry @param {boolean} several @param {(value: string) => void} toggle */
function optionView(entry, several, toggle) {
  return h(
    "div",
    {
      class: "select-option",
      role: "option",
      tabindex: "-1",
      data: { value: entry.value },
      on: {
        click: () => toggle(entry.value),
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          toggle(entry.value);
        },
      },
    },
    entry.user && avatar(entry.user, 28),
    entry.mark && icon(entry.mark, 20),
    entry.emoji && emojiView(entry.emoji),
    h("span", { class: "select-text" }, entry.label, entry.description && h("small", {}, entry.description)),
    h("span", { class: `tick ${several ? "box" : "round"}` }, icon("check", 16)),
  );
}

/** @param {HTMLElement} list @param {Entry[]} offered */
function searchField(list, offered) {
  const id = freshId("search");
  const field = /** @type {HTMLInputElement} */ (
    h("input", {
      class: "text-field",
      id,
      type: "search",
      placeholder: t("search"),
      "aria-label": t("search"),
      autocomplete: "off",
    })
  );
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    const nodes = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role=option]"));
    offered.forEach((entry, index) => {
      nodes[index].hidden = !`${entry.label} ${entry.description ?? ""}`.toLowerCase().includes(wanted);
    });
    makeTabbable(list, [...nodes].find((node) => !node.hidden));
  });
  return field;
}
