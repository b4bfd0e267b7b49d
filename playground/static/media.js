/** Pictures, files and embeds in messages; pictures can be enlarged. */

import { h, localUrl, narrow, safeUrl } from "./dom.js";
import { t, time } from "./i18n.js";
import { icon } from "./icons.js";
import { inlineMarkup, markup } from "./markup.js";
import { openPopup } from "./popup.js";

/** @import {Attachment, Embed, Page} from "./types.js" */

/** The longest side of a picture in a message, in CSS pixels. */
const LARGEST = 550;

/** The same on a phone, where a picture may be as wide as the chat even if it is much higher. */
const HIGHEST = 700;

/** Smaller pictures have no room for a badge; their description is shown in the enlarged view. */
const ROOM_FOR_BADGE = 120;

/**
 * @typedef {object} Picture
 * @property {string} url
 * @property {string} alt
 * @property {number} [width]
 * @property {number} [height]
 * @property {boolean} [spoiler]
 */

/** @param {Attachment[]} attachments */
export function attachmentsView(attachments) {
  const isPicture = (/** @type {Attachment} */ one) => Boolean(one.content_type?.startsWith("image/"));
  const pictures = attachments.filter(isPicture).map((one) => ({
    url: one.url,
    alt: one.description ?? "",
    width: one.width,
    height: one.height,
    spoiler: one.filename.startsWith("SPOILER_"),
  }));
  const files = attachments.filter((one) => !isPicture(one));
  return [pictures.length > 0 && gallery(pictures), ...files.map((one) => fileCard(one.filename, one.url, one.size))];
}

/** One picture, or several side by side. @param {Picture[]} pictures */
export function gallery(pictures) {
  const several = pictures.length > 1;
  return h(
    "div",
    { class: `gallery${several ? " several" : ""}` },
    pictures.map((picture) => pictureView(picture, narrow.matches ? HIGHEST : LARGEST)),
  );
}

/**
 * A picture that opens large; its place is kept while it loads, so that nothing jumps.
 *
 * @param {Picture} picture
 * @param {number} largest
 */
export function pictureView(picture, largest) {
  const src = localUrl(picture.url);
  if (!src) return externalPicture(picture);
  const { width = 0, height = 0 } = picture;
  const scale = Math.min(1, largest / Math.max(width, height, 1));
  const image = h("img", {
    src,
    alt: picture.alt,
    width: width || null,
    height: height || null,
    style: width
      ? { width: `${Math.round(width * scale)}px`, "--ratio": width / height }
      : { "max-width": `${largest}px`, "max-height": `${largest}px` },
    decoding: "async",
  });
  const open = h("button", { class: "picture-open", type: "button", "aria-label": openLabel(picture) }, image);
  const badge = picture.alt && largest >= ROOM_FOR_BADGE ? altBadge(picture.alt) : null;
  const figure = h("div", { class: `picture${badge ? " with-badge" : ""}` }, open, badge);
  if (picture.spoiler) figure.append(spoilerCover(figure));
  open.addEventListener("click", () => openLarge(picture));
  return figure;
}

/** @param {Picture} picture */
const openLabel = (picture) => (picture.alt ? `${t("openImage")}: ${picture.alt}` : t("openImage"));

/** @param {Picture} picture */
function externalPicture(picture) {
  const href = safeUrl(picture.url);
  return h(
    "a",
    { class: "file-card", href, target: "_blank", rel: "noopener noreferrer" },
    icon("external"),
    picture.alt || t("picture"),
  );
}

/** @param {string} alt */
function altBadge(alt) {
  const badge = h(
    "button",
    { class: "alt-badge", type: "button", "aria-label": t("showAlt") },
    h("span", {}, t("alt")),
  );
  badge.addEventListener("click", () => {
    const text = h("div", { class: "alt-text", tabindex: "-1" }, h("strong", {}, t("altText")), h("p", {}, alt));
    openPopup(text, badge, { above: true });
    text.focus();
  });
  return badge;
}

