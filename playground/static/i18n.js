/** The page's own texts in English and German, and each language's format for dates. */

const ENGLISH = {
  title: "Playground",
  hello: "Try out {bot}",
  whatItIs:
    "{bot} is a Discord bot for playing board games. This page stands in for Discord: everything here runs on your own machine, so you can try whatever you like.",
  who: "Who do you want to be?",
  whoHint:
    "Then press a button under {bot}’s message in the first channel; if there is none, say hello. To play against yourself, open a second window as somebody else.",
  secondWindow: "Open a second window as",
  directMessages: "Direct messages",
  servers: "Servers",
  channels: "Channels",
  events: "Events",
  members: "Members",
  people: "People – {count}",
  apps: "Apps – {count}",
  app: "App",
  threads: "Threads",
  noThreads: "There are no threads here yet.",
  archived: "Archived",
  openMenu: "Show channels",
  showMembers: "Show members",
  switchUser: "You are {name}: switch user, language, settings",
  switchTo: "Switch user in this window",
  settings: "Settings",
  language: "Language",
  dmsOpen: "Allow direct messages",
  dmsHint: "from the app",
  installed: "App added to my account",
  installedHint: "available on other servers, too",
  write: "Message {channel}",
  writeHint: "Message {channel}, or / for commands",
  commands: "Commands",
  noCommands: "No matching commands.",
  noCommandsYet: "The app has no commands here.",
  unknownCommand: "There is no command “{name}” here.",
  send: "Send",
  cancel: "Cancel",
  leaveCommand: "Discard this command",
  optional: "optional",
  addOption: "Add option {name}",
  removeOption: "Remove option {name}",
  required: "This option is required.",
  requiredField: "This field is required.",
  pickOne: "Choose one from the list.",
  wholeNumber: "Enter a whole number.",
  number: "Enter a number.",
  atLeast: "Enter at least {min}.",
  atMost: "Enter at most {max}.",
  longer: "Enter at least {min} characters.",
  shorter: "Enter at most {max} characters.",
  unknownUser: "Nobody here has this name.",
  unknownChannel: "No channel here has this name.",
  yes: "True",
  no: "False",
  looking: "Looking…",
  nothingFound: "Nothing found.",
  suggestKeys: "Tab picks the first, Enter sends",
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
  offline: "{name} is offline. Commands and buttons don’t work.",
  reconnecting: "Connection lost. Reconnecting…",
  newMessages: "New",
  jump: "Jump to the newest messages",
  beginning: "This is the beginning of {channel}.",
  beginHere: "New here? Begin with:",
  mentionApp: "Say hello to {bot}",
  loading: "Loading…",
  noChannel: "No channels to show.",
  today: "Today at {time}",
  yesterday: "Yesterday at {time}",
  startedThread: "{user} started a thread: {thread}",
  joined: "{user} joined.",
  openThread: "Open thread",
  threadClosed: "This thread is archived. Send a message to reopen it.",
  threadLocked: "This thread is locked.",
  alt: "ALT",
  altText: "Description",
  showAlt: "Show the description of the picture",
  openImage: "Enlarge the picture",
  picture: "Picture",
  message: "Message",
  notLoaded: "Message could not be loaded",
  originalSize: "Open the original",
  close: "Close",
  spoiler: "Spoiler",
  showSpoiler: "Show the spoiler",
  moreActions: "More actions for this message",
  copyText: "Copy text",
  copyId: "Copy ID",
  deleteMessage: "Delete message",
  mention: "Mention",
  writeTo: "Message",
  openAs: "Open a window as {name}",
  choose: "Make a selection",
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
  failedRequest: "That didn’t work: {error}",
  noServer: "The playground’s server isn’t responding.",
  noUser: "Nobody here is called “{name}”. Choose someone:",
};

