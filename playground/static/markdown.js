/** Discord's markdown: text to a tree. markup.js decides what it looks like on the page. */

/**
 * A piece of text. `type` is one of text, br, bold, italic, underline, strike, spoiler, code, link, user, role, everyone,
 * channel, command, time, emoji; as blocks: paragraph, heading, subtext, quote, lists, list, item, fence.
 *
 * @typedef {object} Piece
 * @property {string} type
 * @property {string} [text]
 * @property {string} [id]
 * @property {string} [url]
 * @property {string} [style] of a time
 * @property {number} [level] of a heading
 * @property {boolean} [ordered] of a list
 * @property {number} [start] of an ordered list
 * @property {Piece[]} [pieces]
 */

/**
 * Inline rules, tried in this order at each place.
 *
 * @type {[RegExp, (match: RegExpExecArray) => Piece][]}
 */
const INLINE = [
  [/\\([^A-Za-z0-9\s])/y, (m) => ({ type: "text", text: m[1] })],
  [/(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/y, (m) => ({ type: "code", text: m[2].trim() || m[2] })],
  [/<(https?:\/\/[^>\s]+)>/y, (m) => link(m[1], m[1])],
  [/<@!?(\d+)>/y, (m) => ({ type: "user", id: m[1] })],
  [/<@&(\d+)>/y, (m) => ({ type: "role", id: m[1] })],
  [/<#(\d+)>/y, (m) => ({ type: "channel", id: m[1] })],
  [/<\/([^:>\n]+):(\d+)>/y, (m) => ({ type: "command", text: m[1], id: m[2] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => ({ type: "time", text: m[1], style: m[2] ?? "f" })],
  [/<a?:(\w+):(\d+)>/y, (m) => ({ type: "emoji", text: m[1], id: m[2] })],
  [/@(everyone|here)\b/y, (m) => ({ type: "everyone", text: m[0] })],
  [
    /\[((?:\\.|[^[\]\\]|\[[^[\]]*\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/y,
    (m) => ({ type: "link", url: m[2], pieces: inline(m[1]) }),
  ],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])|*_~]/y, (m) => link(m[0], m[0])],
  [/\|\|([\s\S]+?)\|\|/y, (m) => ({ type: "spoiler", pieces: inline(m[1]) })],
  [/\*\*\*([\s\S]+?)\*\*\*(?!\*)/y, (m) => ({ type: "bold", pieces: [{ type: "italic", pieces: inline(m[1]) }] })],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, (m) => ({ type: "bold", pieces: inline(m[1]) })],
  [/__([\s\S]+?)__(?!_)/y, (m) => ({ type: "underline", pieces: inline(m[1]) })],
  [/~~([\s\S]+?)~~/y, (m) => ({ type: "strike", pieces: inline(m[1]) })],
  [/\*(?=\S)((?:\*\*|[^*])+?)(?<=\S)\*(?!\*)/y, (m) => ({ type: "italic", pieces: inline(m[1]) })],
  [/(?<![A-Za-z0-9_])_(?=\S)([^_]+?)(?<=\S)_(?![A-Za-z0-9_])/y, (m) => ({ type: "italic", pieces: inline(m[1]) })],
  [/\n/y, () => ({ type: "br" })],
];

/** Where an inline rule may begin; everything before is plain text. */
const SPECIAL = /[\\`<@[h|*_~\n]/g;

/** @param {string} text @param {string} url @returns {Piece} */
const link = (text, url) => ({ type: "link", url, pieces: [{ type: "text", text }] });

/**
 * @param {string} text
 * @returns {Piece[]}
 */
export function inline(text) {
  /** @type {Piece[]} */
  const pieces = [];
  const plain = (/** @type {string} */ words) => {
    const last = pieces.at(-1);
    if (last?.type === "text") last.text += words;
    else if (words) pieces.push({ type: "text", text: words });
  };
  let at = 0;
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const start = SPECIAL.exec(text)?.index ?? text.length;
    plain(text.slice(at, start));
    at = start;
    if (at === text.length) break;
    const found = firstRule(text, at);
    if (!found) plain(text[at++]);
    else if (found.piece.type === "text") plain(found.piece.text ?? "");
    else pieces.push(found.piece);
    if (found) at = found.end;
  }
  return pieces;
}

/** @param {string} text @param {number} at */
function firstRule(text, at) {
  for (const [pattern, make] of INLINE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // `make` may use the same pattern again for nested text, so the end is read first.
    if (match) {
      const end = pattern.lastIndex;
      return { end, piece: make(match) };
    }
  }
  return null;
}

const FENCE = /```(?:([\w+.#-]+)\n)?\n?([\s\S]*?)\n?```/y;
const BLOCK_QUOTE = />>> ([\s\S]*)/y;
const QUOTE = /(?:> ?[^\n]*(?:\n|$))+/y;
const HEADING = /(#{1,3}) +([^\n]+)(?:\n|$)/y;
const SUBTEXT = /-# +([^\n]+)(?:\n|$)/y;
const LIST = /(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$)(?: {2,}(?![-*] |\d+\. )[^\n]+(?:\n|$))*)+/y;

/**
 * Parses a whole text.
 *
 * @param {string} text
 * @returns {Piece[]} blocks
 */
export function parse(text) {
  /** @type {Piece[]} */
  const blocks = [];
  let paragraph = "";
  let at = 0;
  const flush = () => {
    const words = paragraph.replace(/^\n|\n$/g, "");
    if (words) blocks.push({ type: "paragraph", pieces: inline(words) });
    paragraph = "";
  };
  while (at < text.length) {
    const lineStart = at === 0 || text[at - 1] === "\n";
    const block = (text.startsWith("```", at) && fence(text, at)) || (lineStart && lineBlock(text, at));
    if (block) {
      flush();
      blocks.push(block.piece);
      at = block.end;
    } else {
      const next = /\n|```/g;
      next.lastIndex = at + 1;
      const end = text[at] === "\n" ? at + 1 : nextStop(text, next);
      paragraph += text.slice(at, end);
      at = end;
    }
  }
  flush();
  return blocks;
}

/** The end of the line, itself included, or the beginning of a fence. @param {string} text @param {RegExp} next */
function nextStop(text, next) {
  const match = next.exec(text);
  if (!match) return text.length;
  return match[0] === "\n" ? match.index + 1 : match.index;
}

/** @param {string} text @param {number} at */
function fence(text, at) {
  FENCE.lastIndex = at;
  const match = FENCE.exec(text);
  if (!match || !match[2].trim()) return null;
  const after = FENCE.lastIndex;
  return { piece: { type: "fence", text: match[2] }, end: text[after] === "\n" ? after + 1 : after };
}

/**
 * A block that begins with a line of its own kind.
 *
 * @param {string} text
 * @param {number} at
 * @returns {{piece: Piece, end: number} | null}
 */
function lineBlock(text, at) {
  const match = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  let found = match(BLOCK_QUOTE);
  if (found) return { piece: { type: "quote", pieces: parse(found[1]) }, end: text.length };
  found = text.startsWith("> ", at) ? match(QUOTE) : null;
  if (found) {
    const inner = found[0].replace(/^> ?/gm, "").replace(/\n$/, "");
    return { piece: { type: "quote", pieces: parse(inner) }, end: at + found[0].length };
  }
  found = match(HEADING);
  if (found) {
    return { piece: { type: "heading", level: found[1].length, pieces: inline(found[2]) }, end: at + found[0].length };
  }
  found = match(SUBTEXT);
  if (found) return { piece: { type: "subtext", pieces: inline(found[1]) }, end: at + found[0].length };
  found = match(LIST);
  if (found) {
    const lines = found[0].replace(/\n$/, "").split("\n");
    return { piece: { type: "lists", pieces: lists(lines) }, end: at + found[0].length };
  }
  return null;
}

const ITEM = /^( *)([-*]|(\d+)\.) +(.*)$/;

/**
 * Lists from their lines; deeper lines belong to the item above them, another kind of mark begins another list.
 *
 * @param {string[]} lines
 * @returns {Piece[]}
 */
function lists(lines) {
  const depth = lines[0].search(/\S/);
  /** @type {Piece[]} */
  const found = [];
  for (let i = 0; i < lines.length;) {
    const [, , , number, text] = ITEM.exec(lines[i]) ?? [null, "", "", undefined, lines[i].trim()];
    let end = i + 1;
    while (end < lines.length && lines[end].search(/\S/) > depth) end += 1;
    const ordered = number !== undefined;
    if (found.at(-1)?.ordered !== ordered)
      found.push({ type: "list", ordered, start: Number(number ?? 1), pieces: [] });
    found.at(-1)?.pieces?.push(item(text, lines.slice(i + 1, end)));
    i = end;
  }
  return found;
}

/** @param {string} text @param {string[]} deeper @returns {Piece} */
function item(text, deeper) {
  const first = deeper.findIndex((line) => ITEM.test(line));
  const more = first < 0 ? deeper : deeper.slice(0, first);
  const pieces = inline([text, ...more.map((line) => line.trim())].join("\n"));
  return { type: "item", pieces: first < 0 ? pieces : [...pieces, ...lists(deeper.slice(first))] };
}

/**
 * Whether a text is nothing but a few emoji, which are then shown large.
 *
 * @param {string} text
 */
export function onlyEmoji(text) {
  const rest = text.replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|<a?:\w+:\d+>|\s/gu, "");
  return text.trim() !== "" && rest === "" && [...text].length <= 60;
}
