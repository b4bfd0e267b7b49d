// @ts-check
/**
 * Keeps the page of a running match up to date: when something has happened, the page is asked for
 * again, and its content put in the place of the old one. Without this script the page is complete.
 */

/** Milliseconds within which all who watch ask for the page again: not all at the same time. */
const SPREAD = 1000;

/** The shortest and the longest pause before something is tried again that has failed, in milliseconds. */
const PAUSE = 3000;
const LONGEST = 60_000;

const main = /** @type {HTMLElement} */ (document.getElementById("content"));

/**
 * What screen readers are told. It stands beside the content, since they say only what changes in an
 * element that stays.
 */
const aloud = document.createElement("p");
aloud.className = "aloud";
aloud.setAttribute("role", "status");

/** @type {EventSource | null} */
let events = null;
let refreshing = false;
let outdated = false;

/** @param {number} milliseconds */
function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A pause after so many failures in a row, another one for everybody. @param {number} failures */
function pause(failures) {
  return wait(Math.min(PAUSE * 2 ** failures, LONGEST) + Math.random() * SPREAD);
}

/**
 * Shows the page as it is now, however often that has to be tried. One answer is awaited at a time,
 * so no older one takes the place of a newer.
 */
async function refresh() {
  outdated = true;
  if (refreshing) return;
  refreshing = true;
  for (let failures = 0; outdated; ) {
    outdated = false;
    if (await shown().catch(() => false)) {
      failures = 0;
    } else {
      outdated = true;
      await pause(failures++);
    }
  }
  refreshing = false;
  if (!source()) silence();
}

/** Asks for the page, and shows it. Whether there was an answer to show. */
async function shown() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (answer.status === 404) {
    location.reload();
    return true;
  }
  if (!answer.ok) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const content = fresh.getElementById("content");
  if (content !== null) put(content);
  return true;
}

/**
 * Puts this content in the place of the old one. What had the focus keeps it, if it is still there;
 * the list of turns stays where it was scrolled to, or at its end.
 * @param {HTMLElement} content
 */
function put(content) {
  const focused = document.activeElement?.getAttribute("href");
  const { top, atEnd } = scrolled(main.querySelector(".turns"));
  const said = main.querySelector(".state")?.textContent;
  main.replaceChildren(...content.childNodes);
  const turns = main.querySelector(".turns");
  if (turns !== null) turns.scrollTop = atEnd ? turns.scrollHeight : top;
  const saying = main.querySelector(".state")?.textContent ?? "";
  if (saying !== said) aloud.textContent = saying;
  if (focused && focused !== "#content") {
    const again = [...main.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused);
    again?.focus({ preventScroll: true });
  }
}

/** @param {Element | null} list */
function scrolled(list) {
  if (list === null) return { top: 0, atEnd: false };
  const { scrollTop, clientHeight, scrollHeight } = list;
  const far = scrollHeight > clientHeight;
  return { top: scrollTop, atEnd: far && scrollTop + clientHeight >= scrollHeight - 1 };
}

function silence() {
  events?.close();
  events = null;
}

/** The address of the stream of what happens after what is shown, for as long as the match goes on. */
function source() {
  return /** @type {HTMLElement | null} */ (main.querySelector("[data-live]"))?.dataset.live;
}

/**
 * Listens for as long as the match goes on.
 * @param {number} [failures] how often in a row that has failed
 */
function listen(failures = 0) {
  silence();
  const address = source();
  if (!address) return;
  const stream = new EventSource(address);
  events = stream;
  stream.addEventListener("open", () => {
    failures = 0;
  });
  stream.addEventListener("message", async () => {
    await wait(Math.random() * SPREAD);
    await refresh();
  });
  stream.addEventListener("gone", () => {
    silence();
    location.reload();
  });
  stream.addEventListener("error", async () => {
    // A stream that has ended is asked for again by itself; one that was refused, as by a proxy
    // behind which the server is being started, never is.
    if (stream.readyState !== EventSource.CLOSED) return;
    await pause(failures);
    if (events !== stream) return;
    await refresh();
    if (events === stream) listen(failures + 1);
  });
}

addEventListener("pagehide", silence);
addEventListener("pageshow", (event) => {
  if (event.persisted) listen();
});

if (source()) document.body.append(aloud);
listen();