/** @type {typeof ENGLISH} */
const GERMAN = {
  title: "Spielwiese",
  hello: "{bot} ausprobieren",
  whatItIs:
    "{bot} ist ein Discord-Bot, mit dem man Brettspiele spielt. Diese Seite tut so, als wäre sie Discord: Alles läuft auf deinem eigenen Rechner, also probier ruhig alles aus.",
  who: "Wer möchtest du sein?",
  whoHint:
    "Drück dann einen Knopf unter der Nachricht von {bot} im ersten Kanal; ist dort keine, sag hallo. Um gegen dich selbst zu spielen, öffne ein zweites Fenster als jemand anders.",
  secondWindow: "Ein zweites Fenster öffnen als",
  directMessages: "Direktnachrichten",
  servers: "Server",
  channels: "Kanäle",
  events: "Events",
  members: "Mitglieder",
  people: "Leute – {count}",
  apps: "Apps – {count}",
  app: "App",
  threads: "Threads",
  noThreads: "Hier gibt es noch keine Threads.",
  archived: "Archiviert",
  openMenu: "Kanäle zeigen",
  showMembers: "Mitglieder zeigen",
  switchUser: "Du bist {name}: Person wechseln, Sprache, Einstellungen",
  switchTo: "In diesem Fenster die Person wechseln",
  settings: "Einstellungen",
  language: "Sprache",
  dmsOpen: "Direktnachrichten erlauben",
  dmsHint: "von der App",
  installed: "App zu meinem Konto hinzugefügt",
  installedHint: "auch auf anderen Servern verfügbar",
  write: "Nachricht an {channel}",
  writeHint: "Nachricht an {channel} oder / für Befehle",
  commands: "Befehle",
  noCommands: "Keine passenden Befehle.",
  noCommandsYet: "Die App hat hier keine Befehle.",
  unknownCommand: "Den Befehl „{name}“ gibt es hier nicht.",
  send: "Senden",
  cancel: "Abbrechen",
  leaveCommand: "Diesen Befehl verwerfen",
  optional: "optional",
  addOption: "Option {name} hinzufügen",
  removeOption: "Option {name} entfernen",
  required: "Diese Option ist erforderlich.",
  requiredField: "Dieses Feld ist erforderlich.",
  pickOne: "Wähle etwas aus der Liste.",
  wholeNumber: "Gib eine ganze Zahl ein.",
  number: "Gib eine Zahl ein.",
  atLeast: "Gib mindestens {min} ein.",
  atMost: "Gib höchstens {max} ein.",
  longer: "Gib mindestens {min} Zeichen ein.",
  shorter: "Gib höchstens {max} Zeichen ein.",
  unknownUser: "Hier gibt es niemanden mit diesem Namen.",
  unknownChannel: "Hier gibt es keinen Kanal mit diesem Namen.",
  yes: "Ja",
  no: "Nein",
  looking: "Suche …",
  nothingFound: "Nichts gefunden.",
  suggestKeys: "Tab wählt den ersten Vorschlag, Enter sendet",
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
  offline: "{name} ist offline. Befehle und Knöpfe funktionieren nicht.",
  reconnecting: "Verbindung verloren. Neuer Versuch …",
  newMessages: "Neu",
  jump: "Zu den neuesten Nachrichten",
  beginning: "Hier beginnt {channel}.",
  beginHere: "Neu hier? Fang damit an:",
  mentionApp: "Sag {bot} hallo",
  loading: "Lädt …",
  noChannel: "Keine Kanäle vorhanden.",
  today: "heute um {time}",
  yesterday: "gestern um {time}",
  startedThread: "{user} hat einen Thread begonnen: {thread}",
  joined: "{user} ist beigetreten.",
  openThread: "Thread öffnen",
  threadClosed: "Dieser Thread ist archiviert. Eine neue Nachricht öffnet ihn wieder.",
  threadLocked: "Dieser Thread ist gesperrt.",
  alt: "ALT",
  altText: "Beschreibung",
  showAlt: "Beschreibung des Bildes zeigen",
  openImage: "Bild vergrößern",
  picture: "Bild",
  message: "Nachricht",
  notLoaded: "Nachricht konnte nicht geladen werden",
  originalSize: "Original öffnen",
  close: "Schließen",
  spoiler: "Spoiler",
  showSpoiler: "Spoiler zeigen",
  moreActions: "Weitere Aktionen für diese Nachricht",
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
  modalFailed: "Etwas ist schiefgegangen. Versuch es noch einmal.",
  unknownUserName: "unbekannt",
  unknownChannelName: "unbekannt",
  role: "Rolle",
  unread: "{name}, ungelesen",
  mentions: "{name}, {count} Erwähnungen",
  archivedThread: "{name} (archiviert)",
  failedRequest: "Das hat nicht geklappt: {error}",
  noServer: "Der Server der Spielwiese antwortet nicht.",
  noUser: "Hier heißt niemand „{name}“. Wähle jemanden:",
};

/** The languages that a user can choose here, by Discord's locales. */
export const LOCALES = { "en-US": "English", de: "Deutsch" };

let words = ENGLISH;
let language = "en-US";

/**
 * Sets the language that `t`, `time` and the others use from now on.
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
 * The time of a message for its header: "Today at 14:03".
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
