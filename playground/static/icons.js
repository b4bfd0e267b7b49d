/** The page's icons, drawn on a grid of 24 units with one stroke. */

const NS = "http://www.w3.org/2000/svg";

/** @type {Record<string, string[]>} */
const PATHS = {
  hash: ["M5 9h15", "M4 15h15", "M10.5 3.5 8 20.5", "M16 3.5 13.5 20.5"],
  thread: ["M4 5h16v11h-8l-5 4v-4H4z", "M8 9h8", "M8 12h5"],
  lock: ["M6 11h12v9H6z", "M8.5 11V8a3.5 3.5 0 0 1 7 0v3"],
  archive: ["M4 5h16v4H4z", "M5.5 9v10h13V9", "M10 13h4"],
  at: ["M15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0v1.2c0 3 4.5 3 4.5-1.2a8 8 0 1 0-3.2 6.4"],
  message: ["M4 5h16v12H9l-5 4z"],
  people: [
    "M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5z",
    "M3 19.5c0-3.3 2.6-5.5 6-5.5s6 2.2 6 5.5",
    "M15.5 5.4a3.2 3.2 0 0 1 0 5.8",
    "M17.3 14.6c2.2.7 3.7 2.5 3.7 4.9",
  ],
  menu: ["M4 7h16", "M4 12h16", "M4 17h16"],
  close: ["M6 6l12 12", "M18 6 6 18"],
  more: ["M5.5 12h.01", "M12 12h.01", "M18.5 12h.01"],
  chevron: ["M6 9.5l6 6 6-6"],
  check: ["M5 12.5l4.5 4.5L19 7.5"],
  send: ["M4 12 20 4.5 14.5 20l-3.2-6.5z", "M11.3 13.5 20 4.5"],
  slash: ["M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z", "M14.5 8l-5 8"],
  eye: ["M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z", "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"],
  external: ["M13.5 4.5h6v6", "M19.5 4.5 11 13", "M18 14v5.5H4.5V6H10"],
  gear: [
    "M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z",
    "M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
  ],
  window: ["M4 5h16v14H4z", "M4 9h16", "M12 12v4", "M10 14h4"],
  trash: ["M5 7h14", "M10 4h4", "M7 7l1 13h8l1-13", "M10.5 11v5", "M13.5 11v5"],
  copy: ["M9 9h11v11H9z", "M15 9V4H4v11h5"],
  file: ["M6 3h8l4 4v14H6z", "M14 3v4h4"],
  robot: ["M5 9h14v10H5z", "M12 9V5", "M12 4.5h.01", "M9.5 13v2", "M14.5 13v2", "M2.5 13v3", "M21.5 13v3"],
  swap: ["M4 8h14l-3.5-3.5", "M20 16H6l3.5 3.5"],
  warning: ["M12 4 2.5 20h19z", "M12 10v5", "M12 17.5h.01"],
  down: ["M12 5v14", "M6 13l6 6 6-6"],
  clock: ["M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "M12 8v4.5l3 2"],
  mail: ["M4 6h16v12H4z", "M4 7l8 6 8-6"],
  plus: ["M12 5v14", "M5 12h14"],
};

/**
 * An icon; decoration only, so name the button that holds it.
 *
 * @param {keyof typeof PATHS} name
 * @param {number} [size]
 * @returns {SVGSVGElement}
 */
export function icon(name, size = 20) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  for (const data of PATHS[name]) {
    const path = document.createElementNS(NS, "path");
    path.setAttribute("d", data);
    svg.append(path);
  }
  return svg;
}
