// @ts-check
/**
 * The page on which somebody plays by touching the points of the board. The server decides
 * everything: this shows what it says can be chosen, and tells it what was.
 */

import { Board } from "./touch_board.js";
import { Broken, Server, Void } from "./touch_server.js";

/** @import { Act, Choice, View } from "./touch_server.js" */

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
const at = (id) => /** @type {T} */ (document.getElementById(id));

const frame = at("touch");
const server = new Server(frame.dataset.turn ?? "", frame.dataset.events ?? "");
const board = new Board(at("board"), choose, refuse);
const RETRY = 3000;

/** @type {View | null} */
let view = null;
let busy = false;
/** What was said of the last act, until something else happens: one's own turn is news to the page, too. */
let done = "";
let missed = false;

/** @param {string} name */
function word(name) {
  return view?.words[name] ?? frame.dataset[`say${name.charAt(0).toUpperCase()}${name.slice(1)}`] ?? "";
}

/**
 * Asks the server for something, and shows how it stands then. While an answer is awaited nothing
 * else can be chosen, so nothing is done twice.
 * @param {Act} act
 * @param {string} [value]
 * @param {string} [stem]
 */
async function ask(act, value, stem) {
  if (busy) return;
  busy = true;
  frame.setAttribute("aria-busy", "true");
  try {
    show(await server.ask(act, view, value, stem), act);
  } catch (error) {
    failed(error);
  } finally {
    busy = false;
    frame.removeAttribute("aria-busy");
  }
  if (missed) {
    missed = false;
    await ask("look");
  }
}

/** @param {unknown} error */
function failed(error) {
  frame.classList.toggle("void", error instanceof Void);
  if (error instanceof Void) {
    at("said").textContent = word("void");
    at("board").replaceChildren();
    at("choices").replaceChildren();
    for (const id of ["standing", "asked", "draft", "warning"]) at(id).textContent = "";
    for (const id of ["back", "reset", "confirm"]) at(id).toggleAttribute("disabled", true);
    return;
  }
  if (error instanceof Broken) {
    at("said").textContent = `${word("broken")} ${error.message}`;
    return;
  }
  at("said").textContent = word("offline");
  setTimeout(() => ask("look"), RETRY);
}

/** Something has happened, here or in Discord. */
function happened() {
  if (busy) missed = true;
  else ask("look");
}

/**
 * @param {View} fresh
 * @param {Act} act
 */
function show(fresh, act) {
  const before = view;
  view = fresh;
  document.documentElement.lang = fresh.language;
  frame.dataset.length = String(fresh.length);
  document.title = fresh.title;
  at("title").textContent = fresh.title;
  for (const name of ["players", "standing", "asked", "draft", "warning", "position"]) {
    at(name).textContent = String(fresh[/** @type {keyof View} */ (name)]);
  }
  for (const name of ["back", "reset", "confirm"]) {
    at(name).textContent = word(name);
    at(name).toggleAttribute("disabled", !fresh[/** @type {keyof View} */ (name)]);
  }
  at("larger").textContent = word(isLarge() ? "smaller" : "larger");
  at("news-title").textContent = fresh.news.length ? word("news") : "";
  at("position-title").textContent = word("position");
  at("news").replaceChildren(...fresh.news.map((line) => element("li", line)));
  board.show(fresh);
  offer(fresh.buttons, fresh.instead);
  say(fresh, before, act);
  refocus(fresh, act);
  if (act !== "look") uncover(fresh);
}

/**
 * Tells screen readers what has happened and what is asked; everybody sees what was refused or done.
 * @param {View} fresh
 * @param {View | null} before
 * @param {Act} act
 */
function say(fresh, before, act) {
  if (act !== "look" || before?.seq !== fresh.seq) done = fresh.refused ? "" : fresh.said;
  const told = [fresh.said || done];
  if (before !== null && before.seq !== fresh.seq && act === "look") told.push(...fresh.news.slice(-1));
  at("said").textContent = told.filter(Boolean).join(" ");
  at("said").classList.toggle("refused", fresh.refused);
  at("aloud").textContent = [fresh.standing, fresh.draft, fresh.warning, fresh.asked]
    .filter(Boolean)
    .join(" ");
}

/**
 * Where the keyboard goes on: to the confirmation of a whole turn, or back to the board.
 * @param {View} fresh
 * @param {Act} act
 */
function refocus(fresh, act) {
  const focused = document.activeElement;
  const lost = focused === document.body || focused?.matches(":disabled") || act === "confirm";
  if (!lost || act === "look") return;
  if (fresh.confirm && !fresh.points.length && !fresh.buttons.length) at("confirm").focus();
  else if (!board.focus()) (at("choices").querySelector("button") ?? at("standing")).focus();
}

/**
 * Where only buttons can be chosen, none lies below the edge, or below what sticks to it.
 * @param {View} fresh
 */
function uncover(fresh) {
  if (fresh.points.length || !fresh.buttons.length) return;
  at("choices").scrollIntoView({ block: "nearest" });
}

/**
 * Offers what is no point of the board as buttons, grouped by what they answer.
 * @param {Choice[]} choices
 * @param {Choice[]} instead
 */
function offer(choices, instead) {
  const groups = [];
  for (const asked of new Set(choices.map((one) => one.asked))) {
    groups.push(group(asked, choices.filter((one) => one.asked === asked), view?.stem ?? ""));
  }
  if (instead.length) groups.push(group(word("instead"), instead, ""));
  at("choices").replaceChildren(...groups);
}

/**
 * @param {string} asked
 * @param {Choice[]} choices
 * @param {string} stem
 */
function group(asked, choices, stem) {
  const made = document.createElement("div");
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", asked);
  const buttons = choices.map((one) => {
    const button = element("button", one.name);
    button.setAttribute("type", "button");
    button.dataset.value = one.value;
    if (one.thing) button.setAttribute("aria-label", `${one.name} ${one.thing}`);
    if (one.value === view?.stem && !stem) button.setAttribute("aria-pressed", "true");
    button.addEventListener("click", () => ask("pick", one.value, stem));
    return button;
  });
  made.append(element("span", asked), ...buttons);
  return made;
}

/**
 * A point was tapped. If it can mean several things, they are offered as buttons.
 * @param {Choice[]} choices
 */
function choose(choices) {
  const [only, ...more] = choices;
  if (only === undefined) return;
  if (!more.length) {
    ask("pick", only.value);
    return;
  }
  offer(choices.map((one) => ({ ...one, name: `${one.asked} ${one.name}`, asked: one.name })), []);
  at("choices").querySelector("button")?.focus();
}

/** Something was tapped where nothing can be chosen: that is said, so that nobody waits for it. */
function refuse() {
  if (busy || view === null) return;
  done = "";
  at("said").textContent = word("nothing");
  at("said").classList.add("refused");
}

/**
 * @param {string} name
 * @param {string} text
 */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function isLarge() {
  return at("board").classList.contains("large");
}

for (const act of /** @type {Act[]} */ (["back", "reset", "confirm"])) {
  at(act).addEventListener("click", () => ask(act));
}
at("larger").addEventListener("click", () => {
  const large = at("board").classList.toggle("large");
  at("larger").textContent = word(large ? "smaller" : "larger");
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && view?.back) {
    event.preventDefault();
    ask("back");
  }
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") happened();
});
addEventListener("hashchange", () => location.reload());

ask("look").then(() => server.listen(() => view?.mark ?? "", happened));
