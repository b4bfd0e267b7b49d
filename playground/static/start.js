/** The first screen: who are you? */

import { byId, h } from "./dom.js";
import { sameLanguage, t } from "./i18n.js";
import { icon } from "./icons.js";
import { addressAs, avatar } from "./people.js";

/** @import {State, User} from "./types.js" */

/**
 * Lets people choose who they are; whoever speaks the browser's language comes first.
 *
 * @param {State} state
 * @param {string | null} unknown the name that was asked for in vain
 */
export function showStart(state, unknown) {
  const bot = state.bot.display;
  const foreign = (/** @type {User} */ user) => Number(!sameLanguage(user.locale, navigator.language));
  const users = [...state.users].sort((one, other) => foreign(one) - foreign(other));
  const people = users.map((user) => {
    const name = h(
      "span",
      { class: "start-name" },
      h("strong", {}, user.display),
      h("small", {}, `${user.username} · ${user.locale ?? ""}`),
    );
    const label = t("openAs", { name: user.display });
    return h(
      "li",
      {},
      h("a", { class: "start-user", href: addressAs(user), data: { user: user.username } }, avatar(user, 48), name),
      h(
        "a",
        {
          class: "icon-button",
          href: addressAs(user),
          target: "_blank",
          rel: "noopener",
          "aria-label": label,
          title: label,
        },
        icon("window"),
      ),
    );
  });
  byId("start").replaceChildren(
    h("img", { src: "/icon.svg", alt: "", width: "72", height: "72" }),
    h("h1", {}, t("hello", { bot })),
    h("p", {}, t("whatItIs", { bot })),
    h("h2", {}, t("who")),
    h("p", {}, unknown ? t("noUser", { name: unknown }) : t("whoHint", { bot })),
    h("ul", {}, people),
  );
  byId("start").hidden = false;
}
