/** Links to channels and messages: Discord leads to them within its window, and so does the page. */

import { safeUrl } from "./dom.js";

/** @import {Page} from "./types.js" */

const PLACE = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/**
 * Makes a link lead to its channel, and to its message if it names one, where the user sees them. Other links stay.
 *
 * @param {HTMLElement} link
 * @param {string | null | undefined} url
 * @param {Page} page
 */
export function leadInside(link, url, page) {
  const [, channel, message] = PLACE.exec(safeUrl(url) ?? "") ?? [];
  if (!channel) return link;
  link.addEventListener("click", async (event) => {
    if (!page.store.channels.has(channel)) return;
    event.preventDefault();
    await page.go(channel);
    if (message) showMessage(message);
  });
  return link;
}

/** Scrolls to a message and lights it up. @param {string} id */
export function showMessage(id) {
  const item = document.querySelector(`.message[data-id="${id}"]`);
  item?.scrollIntoView({ block: "center", behavior: "smooth" });
  item?.animate([{ backgroundColor: "var(--mention-strong)" }, {}], { duration: 1500 });
}
