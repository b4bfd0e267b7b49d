/** Commands in flight, and those that the bot did not answer. Only this window shows them. */

import { byId, h } from "./dom.js";
import { toCommandLine } from "./focus.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { appBadge, avatar } from "./people.js";

/** @import {Command, Id, Page} from "./types.js" */

/** How long a command may take before the page shows that it is being sent, in milliseconds. */
const QUICK = 250;

export class Pending {
  /** @type {Map<Id, HTMLElement[]>} by channel */
  #items = new Map();

  /** @param {Page} page */
  constructor(page) {
    this.store = page.store;
    this.box = byId("pending");
    this.store.on("channel", () => this.#draw());
  }

  /**
   * Follows a command until it is acknowledged. If it never is, shows that until it is dismissed.
   *
   * @param {Id} channel
   * @param {Command} command
   * @param {Promise<void>} sent
   */
  async follow(channel, command, sent) {
    const dots = h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
    const waiting = this.#item(command, h("p", { class: "thinking-line" }, dots, t("sending")));
    const timer = setTimeout(() => this.#add(channel, waiting), QUICK);
    try {
      await sent;
    } catch (error) {
      const dismiss = h("button", { class: "link", type: "button" }, t("dismiss"));
      const failed = this.#item(
        command,
        h(
          "p",
          { class: "failure", role: "alert" },
          icon("warning", 16),
          /** @type {Error} */ (error).message || t("failed"),
        ),
        h("p", { class: "only-you" }, icon("eye", 16), t("onlyYou"), " · ", dismiss),
      );
      dismiss.addEventListener("click", () => {
        this.#remove(channel, failed);
        toCommandLine();
      });
      this.#add(channel, failed);
    } finally {
      clearTimeout(timer);
      this.#remove(channel, waiting);
    }
  }

  /** @param {Command} command @param {...Node} body */
  #item(command, ...body) {
    const { bot, me } = this.store;
    const [before, between, after] = t("used", { user: "\0", command: "\0" }).split("\0");
    const call = h(
      "span",
      {},
      before,
      h("span", { class: "author" }, me.display),
      between,
      h("span", { class: "used-command" }, command.type === 1 ? `/${command.display}` : command.display),
      after,
    );
    return h(
      "li",
      { class: "message ephemeral pending" },
      h("div", { class: "message-context" }, avatar(me, 16), call),
      h("div", { class: "message-face" }, avatar(bot, 40)),
      h(
        "div",
        { class: "message-body" },
        h("div", { class: "message-head" }, h("span", { class: "author" }, bot.display), appBadge()),
        ...body,
      ),
    );
  }

  /** @param {Id} channel @param {HTMLElement} item */
  #add(channel, item) {
    this.#items.set(channel, [...(this.#items.get(channel) ?? []), item]);
    this.#draw();
  }

  /** @param {Id} channel @param {HTMLElement} item */
  #remove(channel, item) {
    this.#items.set(
      channel,
      (this.#items.get(channel) ?? []).filter((one) => one !== item),
    );
    this.#draw();
  }

  #draw() {
    this.box.replaceChildren(...(this.#items.get(this.store.channel?.id ?? "") ?? []));
  }
}
