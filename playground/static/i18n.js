/** The page's own words in English and German, and dates as each language writes them. */

const ENGLISH = {
  title: "Playground",
  who: "Who are you?",
  whoHint: "This is a chat on your own machine. Each window is one person: open a second one to play against yourself.",
  secondWindow: "Open a second window as",
  directMessages: "Direct messages",
  servers: "Servers",
  channels: "Channels",
  members: "Members",
  people: "People – {count}",
  apps: "Apps – {count}",
  app: "App",
  threads: "Threads",
  noThreads: "There are no threads here yet.",
  archived: "Archived",
  openMenu: "Show channels",
  showMembers: "Show members",
  switchUser: "You are {name}: switch, language, settings",
  switchTo: "Be someone else in this window",
  settings: "Settings",
  language: "Language",
  dmsOpen: "Take direct messages",
  dmsHint: "from the app",
  installed: "App on my account",
  installedHint: "goes with me to other servers",
  write: "Message {channel}",
  writeHint: "Message {channel}, or / for a command",
  commands: "Commands",
  noCommands: "No command fits.",
  noCommandsYet: "The app has no commands here.",
  unknownCommand: "There is no command “{name}” here.",
  send: "Send",
  cancel: "Cancel",
  leaveCommand: "Leave this command",
  optional: "optional",
  addOption: "Add option {name}",
  removeOption: "Remove option {name}",
  required: "This option is required.",
  requiredField: "This field is required.",
  pickOne: "Pick one of the list.",
  wholeNumber: "A whole number, please.",
  number: "A number, please.",
  atLeast: "At least {min}, please.",
  atMost: "At most {max}, please.",
  longer: "At least {min} characters, please.",
  shorter: "At most {max} characters, please.",
  unknownUser: "There is nobody of this name here.",
  unknownChannel: "There is no channel of this name here.",
  yes: "True",
  no: "False",
  looking: "Looking…",
  nothingFound: "Nothing found.",
  suggestKeys: "Tab takes the first, Enter sends",
  sending: "Sending command…",
  thinking: "{name} is thinking…",
  typingOne: "{name} is typing…",
  typingTwo: "{first} and {second} are typing…",
  typingMany: "Several people are typing…",
  edited: "(edited)",
  editedAt: "Edited {time}",
  onlyYou: "Only you can see this",
  dismiss: "Dismiss message",
  used: "{user} used {command}",
  failed: "The application did not respond",
  offline: "{name} is offline: commands and buttons do not work.",
  reconnecting: "The connection is lost. Trying again…",
  newMessages: "New",
  jump: "Jump to the newest messages",
  beginning: "This is the beginning of {channel}.",
  loading: "Loading…",
  noChannel: "There is no channel to show.",
  today: "Today at {time}",
  yesterday: "Yesterday at {time}",
  startedThread: "{user} started a thread: {thread}",
  joined: "{user} joined.",
  openThread: "Open thread",
  threadClosed: "This thread is archived. Who writes opens it again.",
  threadLocked: "This thread is locked.",
  alt: "ALT",
  altText: "Description",
  showAlt: "Show the description of the picture",
  openImage: "Show the picture large",
  picture: "Picture",
  originalSize: "Open the original",
  close: "Close",
  spoiler: "Spoiler",
  showSpoiler: "Show the spoiler",
  moreActions: "More for this message",
  copyText: "Copy text",
  copyId: "Copy ID",
  deleteMessage: "Delete message",
  mention: "Mention",
  writeTo: "Message",
  openAs: "Open a window as {name}",
  choose: "Make a choice",
  search: "Search",
  chosen: "{count} of up to {max} chosen",
  chooseMore: "Choose at least {min}.",
  done: "Done",
  submit: "Submit",
  modalFailed: "Something went wrong. Try again.",
  unknownUserName: "unknown-user",
  unknownChannelName: "unknown",
  role: "role",
  unread: "{name}, unread",
  mentions: "{name}, {count} mentions",
  archivedThread: "{name} (archived)",
  failedRequest: "That did not work: {error}",
  noServer: "The playground's server does not answer.",
  noUser: "There is no “{name}” here. Pick someone:",
};

