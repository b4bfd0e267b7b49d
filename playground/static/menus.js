/** The menus of people and messages, with the bot's context menu commands, and one's own menu. */

import { h } from "./dom.js";
import { LOCALES, sameLanguage, t } from "./i18n.js";
import { addressAs, appBadge, avatar } from "./people.js";
import { openMenu, toast } from "./popup.js";

/** @import {Command, Id, Message, Page, User} from "./types.js" */
/** @import {MenuItem, Point} from "./popup.js" */

const [ON_USER, ON_MESSAGE] = [2, 3];

/**
 * @param {Page} page
 * @param {number} type
 * @param {Id} target
 * @returns {Promise<(MenuItem | string)[]>}
 */
async function appItems(page, type, target) {
  const channel = page.store.channel;
  const commands = channel ? await page.store.commands(channel.id).catch(() => /** @type {Command[]} */ ([])) : [];
  const fitting = commands.filter((command) => command.type === type);
  if (fitting.length === 0) return [];
  const items = fitting.map((command) => ({
    label: command.display,
    icon: "robot",
    act: () => page.runOn(command, target),
  }));
  return [page.store.bot.display, ...items];
}

/** @param {string} label @param {string} text @returns {MenuItem} */
const copyItem = (label, text) => ({
  label,
  icon: "copy",
  act: () => navigator.clipboard.writeText(text).catch((error) => toast(String(error))),
});

/** @param {User} user @param {string} [note] */
function card(user, note) {
  return h(
    "div",
    { class: "menu-card" },
    avatar(user, 48),
    h("div", {}, h("strong", {}, user.display, user.bot && appBadge()), h("small", {}, note ?? user.username)),
  );
}

/** @param {Page} page @param {User} user @param {HTMLElement | Point} anchor @param {(text: string) => void} insert */
export async function userMenu(page, user, anchor, insert) {
  const { store } = page;
  /** @type {MenuItem[]} */
  const talk = [{ label: t("mention"), icon: "at", act: () => insert(`<@${user.id}> `) }];
  if (user.bot) talk.push({ label: t("writeTo"), icon: "message", act: () => openDirect(page) });
  const other = !user.bot && user.id !== store.me.id;
  const windows = other
    ? [{ label: t("openAs", { name: user.display }), icon: "window", href: addressAs(user, store.channel?.id) }]
    : [];
  const apps = user.bot ? [] : await appItems(page, ON_USER, user.id);
  openMenu(anchor, [apps, talk, windows, [copyItem(t("copyId"), user.id)]], {
    label: user.display,
    header: card(user),
  });
}

/** Shows one's direct messages with the bot. @param {Page} page */
export async function openDirect(page) {
  try {
    const channel = await page.store.api.directMessages();
    page.store.putChannel(channel);
    page.go(channel.id);
  } catch (error) {
    toast(t("failedRequest", { error: /** @type {Error} */ (error).message }));
  }
}

/** @param {Page} page @param {Message} message @param {HTMLElement | Point} anchor */
export async function messageMenu(page, message, anchor) {
  const { store } = page;
  const report = (/** @type {Promise<any>} */ request) =>
    request.catch((error) => toast(t("failedRequest", { error: error.message })));
  /** @type {MenuItem[]} */
  const own = [];
  if (message.content) own.push(copyItem(t("copyText"), message.content));
  own.push(copyItem(t("copyId"), message.id));
  /** @type {MenuItem[]} */
  const removal = [];
  if (message.ephemeral)
    removal.push({ label: t("dismiss"), icon: "eye", act: () => report(store.api.dismiss(message)) });
  else if (message.author.id === store.me.id) {
    removal.push({
      label: t("deleteMessage"),
      icon: "trash",
      danger: true,
      act: () => report(store.api.delete(message)),
    });
  }
  const apps = message.ephemeral ? [] : await appItems(page, ON_MESSAGE, message.id);
  openMenu(anchor, [apps, own, removal], { label: t("moreActions") });
}

/** One's own menu: language, direct messages, and being someone else. @param {Page} page @param {HTMLElement} anchor */
export function meMenu(page, anchor) {
  const { store } = page;
  const change = async (/** @type {{locale?: string, dms_open?: boolean, installed?: boolean}} */ changes) => {
    try {
      store.putUser(await store.api.change(changes));
    } catch (error) {
      toast(t("failedRequest", { error: /** @type {Error} */ (error).message }));
    }
  };
  const { me } = store;
  const open = me.dms_open !== false;
  const added = me.installed !== false;
  const languages = Object.entries(LOCALES).map(([locale, label]) => ({
    label,
    checked: sameLanguage(me.locale, locale),
    act: () => change({ locale }),
  }));
  const others = store.users.filter((user) => user.id !== me.id);
  openMenu(
    anchor,
    [
      [t("language"), ...languages],
      [
        { label: t("dmsOpen"), hint: t("dmsHint"), checked: open, act: () => change({ dms_open: !open }) },
        { label: t("installed"), hint: t("installedHint"), checked: added, act: () => change({ installed: !added }) },
      ],
      [
        t("secondWindow"),
        ...others.map((user) => ({ label: user.display, icon: "window", href: addressAs(user, store.channel?.id) })),
      ],
      [{ label: t("switchTo"), icon: "swap", act: () => location.assign("/") }],
    ],
    { label: t("settings"), header: card(me), above: true },
  );
}