/** @param {HTMLElement} figure */
function spoilerCover(figure) {
  figure.classList.add("covered");
  const cover = h(
    "button",
    { class: "picture-cover", type: "button", "aria-label": t("showSpoiler") },
    h("span", {}, t("spoiler")),
  );
  cover.addEventListener("click", () => {
    figure.classList.remove("covered");
    cover.remove();
  });
  return cover;
}

/**
 * A picture over the whole window, with its description; a click on it shows it in its own size and back.
 *
 * @param {Picture} picture
 */
function openLarge(picture) {
  const image = h("img", { src: localUrl(picture.url), alt: picture.alt });
  const zoom = h(
    "button",
    { class: "lightbox-picture", type: "button", "aria-label": picture.alt || t("picture") },
    image,
  );
  const close = h("button", { class: "icon-button", type: "button", "aria-label": t("close") }, icon("close", 24));
  const original = h(
    "a",
    { class: "lightbox-link", href: safeUrl(picture.url), target: "_blank", rel: "noopener" },
    t("originalSize"),
  );
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "lightbox", "aria-label": t("picture") },
      h("div", { class: "lightbox-bar" }, original, close),
      h("div", { class: "lightbox-stage" }, zoom),
      picture.alt && h("p", { class: "lightbox-alt" }, picture.alt),
    )
  );
  zoom.addEventListener("click", () => dialog.classList.toggle("full-size"));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target === dialog || target.classList.contains("lightbox-stage")) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

/** @param {string} name @param {string} url @param {number} [size] in bytes */
export function fileCard(name, url, size) {
  return h(
    "a",
    { class: "file-card", href: safeUrl(url), download: name },
    icon("file", 28),
    h("span", {}, h("span", { class: "file-name" }, name), size !== undefined && h("small", {}, fileSize(size))),
  );
}

/** @param {number} bytes */
function fileSize(bytes) {
  const units = ["B", "KB", "MB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${(bytes / 1024 ** power).toFixed(power ? 1 : 0)} ${units[power]}`;
}

/** @param {Embed} embed @param {Page} page */
export function embedView(embed, page) {
  const colour = embed.color ? `#${embed.color.toString(16).padStart(6, "0")}` : null;
  const href = safeUrl(embed.url);
  const footer = [embed.footer?.text, embed.timestamp && time(new Date(embed.timestamp))].filter(Boolean).join(" • ");
  const largest = narrow.matches ? 400 : LARGEST;
  return h(
    "article",
    { class: "embed", style: colour ? { "--accent": colour } : {} },
    h(
      "div",
      { class: "embed-text" },
      embed.author && h("p", { class: "embed-author" }, embed.author.name),
      embed.title &&
        h(
          "p",
          { class: "embed-title" },
          h(
            href ? "a" : "span",
            { href, target: "_blank", rel: "noopener noreferrer" },
            inlineMarkup(embed.title, page),
          ),
        ),
      embed.description && h("div", { class: "markup" }, markup(embed.description, page)),
      embed.fields?.length
        ? h(
            "div",
            { class: "embed-fields" },
            embed.fields.map((field) => embedField(field, page)),
          )
        : null,
    ),
    embed.thumbnail && h("div", { class: "embed-thumbnail" }, pictureView({ ...embed.thumbnail, alt: "" }, 80)),
    embed.image && h("div", { class: "embed-image" }, pictureView({ ...embed.image, alt: imageAlt(embed) }, largest)),
    footer && h("p", { class: "embed-footer" }, footer),
  );
}

/** The description of an embed's picture, if the server tells it. @param {Embed} embed */
const imageAlt = (embed) => /** @type {{description?: string}} */ (embed.image)?.description ?? "";

/** @param {{name: string, value: string, inline?: boolean}} field @param {Page} page */
function embedField(field, page) {
  return h(
    "div",
    { class: `embed-field${field.inline ? " inline" : ""}` },
    h("p", { class: "embed-field-name" }, inlineMarkup(field.name, page)),
    h("div", { class: "markup" }, markup(field.value, page)),
  );
}