/** @type {typeof ENGLISH} */
const GERMAN = {
  title: "Spielwiese",
  who: "Wer bist du?",
  whoHint:
    "Dies ist ein Chat auf deinem eigenen Rechner. Jedes Fenster ist eine Person: öffne ein zweites und spiele gegen dich selbst.",
  secondWindow: "Ein zweites Fenster öffnen als",
  directMessages: "Direktnachrichten",
  servers: "Server",
  channels: "Kanäle",
  members: "Mitglieder",
  people: "Leute – {count}",
  apps: "Apps – {count}",
  app: "App",
  threads: "Threads",
  noThreads: "Hier gibt es noch keine Threads.",
  archived: "Archiviert",
  openMenu: "Kanäle zeigen",
  showMembers: "Mitglieder zeigen",
  switchUser: "Du bist {name}: wechseln, Sprache, Einstellungen",
  switchTo: "In diesem Fenster jemand anderes sein",
  settings: "Einstellungen",
  language: "Sprache",
  dmsOpen: "Direktnachrichten annehmen",
  dmsHint: "von der App",
  installed: "App in meinem Konto",
  installedHint: "begleitet mich auf andere Server",
  write: "Nachricht an {channel}",
  writeHint: "Nachricht an {channel} oder / für einen Befehl",
  commands: "Befehle",
  noCommands: "Kein Befehl passt.",
  noCommandsYet: "Die App hat hier keine Befehle.",
  unknownCommand: "Den Befehl „{name}“ gibt es hier nicht.",
  send: "Senden",
  cancel: "Abbrechen",
  leaveCommand: "Diesen Befehl verlassen",
  optional: "optional",
  addOption: "Option {name} hinzufügen",
  removeOption: "Option {name} entfernen",
  required: "Diese Option ist nötig.",
  requiredField: "Dieses Feld ist nötig.",
  pickOne: "Wähle etwas aus der Liste.",
  wholeNumber: "Bitte eine ganze Zahl.",
  number: "Bitte eine Zahl.",
  atLeast: "Bitte mindestens {min}.",
  atMost: "Bitte höchstens {max}.",
  longer: "Bitte mindestens {min} Zeichen.",
  shorter: "Bitte höchstens {max} Zeichen.",
  unknownUser: "Hier gibt es niemanden mit diesem Namen.",
  unknownChannel: "Hier gibt es keinen Kanal mit diesem Namen.",
  yes: "Ja",
  no: "Nein",
  looking: "Suche …",
  nothingFound: "Nichts gefunden.",
  suggestKeys: "Tab nimmt das erste, Enter sendet",
  sending: "Befehl wird gesendet …",
  thinking: "{name} denkt nach …",
  typingOne: "{name} schreibt …",
  typingTwo: "{first} und {second} schreiben …",
  typingMany: "Mehrere Leute schreiben …",
  edited: "(bearbeitet)",
  editedAt: "Bearbeitet: {time}",
  onlyYou: "Nur du kannst das sehen",
  dismiss: "Nachricht ausblenden",
  used: "{user} hat {command} benutzt",
  failed: "Die Anwendung hat nicht geantwortet",
  offline: "{name} ist offline: Befehle und Knöpfe gehen nicht.",
  reconnecting: "Die Verbindung ist weg. Neuer Versuch …",
  newMessages: "Neu",
  jump: "Zu den neuesten Nachrichten",
  beginning: "Hier beginnt {channel}.",
  loading: "Lädt …",
  noChannel: "Es gibt keinen Kanal zu zeigen.",
  today: "heute um {time}",
  yesterday: "gestern um {time}",
  startedThread: "{user} hat einen Thread begonnen: {thread}",
  joined: "{user} ist da.",
  openThread: "Thread öffnen",
  threadClosed: "Dieser Thread ist archiviert. Wer schreibt, öffnet ihn wieder.",
  threadLocked: "Dieser Thread ist gesperrt.",
  alt: "ALT",
  altText: "Beschreibung",
  showAlt: "Beschreibung des Bildes zeigen",
  openImage: "Bild groß zeigen",
  picture: "Bild",
  originalSize: "Original öffnen",
  close: "Schließen",
  spoiler: "Spoiler",
  showSpoiler: "Spoiler zeigen",
  moreActions: "Mehr zu dieser Nachricht",
  copyText: "Text kopieren",
  copyId: "ID kopieren",
  deleteMessage: "Nachricht löschen",
  mention: "Erwähnen",
  writeTo: "Nachricht",
  openAs: "Fenster öffnen als {name}",
  choose: "Triff eine Auswahl",
  search: "Suchen",
  chosen: "{count} von höchstens {max} gewählt",
  chooseMore: "Wähle mindestens {min}.",
  done: "Fertig",
  submit: "Absenden",
  modalFailed: "Etwas ist schiefgegangen. Versuche es noch einmal.",
  unknownUserName: "unbekannt",
  unknownChannelName: "unbekannt",
  role: "Rolle",
  unread: "{name}, ungelesen",
  mentions: "{name}, {count} Erwähnungen",
  archivedThread: "{name} (archiviert)",
  failedRequest: "Das ging nicht: {error}",
  noServer: "Der Server der Spielwiese antwortet nicht.",
  noUser: "„{name}“ gibt es hier nicht. Wähle jemanden:",
};

