/** Puts the page together: the window's user, its channel, and the parts that show them. */

import { Api, lobby } from "./api.js";
import { CommandLine } from "./commandline.js";
import { byId, narrow } from "./dom.js";
import { Greeting } from "./greeting.js";
import { sameLanguage, speak, t } from "./i18n.js";
import { icon } from "./icons.js";
import { Interactions } from "./interactions.js";
import { keepTime } from "./markup.js";
import { messageMenu, userMenu } from "./menus.js";
import { channelIcon, channelTitle } from "./people.js";
import { Pending } from "./pending.js";
import { openMenu } from "./popup.js";
import { Sidebar } from "./sidebar.js";
import { showStart } from "./start.js";
import { Store } from "./state.js";
import { TimelineView } from "./timeline.js";

/** @import {Page} from "./types.js" */

/** The contents of the address: #user=anna&channel=…, or ?user=anna. */
function address() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const query = new URLSearchParams(location.search);
  return { user: hash.get("user") ?? query.get("user"), channel: hash.get("channel") ?? query.get("channel") };
}

async function main() {
  speak(sameLanguage(navigator.language, "de") ? "de" : "en-US");
  const { user: wanted, channel } = address();
  let state;
  try {
    state = await lobby();
    const me = state.users.find((user) => user.id === wanted || user.username.toLowerCase() === wanted?.toLowerCase());
    if (!me) return showStart(state, wanted);
    state = await new Api(me.id).state();
  } catch {
    byId("start").hidden = false;
    byId("start").textContent = t("noServer");
    setTimeout(() => location.reload(), 3000);
    return;
  }
  run(new Store(state), channel);
}

/**
 * @param {Store} store
 * @param {string | null} channel to begin with
 */
function run(store, channel) {
  const interactions = new Interactions(store);
  /** @type {Page} */
  const page = {
    store,
    interactions,
    go: (id, close = true) => {
      if (close) drawer("none");
      return store.show(id).catch(() => undefined);
    },
    userMenu: (user, anchor) =>
      userMenu(page, user, anchor, (text) => {
        drawer("none");
        line.insert(text);
      }),
    messageMenu: (message, anchor) => messageMenu(page, message, anchor),
    write: (text) => line.write(text),
    send: (text) => line.send(text),
    runOn: (command, target) => {
      const here = store.channel;
      if (!here) return;
      drawer("none");
      pending.follow(here.id, command, interactions.perform(store.api.run(here.id, command, { target })));
    },
  };
  const sidebar = new Sidebar(page);
  const timeline = new TimelineView(page);
  const pending = new Pending(page);
  const line = new CommandLine(page, (id, command, sent) => {
    timeline.toBottom();
    pending.follow(id, command, sent);
  });
  new Greeting(page);
  store.on("channel", (now) => {
    line.setChannel();
    drawHeader(page);
    remember(store);
    if (!now) page.go(firstChannel(store), false);
  });
  for (const topic of /** @type {const} */ (["channels", "session", "connection"]))
    store.on(topic, () => drawHeader(page));
  for (const topic of /** @type {const} */ (["connection", "session"])) store.on(topic, () => drawBanner(store));
  store.on("typing", () => drawTyping(store));
  setUpDrawers(page);
  keepTime();
  byId("app").hidden = false;
  sidebar.draw();
  drawHeader(page);
  page.go(channel && store.channels.has(channel) ? channel : firstChannel(store), false);
  store.start();
}

/**
 * In the first server of the browser's language, so that people who are played in two windows meet.
 *
 * @param {Store} store
 */
function firstChannel(store) {
  const understood = store.guilds.find((guild) => sameLanguage(guild.preferred_locale, navigator.language));
  return store.channelsOf((understood ?? store.guilds[0])?.id ?? null)[0]?.id ?? "";
}

/** Writes into the address who and where this window is, so that it can be reloaded and shared. @param {Store} store */
function remember(store) {
  const { channel, me } = store;
  const here = new URLSearchParams({ user: me.username, ...(channel ? { channel: channel.id } : {}) });
  history.replaceState(null, "", `/#${here}`);
  if (channel && !channel.parent_id) sessionStorage.setItem(`last-${channel.guild_id}`, channel.id);
}

