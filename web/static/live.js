// @ts-check
/**
 * Keeps the page of a running match up to date: when something has happened, the page is asked for
 * again, and its content put in the place of the old one. Without this script the page is complete.
 */

/** Milliseconds within which all who watch ask for the page again: not all at the same time. */
const SPREAD = 1000;

const main = /** @type {HTMLElement} */ (document.getElementById("content"));

/** Shows the page as it is now. What had the focus keeps it, if it is still there. */
async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (answer.status === 404) {
    location.reload();
    return;
  }
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const content = fresh.getElementById("content");
  if (content === null) return;
  const focused = document.activeElement?.getAttribute("href");
  main.replaceChildren(...content.childNodes);
  if (focused && focused !== "#content") {
    const again = [...main.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused);
    again?.focus();
  }
}

/** Listens for as long as the match goes on. */
function listen() {
  const place = /** @type {HTMLElement | null} */ (main.querySelector("[data-live]"));
  const source = place?.dataset.live;
  if (!source) return;
  const events = new EventSource(source);
  events.addEventListener("message", async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD));
    await refresh();
    if (main.querySelector("[data-live]") === null) events.close();
  });
  events.addEventListener("gone", () => {
    events.close();
    location.reload();
  });
  addEventListener("pagehide", () => events.close(), { once: true });
}

addEventListener("pageshow", (event) => {
  if (event.persisted) listen();
});

listen();
