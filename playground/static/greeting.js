/** The bar above the line, for people who have not used the bot in this browser yet: what they can begin with. */

import { byId, h } from "./dom.js";
import { t } from "./i18n.js";

/** @import {Channel, Page} from "./types.js" */

export class Greeting {
  #over = false;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.store = page.store;
    this.bar = byId("greeting");
    this.key = `used-${this.store.me.id}`;
    try {
      this.#over = localStorage.getItem(this.key) !== null;
    } catch {
      // Storage may be blocked. Everybody is then greeted, which is harmless.
    }
    for (const topic of /** @type {const} */ (["channel", "commands", "session"])) this.store.on(topic, () => this.draw());
    this.store.on("interaction", () => this.#used());
    this.store.on("timeline", ({ kind, message }) => {
      if (kind === "set" && message?.author.id === this.store.me.id) this.#used();
    });
  }

  async draw() {
    const { bot, channel } = this.store;
    this.bar.hidden = this.#over || !channel || !this.#hasBot(channel);
    if (!channel || this.bar.hidden) return;
    const commands = await this.store.commands(channel.id).catch(() => []);
    if (channel !== this.store.channel) return;
    const help = commands.find(({ name }) => name === "help");
    this.bar.replaceChildren(
      h("span", {}, t("beginHere")),
      this.#suggestion(t("mentionApp", { bot: bot.display }), `<@${bot.id}>`),
      help ? this.#suggestion(`/${help.display}`, `/${help.display}`) : "",
    );
  }

  /** A button that sends a line at once. @param {string} label @param {string} line */
  #suggestion(label, line) {
    return h("button", { class: "suggestion", type: "button", on: { click: () => this.page.send(line) } }, label);
  }

  /** Whether the bot hears what is said in a channel; threads have had their beginning. @param {Channel} channel */
  #hasBot(channel) {
    const guild = this.store.guilds.find(({ id }) => id === channel.guild_id);
    return !channel.parent_id && (channel.type === 1 || Boolean(guild?.members.includes(this.store.bot.id)));
  }

  #used() {
    if (this.#over) return;
    this.#over = true;
    this.bar.hidden = true;
    try {
      localStorage.setItem(this.key, "yes");
    } catch {
      // As above.
    }
  }
}
