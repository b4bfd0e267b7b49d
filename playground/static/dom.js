/** Creates elements without markup, so that text always stays text. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element. `on` holds listeners, `style` CSS properties, `data` data attributes; every other property is an
 * attribute (`true` without a value; `false`, `null` and `undefined` not at all).
 *
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") {
      for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    } else if (key === "style") {
      for (const [property, text] of Object.entries(value)) node.style.setProperty(property, String(text));
    } else if (key === "data") {
      Object.assign(node.dataset, value);
    } else {
      node.setAttribute(key, value === true ? "" : String(value));
    }
  }
  node.append(...present(children));
  return node;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Replaces what an element contains; the focus stays on the element with the same `data-key`.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && parent.contains(focused) ? focused.dataset.key : undefined;
  parent.replaceChildren(...present(children));
  if (key === undefined) return;
  const again = parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * The element with this id in index.html.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`no element #${id}`);
  return node;
}

/**
 * The address, if a link or picture may use it: this server or the web, never `javascript:`.
 *
 * @param {string | null | undefined} url
 * @returns {string | null}
 */
export function safeUrl(url) {
  if (!url) return null;
  try {
    const { protocol, href } = new URL(url, location.href);
    return protocol === "http:" || protocol === "https:" ? href : null;
  } catch {
    return null;
  }
}

/**
 * The address, if the page can show it as a picture: files of this server only, since the page works offline.
 *
 * @param {string | null | undefined} url
 * @returns {string | null}
 */
export function localUrl(url) {
  const href = safeUrl(url);
  return href && new URL(href).origin === location.origin ? href : null;
}

/** Whether the window is as narrow as a phone. Panels then become drawers, and menus become sheets at the bottom. */
export const narrow = window.matchMedia("(max-width: 720px)");

/** Whether touch is the only pointer. Keyboard hints are then left out. */
export const touchOnly = window.matchMedia("(hover: none)");

let counter = 0;

/**
 * A new id for `aria-…` references.
 *
 * @param {string} prefix
 */
export function freshId(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}