/** @param {Page} page */
function drawHeader({ store }) {
  const channel = store.channel;
  const unread = [...store.channels.keys()].reduce((sum, id) => sum + store.mentions(id), 0);
  const name = channel ? channelTitle(channel) : t("title");
  document.title = `${unread > 0 ? `(${unread}) ` : ""}${name} · ${store.me.display}`;
  byId("channel-icon").replaceChildren(icon(channel ? channelIcon(channel) : "hash", 22));
  byId("channel-title").textContent = channel?.name ?? "";
  byId("channel-topic").textContent = channel?.topic ?? channel?.tags.join(" · ") ?? "";
  byId("open-threads").hidden = !channel?.guild_id;
  byId("open-threads").setAttribute("aria-label", t("threads"));
  byId("open-channels").setAttribute("aria-label", t("openMenu"));
  byId("open-channels").classList.toggle("has-news", unread > 0);
  byId("open-members").setAttribute("aria-label", t("showMembers"));
  byId("thread-note").textContent = channel?.locked ? t("threadLocked") : channel?.archived ? t("threadClosed") : "";
  byId("log").setAttribute("aria-label", name);
}

/** @param {Store} store */
function drawBanner(store) {
  const text = !store.online ? t("reconnecting") : store.bot.online ? "" : t("offline", { name: store.bot.display });
  byId("banner").textContent = text;
  byId("banner").classList.toggle("bad", !store.online);
}

/** @param {Store} store */
function drawTyping(store) {
  const ids = [...(store.typists.get(store.channel?.id ?? "")?.keys() ?? [])];
  const [first, second] = ids.map((id) => store.user(id)?.display ?? t("unknownUserName"));
  const texts = ["", t("typingOne", { name: first }), t("typingTwo", { first, second })];
  byId("typing").textContent = texts[ids.length] ?? t("typingMany");
  byId("typing").classList.toggle("active", ids.length > 0);
}

/**
 * On a narrow window the lists at the sides are drawers over the messages.
 *
 * @param {"none" | "channels" | "members"} which
 */
function drawer(which) {
  const app = byId("app");
  app.dataset.drawer = which;
  const channels = byId("sidebar");
  const members = byId("members");
  channels.inert = narrow.matches && which !== "channels";
  members.inert = narrow.matches && which !== "members";
  byId("chat").inert = narrow.matches && which !== "none";
}

/** @param {Page} page */
function setUpDrawers(page) {
  const open = byId("open-channels");
  const members = byId("open-members");
  const threads = byId("open-threads");
  open.append(icon("menu", 24));
  members.append(icon("people", 22));
  threads.append(icon("thread", 22));
  open.addEventListener("click", () => {
    drawer("channels");
    byId("sidebar").querySelector("button")?.focus();
  });
  members.addEventListener("click", () => {
    if (narrow.matches) {
      drawer("members");
      byId("members").querySelector("button")?.focus();
    } else {
      byId("app").classList.toggle("without-members");
    }
  });
  threads.addEventListener("click", () => threadMenu(page, threads));
  byId("scrim").addEventListener("click", () => drawer("none"));
  document.addEventListener("keydown", (event) => {
    const which = byId("app").dataset.drawer;
    if (event.key !== "Escape" || which === "none") return;
    drawer("none");
    (which === "members" ? members : open).focus();
  });
  narrow.addEventListener("change", () => drawer("none"));
  drawer("none");
}

/** All threads of the channel, archived ones too. @param {Page} page @param {HTMLElement} anchor */
function threadMenu({ store, go }, anchor) {
  const channel = store.channel;
  if (!channel) return;
  const threads = store.threadsOf(channel.parent_id ?? channel.id);
  const item = (/** @type {import("./types.js").Channel} */ thread) => ({
    label: thread.name,
    icon: channelIcon(thread),
    act: () => go(thread.id),
  });
  const open = threads.filter((thread) => !thread.archived).map(item);
  const archived = threads.filter((thread) => thread.archived).map(item);
  const heading = threads.length > 0 ? t("threads") : t("noThreads");
  openMenu(anchor, [[heading, ...open], archived.length > 0 ? [t("archived"), ...archived] : []], {
    label: t("threads"),
  });
}

// Changing the name in the address changes the person of this window.
addEventListener("hashchange", () => location.reload());
main();
