/** The components of messages: buttons, menus, and the layouts of "components v2". */

import { h, safeUrl } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { leadInside } from "./jumps.js";
import { markup } from "./markup.js";
import { fileCard, gallery, pictureView } from "./media.js";
import { emojiView } from "./people.js";
import { toast } from "./popup.js";
import { selectMenu } from "./select.js";

/** @import {Component, Message, Page} from "./types.js" */

const STYLES = ["", "primary", "secondary", "success", "danger", "link"];

/**
 * @param {Message} message
 * @param {Page} page
 * @returns {Node[]}
 */
export function componentsView(message, page) {
  return message.components.map((component) => draw(component, message, page));
}

/** @type {Record<number, (component: Component, message: Message, page: Page) => Node>} */
const DRAW = {
  1: (row, message, page) => h("div", { class: "action-row" }, children(row, message, page)),
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  9: (section, message, page) =>
    h(
      "div",
      { class: "section" },
      h("div", { class: "section-text" }, children(section, message, page)),
      section.accessory && draw(section.accessory, message, page),
    ),
  10: (text, _message, page) => h("div", { class: "markup" }, markup(text.content ?? "", page)),
  11: (thumbnail) =>
    pictureView(
      {
        ...thumbnail.media,
        url: thumbnail.media?.url ?? "",
        alt: thumbnail.description ?? "",
        spoiler: thumbnail.spoiler,
      },
      85,
    ),
  12: (group) =>
    gallery(
      (group.items ?? []).map(({ media, description, spoiler }) => ({ ...media, alt: description ?? "", spoiler })),
    ),
  13: (file) => fileCard(file.name ?? file.file?.url.split("/").at(-1) ?? "", file.file?.url ?? ""),
  14: (line) =>
    h("hr", { class: `separator${line.divider === false ? " blank" : ""}${line.spacing === 2 ? " wide" : ""}` }),
  17: container,
};

/** @param {Component} component @param {Message} message @param {Page} page @returns {Node} */
function draw(component, message, page) {
  return DRAW[component.type]?.(component, message, page) ?? h("span", { class: "empty" }, `[${component.type}]`);
}

/** @param {Component} component @param {Message} message @param {Page} page */
const children = (component, message, page) => (component.components ?? []).map((child) => draw(child, message, page));

/** @param {Component} component @param {Message} message @param {Page} page */
function container(component, message, page) {
  const colour = component.accent_color;
  const accent =
    colour === null || colour === undefined ? {} : { "--accent": `#${colour.toString(16).padStart(6, "0")}` };
  return h("div", { class: "container", style: accent }, children(component, message, page));
}

/** @param {Component} component @param {Message} message @param {Page} page */
function button(component, message, page) {
  const style = STYLES[component.style ?? 2] ?? "secondary";
  const content = [component.emoji && emojiView(component.emoji), component.label && h("span", {}, component.label)];
  if (style === "link") {
    const href = component.disabled ? null : safeUrl(component.url);
    const link = h(
      "a",
      {
        class: "button secondary",
        role: "link",
        href,
        "aria-disabled": href ? null : "true",
        target: "_blank",
        rel: "noopener noreferrer",
      },
      ...content,
      icon("external", 16),
    );
    return leadInside(link, href, page);
  }
  const node = /** @type {HTMLButtonElement} */ (
    h(
      "button",
      {
        class: `button ${style}`,
        type: "button",
        disabled: component.disabled,
        "aria-label": component.label ? null : component.emoji?.name,
        data: { customId: component.custom_id ?? "", key: `${message.id}/${component.custom_id}` },
      },
      ...content,
    )
  );
  node.addEventListener("click", () => send(node, message, component, page));
  return node;
}

/** @param {Component} component @param {Message} message @param {Page} page */
function menu(component, message, page) {
  const field = selectMenu(component, page.store, (values) => send(field, message, component, page, values));
  field.dataset.key = `${message.id}/${component.custom_id}`;
  return field;
}

/**
 * Sends a click or a choice. The message accepts no other until the bot has acknowledged it.
 *
 * @param {HTMLButtonElement} control
 * @param {Message} message
 * @param {Component} component
 * @param {Page} page
 * @param {string[]} [values]
 */
async function send(control, message, component, page, values) {
  const body = control.closest(".message-body");
  if (body?.querySelector("[aria-busy=true]")) return;
  body?.querySelector(".failure")?.remove();
  control.setAttribute("aria-busy", "true");
  try {
    await page.interactions.perform(page.store.api.press(message, component.custom_id ?? "", values));
  } catch (error) {
    fail(message, /** @type {Error} */ (error).message);
  } finally {
    control.removeAttribute("aria-busy");
  }
}

/**
 * Shows the error below the message, wherever it is drawn by now.
 *
 * @param {Message} message
 * @param {string} error
 */
function fail(message, error) {
  const body = document.querySelector(`.message[data-id="${message.id}"] .message-body`);
  if (!body) return toast(error || t("failed"));
  body.querySelector(".failure")?.remove();
  body.append(h("p", { class: "failure", role: "alert" }, icon("warning", 16), error || t("failed")));
}
