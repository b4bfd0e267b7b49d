// @ts-check
/**
 * What the page of a board to touch asks of the server. The link's secret stands behind the # of the
 * address and goes into a header, so that no log and no other page gets to see it.
 */

/**
 * @typedef {{value: string, point: string, asked: string, name: string, thing: string}} Choice
 * Something that can be chosen, at a point of the board or beside it.
 *
 * @typedef {object} View
 * @property {string} title
 * @property {string} players
 * @property {string} language
 * @property {string} mark Another one whenever something has happened.
 * @property {number} seq
 * @property {number} length
 * @property {string} stem
 * @property {string} standing
 * @property {string[]} news
 * @property {string} position
 * @property {string} svg
 * @property {Choice[]} points
 * @property {Choice[]} buttons
 * @property {[number, number][] | null} ghost
 * @property {Choice[]} instead
 * @property {string} asked
 * @property {string} draft
 * @property {string} warning
 * @property {boolean} back
 * @property {boolean} reset
 * @property {boolean} confirm
 * @property {Record<string, string>} words
 * @property {boolean} refused
 * @property {string} said
 *
 * @typedef {"look" | "pick" | "back" | "reset" | "confirm"} Act
 */

/** The link isn't valid any more. */
export class Void extends Error {}

/** Something is wrong on the server's side: asking again would not help. */
export class Broken extends Error {}

const PAUSE = 3000;
/** How long an answer is awaited, and how long a stream may be silent: the server speaks every 20 seconds. */
const PATIENCE = 30_000;
const SILENCE = 45_000;

/** @param {number} milliseconds */
function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Ends a request after this time without a sign of life: on the way, a connection can be lost without
 * anybody being told.
 * @param {number} milliseconds
 */
function patience(milliseconds) {
  const stop = new AbortController();
  let timer = 0;
  const end = () => clearTimeout(timer);
  const renew = () => {
    end();
    timer = setTimeout(() => stop.abort(), milliseconds);
  };
  renew();
  return { signal: stop.signal, renew, end };
}

/** What the server says to the holder of a link. */
export class Server {
  /**
   * @param {string} turn where turns are asked for
   * @param {string} events where news are streamed
   */
  constructor(turn, events) {
    this.turn = turn;
    this.events = events;
  }

  /** @returns {Record<string, string>} */
  get headers() {
    return { Authorization: `Bearer ${location.hash.slice(1)}` };
  }

  /**
   * Does something with the turn that was seen, and says how it stands then.
   * @param {Act} act
   * @param {View | null} seen
   * @param {string} value
   * @param {string} stem
   * @returns {Promise<View>}
   */
  async ask(act, seen, value = "", stem = seen?.stem ?? "") {
    const body = { act, seq: seen?.seq ?? 0, length: seen?.length ?? 0, stem, value };
    const { signal, end } = patience(PATIENCE);
    try {
      const answer = await fetch(this.turn, {
        method: "POST",
        headers: { ...this.headers, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        cache: "no-store",
        signal,
      });
      if (answer.status === 401) throw new Void();
      if (answer.status === 500) throw new Broken(answer.headers.get("X-Reference") ?? "–");
      if (!answer.ok) throw new Error(`${answer.status}`);
      return await answer.json();
    } finally {
      end();
    }
  }

  /**
   * Calls back whenever something has happened after what was seen last, until the link is void.
   * @param {() => string} seen the mark of what was seen last
   * @param {() => void} happened
   */
  async listen(seen, happened) {
    for (;;) {
      const { signal, renew, end } = patience(SILENCE);
      try {
        const headers = { ...this.headers, "Last-Event-ID": seen() };
        const answer = await fetch(this.events, { headers, cache: "no-store", signal });
        if (answer.status === 401) {
          happened();
          return;
        }
        if (answer.ok && answer.body !== null) await this.#hear(answer.body, seen, happened, renew);
      } catch {
        // The stream ended or fell silent, or the server can't be reached: it is asked again.
      } finally {
        end();
      }
      await wait(PAUSE);
    }
  }

  /**
   * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
   * @param {() => string} seen
   * @param {() => void} happened
   * @param {() => void} alive
   */
  async #hear(body, seen, happened, alive) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let heard = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      const messages = (heard + value).split("\n\n");
      heard = messages.pop() ?? "";
      for (const message of messages) {
        const data = /^data: (.*)$/m.exec(message)?.[1];
        if (data !== undefined && data !== seen()) happened();
      }
    }
  }
}
