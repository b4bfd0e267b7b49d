/** What the server refuses is said in English; this says it in the user's language. */

/**
 * The server's sentences in German. What it has filled in stands where `{}` is. Those that say more come first.
 *
 * @type {Record<string, string>}
 */
const GERMAN = {
  "The bot is not online.": "Der Bot ist nicht online.",
  "The bot did not answer in time.": "Der Bot hat nicht rechtzeitig geantwortet.",
  "Choose a user first.": "Wähle erst, wer du sein möchtest.",
  "The body must be a JSON object.": "Die Anfrage muss ein JSON-Objekt sein.",
  "There is no such channel.": "Diesen Kanal gibt es nicht.",
  "You cannot see this channel.": "Du siehst diesen Kanal nicht.",
  "This message no longer exists.": "Diese Nachricht gibt es nicht mehr.",
  "This message has no such button or menu.": "Diese Nachricht hat diesen Knopf oder dieses Menü nicht.",
  "This is disabled.": "Das ist gerade nicht verfügbar.",
  "This is not in the menu.": "Das steht nicht im Menü.",
  "You can only change yourself.": "Du kannst nur dich selbst ändern.",
  "This language is not supported.": "Diese Sprache gibt es hier nicht.",
  "A message must have 1 to 2000 characters.": "Eine Nachricht muss 1 bis 2000 Zeichen haben.",
  "Only your own ephemeral messages can be dismissed.":
    "Nur Nachrichten, die allein du siehst, kannst du ausblenden.",
  "Only your own messages can be deleted.": "Nur deine eigenen Nachrichten kannst du löschen.",
  "This form is not open.": "Dieses Formular ist nicht offen.",
  "A file needs a filename and data.": "Eine Datei braucht einen Namen und einen Inhalt.",
  "The file is too large.": "Die Datei ist zu groß.",
  "There is no command “{}” here.": "Den Befehl „{}“ gibt es hier nicht.",
  "There is no option “{}”.": "Die Option „{}“ gibt es nicht.",
  "There is no “{}” here.": "„{}“ gibt es hier nicht.",
  "“{}” has no autocomplete.": "„{}“ macht keine Vorschläge.",
  "“{}” is required.": "„{}“ ist erforderlich.",
  "“{}” is not a choice of “{}”.": "„{}“ steht bei „{}“ nicht zur Wahl.",
  "“{}” must be true or false.": "„{}“ muss Ja oder Nein sein.",
  "“{}” must have {} to {} characters.": "„{}“ muss {} bis {} Zeichen haben.",
  "“{}” must be a number.": "„{}“ muss eine Zahl sein.",
  "“{}” is out of range.": "„{}“ ist zu groß oder zu klein.",
  "The form has no field “{}”.": "Das Formular hat kein Feld „{}“.",
  "Choose {} to {}.": "Wähle {} bis {}.",
  "Choose {}.": "Wähle {}.",
};

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Each with what it looks like, and what takes its place. */
const PATTERNS = Object.entries(GERMAN).map(([sentence, german]) => ({
  looks: new RegExp(`^${sentence.split("{}").map(escaped).join("(.*)")}$`, "s"),
  german,
}));

/**
 * A sentence of the server in the page's language. One that isn't known stays as it is.
 *
 * @param {string} sentence
 */
export function refusal(sentence) {
  if (document.documentElement.lang !== "de") return sentence;
  for (const { looks, german } of PATTERNS) {
    const [whole, ...fields] = looks.exec(sentence) ?? [];
    if (whole !== undefined) return german.replace(/\{\}/g, () => fields.shift() ?? "");
  }
  return sentence;
}