/** The languages that a user can choose here, in Discord's spelling. */
export const LOCALES = { "en-US": "English", de: "Deutsch" };

let words = ENGLISH;
let language = "en-US";

/**
 * Chooses the language of everything that `t`, `time` and the others say from now on.
 *
 * @param {string | undefined} locale
 */
export function speak(locale) {
  language = locale ?? "en-US";
  words = language.startsWith("de") ? GERMAN : ENGLISH;
  document.documentElement.lang = language.startsWith("de") ? "de" : "en";
}

/**
 * A sentence of the page, with its fields filled in.
 *
 * @param {keyof typeof ENGLISH} key
 * @param {Record<string, string | number>} [fields]
 */
export function t(key, fields = {}) {
  return words[key].replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

/** @param {string | undefined} a @param {string | undefined} b */
export const sameLanguage = (a, b) => a?.slice(0, 2) === b?.slice(0, 2);

/**
 * A point in time in one of Discord's seven styles (`t T d D f F R`).
 *
 * @param {Date} date
 * @param {string} [style]
 */
export function time(date, style = "f") {
  if (Number.isNaN(date.getTime())) return "?";
  if (style === "R") return relative(date);
  /** @type {Record<string, Intl.DateTimeFormatOptions>} */
  const formats = {
    t: { timeStyle: "short" },
    T: { timeStyle: "medium" },
    d: { dateStyle: "short" },
    D: { dateStyle: "long" },
    f: { dateStyle: "long", timeStyle: "short" },
    F: { dateStyle: "full", timeStyle: "short" },
  };
  return new Intl.DateTimeFormat(language, formats[style] ?? formats.f).format(date);
}

/** Each unit, and how many of it make the next. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 365.25 / 12],
  ["month", 12],
  ["year", Infinity],
];

/** Rounded, as Discord does: 71 hours and 50 minutes are 3 days. @param {Date} date */
function relative(date) {
  let amount = (date.getTime() - Date.now()) / 1000;
  for (const [unit, next] of UNITS) {
    const rounded = Math.round(amount);
    if (Math.abs(rounded) < next) {
      return new Intl.RelativeTimeFormat(language, { numeric: rounded ? "always" : "auto" }).format(rounded, unit);
    }
    amount /= next;
  }
  return "";
}

/**
 * When a message was written, as its header says it: "Today at 14:03".
 *
 * @param {Date} date
 */
export function moment(date) {
  const days = Math.round((midnight(new Date()) - midnight(date)) / 86_400_000);
  if (days === 0) return t("today", { time: time(date, "t") });
  if (days === 1) return t("yesterday", { time: time(date, "t") });
  return `${time(date, "d")} ${time(date, "t")}`;
}

/** @param {Date} date */
export const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
