/** Commands as text: finding them, reading what was typed, and checking values. Nothing here touches the page. */

import { t } from "./i18n.js";

/** @import {Channel, Command, Option, User} from "./types.js" */

/** What kind of value an option takes. */
export const KIND = {
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
};

/** Who and what can be named in options. @typedef {{users: User[], channels: Channel[]}} Names */

/**
 * A typed or chosen value: what is shown, and what is sent.
 *
 * @typedef {{display: string, value: any, hint?: string, user?: User}} Suggestion
 */

/** @param {string} text */
const fold = (text) => text.toLowerCase();

/**
 * Both names of a thing, in lower case: in the user's language and in English.
 *
 * @param {{name: string, display: string}} thing
 */
const spellings = (thing) => [fold(thing.display), fold(thing.name)];

/**
 * The slash commands that fit what was typed after the slash: first matches at the beginning, then at a later word.
 *
 * @param {Command[]} commands
 * @param {string} typed
 */
export function matching(commands, typed) {
  const wanted = fold(typed).replace(/\s+/g, " ").trimStart();
  const rank = (/** @type {Command} */ command) => {
    if (spellings(command).some((name) => name.startsWith(wanted))) return 0;
    if (spellings(command).some((name) => ` ${name}`.includes(` ${wanted}`))) return 1;
    if (wanted.length > 2 && fold(command.description).includes(wanted)) return 2;
    return 3;
  };
  return commands
    .filter((command) => command.type === 1 && rank(command) < 3)
    .sort((a, b) => rank(a) - rank(b) || a.display.localeCompare(b.display));
}

/**
 * Reads a whole line such as "/move turn: b2,e5-c3" or "/move b2,e5-c3". A command counts only once it is followed by
 * white space, because until then it could be the beginning of a longer one – unless `complete`.
 *
 * @param {Command[]} commands
 * @param {string} line
 * @param {boolean} [complete] nothing will be added
 * @returns {{command: Command, values: Record<string, string>} | null}
 */
export function readLine(commands, line, complete = false) {
  if (!line.startsWith("/")) return null;
  const text = line.slice(1);
  const lower = fold(text);
  let best = /** @type {{command: Command, length: number} | null} */ (null);
  for (const command of commands.filter(({ type }) => type === 1)) {
    for (const name of spellings(command)) {
      const after = lower[name.length];
      const ends = after === undefined ? complete : /\s/.test(after);
      if (lower.startsWith(name) && ends && (!best || name.length > best.length))
        best = { command, length: name.length };
    }
  }
  return best && { command: best.command, values: readValues(best.command.options, text.slice(best.length)) };
}

/**
 * Reads "opponent: ben board: large": values by option name. Text without a name belongs to the first option.
 *
 * @param {Option[]} options
 * @param {string} text
 * @returns {Record<string, string>}
 */
export function readValues(options, text) {
  /** @type {Record<string, string>} */
  const values = {};
  const names = options.flatMap((option) => spellings(option).map((name) => ({ name, option })));
  const pattern = new RegExp(`(?:^|\\s)(${names.map(({ name }) => name).join("|")}):`, "gi");
  const found = names.length > 0 ? [...text.matchAll(pattern)] : [];
  const head = text.slice(0, found[0]?.index ?? text.length).trim();
  if (head && options[0]) values[options[0].name] = head;
  found.forEach((match, index) => {
    const option = names.find(({ name }) => name === fold(match[1]))?.option;
    const value = text.slice(match.index + match[0].length, found[index + 1]?.index ?? text.length).trim();
    if (option) values[option.name] = value;
  });
  return values;
}

/** Whether a text names one of these options, as in "board:". @param {Option[]} options @param {string} text */
export function namesOption(options, text) {
  return options.some((option) => spellings(option).some((name) => new RegExp(`(?:^|\\s)${name}:`, "i").test(text)));
}

/**
 * The values of an option that the page knows; null if anything can be typed.
 *
 * @param {Option} option
 * @param {Names} names
 * @returns {Suggestion[] | null}
 */
export function knownValues(option, names) {
  if (option.choices.length > 0) return option.choices.map(({ display, value }) => ({ display, value }));
  if (option.type === KIND.boolean) {
    return [
      { display: t("yes"), value: true },
      { display: t("no"), value: false },
    ];
  }
  if (option.type === KIND.user || option.type === KIND.mentionable) {
    return names.users.map((user) => ({ display: `@${user.display}`, value: user.id, hint: user.username, user }));
  }
  if (option.type === KIND.channel) {
    const types = option.channel_types ?? [];
    return names.channels
      .filter((channel) => types.length === 0 || types.includes(channel.type))
      .map(({ id, name }) => ({ display: `#${name}`, value: id }));
  }
  return null;
}

/**
 * The suggestions that match what was typed, matches at the beginning first.
 *
 * @param {Suggestion[]} values
 * @param {string} typed
 */
export function fitting(values, typed) {
  const wanted = plain(typed);
  const begins = (/** @type {Suggestion} */ { display, hint = "" }) =>
    plain(display).startsWith(wanted) || plain(hint).startsWith(wanted);
  const within = values.filter((value) => !begins(value) && plain(value.display).includes(wanted));
  return [...values.filter(begins), ...within];
}

/** @param {string} text */
const plain = (text) => fold(text.trim()).replace(/^[@#]/, "");

/** English words for the two values of a boolean, understood in every language. @type {Record<string, boolean>} */
const BOOLEANS = { true: true, yes: true, false: false, no: false };

/**
 * The value that a typed text means.
 *
 * @param {Option} option
 * @param {string} text not empty
 * @param {Names} names
 * @returns {{value: any} | {error: string}}
 */
export function readValue(option, text, names) {
  const known = knownValues(option, names);
  if (known) {
    const wanted = plain(text);
    const mentioned = /^<[@#]!?(\d+)>$/.exec(text.trim())?.[1];
    const hit = known.find(
      ({ display, value, hint }) =>
        [plain(display), plain(String(value)), plain(hint ?? "\0")].includes(wanted) || value === mentioned,
    );
    if (hit) return { value: hit.value };
    if (option.type === KIND.boolean && wanted in BOOLEANS) return { value: BOOLEANS[wanted] };
    if (option.choices.length > 0 || option.type === KIND.boolean) return { error: t("pickOne") };
    return { error: t(option.type === KIND.channel ? "unknownChannel" : "unknownUser") };
  }
  if (option.type === KIND.integer || option.type === KIND.number) return readNumber(option, text);
  const length = text.length;
  if (option.min_length && length < option.min_length) return { error: t("longer", { min: option.min_length }) };
  if (option.max_length && length > option.max_length) return { error: t("shorter", { max: option.max_length }) };
  return { value: text };
}

/** @param {Option} option @param {string} text @returns {{value: number} | {error: string}} */
function readNumber(option, text) {
  const value = Number(text.trim().replace(",", "."));
  if (option.type === KIND.integer && !Number.isSafeInteger(value)) return { error: t("wholeNumber") };
  if (!Number.isFinite(value)) return { error: t("number") };
  if (option.min_value !== null && value < option.min_value) return { error: t("atLeast", { min: option.min_value }) };
  if (option.max_value !== null && value > option.max_value) return { error: t("atMost", { max: option.max_value }) };
  return { value };
}
