/** Avatars, names and emoji, which all parts of the page use. */

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @import {Avatar, Channel, Emoji, User} from "./types.js" */

/**
 * A round picture with the user's letter.
 *
 * @param {{avatar: Avatar}} user
 * @param {number} [size] in pixels
 */
export function avatar(user, size = 40) {
  const { letter, colour } = user.avatar;
  return h(
    "span",
    { class: "avatar", "aria-hidden": "true", style: { "--size": `${size}px`, "--colour": safeColour(colour) } },
    letter,
  );
}

/** Colours become CSS only if they look like one. @param {string} colour */
const safeColour = (colour) => (/^#[0-9a-f]{3,8}$/i.test(colour) ? colour : "#5865f2");

/** The badge of an app. */
export const appBadge = () => h("span", { class: "app-badge" }, t("app"));

/** @param {Emoji} emoji */
export function emojiView(emoji) {
  if (!emoji.id) return h("span", { class: "emoji" }, emoji.name ?? "");
  return customEmoji(emoji.id, emoji.name ?? "");
}

/** One of the app's own emojis; its name where there is none (any more). @param {string} id @param {string} name */
export function customEmoji(id, name) {
  const image = h("img", { class: "emoji", src: `/emojis/${id}`, alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
  image.addEventListener("error", () => image.replaceWith(h("span", { class: "emoji-name" }, `:${name}:`)));
  return image;
}

/** @param {Channel} channel */
export function channelIcon(channel) {
  if (channel.type === 1) return "at";
  if (channel.type === 3) return "people";
  if (!channel.parent_id) return "hash";
  return channel.archived ? "archive" : channel.type === 12 ? "lock" : "thread";
}

/** @param {Channel} channel */
export const channelTitle = (channel) => 
  channel.type === 1 ? `@${channel.name}` : channel.type === 0 ? `#${channel.name}` : channel.name;

/**
 * The address of this page for another user, in the same channel if there is one.
 *
 * @param {User} user
 * @param {string} [channel]
 */
export function addressAs(user, channel) {
  const here = new URLSearchParams({ user: user.username });
  if (channel) here.set("channel", channel);
  return `/#${here}`;
}
