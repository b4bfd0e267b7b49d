// @ts-check
/**
 * The board: its points can be tapped, reached by arrow keys, and read out. A tap means the nearest
 * point that can be chosen, since thumbs are wide. What is laid follows the finger to its place.
 */

/** @import { Choice, View } from "./touch_server.js" */

const SVG = "http://www.w3.org/2000/svg";
const REACH = 2.2;
/** A second tap at the same place, within so many milliseconds and pixels, is none of its own. */
const TWICE = { time: 300, way: 24 };
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @typedef {{name: string, x: number, y: number, node: SVGElement, choices: Choice[]}} Point */

export class Board {
  /** @type {Point[]} */
  #points = [];
  /** @type {SVGSVGElement | null} */
  #svg = null;
  #radius = 1;
  /** @type {[number, number][] | null} */
  #outline = null;
  /** @type {SVGElement | null} */
  #ghost = null;
  #focused = "";
  /** @type {number | null} the pointer by which something is laid */
  #holder = null;
  /** Whether it has been laid: a click that follows means nothing more. */
  #laid = false;
  /** When and where somebody has tapped last. */
  #last = { time: -Infinity, x: 0, y: 0 };

  /**
   * @param {HTMLElement} figure
   * @param {(choices: Choice[]) => void} chosen
   * @param {() => void} missed called for a tap where nothing can be chosen
   */
  constructor(figure, chosen, missed) {
    this.figure = figure;
    this.chosen = chosen;
    this.missed = missed;
    figure.addEventListener("click", (event) => this.#tapped(event));
    figure.addEventListener("keydown", (event) => this.#pressed(event));
    figure.addEventListener("pointerdown", (event) => this.#held(event));
    figure.addEventListener("pointermove", (event) => this.#dragged(event));
    figure.addEventListener("pointerup", (event) => this.#released(event));
    figure.addEventListener("pointercancel", (event) => this.#lost(event));
  }

  /**
   * Shows a board. The point that had the focus keeps it, if it can still be chosen.
   * @param {View} view
   */
  show(view) {
    const held = this.figure.contains(document.activeElement);
    const template = document.createElement("template");
    template.innerHTML = view.svg;
    const svg = /** @type {SVGSVGElement} */ (template.content.firstElementChild);
    svg.removeAttribute("role");
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", view.words.board ?? "");
    for (const node of svg.querySelectorAll("title")) node.remove();
    this.figure.replaceChildren(svg);
    this.#svg = svg;
    this.#outline = view.ghost;
    this.#ghost = null;
    this.figure.classList.toggle("laying", view.ghost !== null);
    if (view.ghost === null && this.#holder !== null) {
      this.#holder = null;
      this.#laid = true;
    }
    this.#points = this.#found(svg, view);
    for (const [number, point] of this.#points.entries()) {
      const said = point.choices.map(({ asked, name, thing }) => [asked, name, thing]);
      point.node.setAttribute("role", "button");
      point.node.setAttribute("aria-label", said.map((one) => one.filter(Boolean).join(" ")).join("; "));
      point.node.setAttribute("tabindex", number ? "-1" : "0");
      point.node.classList.add("free");
      point.node.dataset.value = point.choices.map(({ value }) => value).join(" ");
      point.node.addEventListener("focus", () => this.#moved(point));
    }
    const again = this.#points.find(({ name }) => name === this.#focused) ?? this.#points[0];
    if (again !== undefined) this.#moved(again);
    if (held) again?.node.focus({ preventScroll: true });
  }

  /**
   * The points that can be chosen, as one reads: row by row.
   * @param {SVGSVGElement} svg
   * @param {View} view
   * @returns {Point[]}
   */
  #found(svg, view) {
    /** @type {Map<string, Choice[]>} */
    const choices = new Map();
    for (const one of view.points) choices.set(one.point, [...(choices.get(one.point) ?? []), one]);
    const found = [];
    for (const node of /** @type {NodeListOf<SVGCircleElement>} */ (
      svg.querySelectorAll("[data-point]")
    )) {
      const name = node.dataset.point ?? "";
      this.#radius = node.r.baseVal.value;
      const own = choices.get(name);
      if (own !== undefined) {
        found.push({ name, x: node.cx.baseVal.value, y: node.cy.baseVal.value, node, choices: own });
      } else {
        node.remove();
      }
    }
    const row = this.#radius;
    return found.sort((a, b) => (Math.abs(a.y - b.y) > row ? a.y - b.y : a.x - b.x));
  }

  /** @param {Point} point */
  #moved(point) {
    this.#focused = point.name;
    for (const one of this.#points) one.node.setAttribute("tabindex", one === point ? "0" : "-1");
  }

  /** Puts the focus on the point where it was last, or the first one that can be chosen. */
  focus() {
    const point = this.#points.find(({ name }) => name === this.#focused) ?? this.#points[0];
    point?.node.focus({ preventScroll: true });
    return point !== undefined;
  }

  /**
   * The nearest point that can be chosen, if one is within reach.
   * @param {MouseEvent} event
   */
  #near(event) {
    const group = this.#svg?.querySelector(".spots");
    const matrix = /** @type {SVGGElement | null} */ (group ?? null)?.getScreenCTM();
    if (!matrix) return undefined;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const far = Math.max(REACH * this.#radius, 24 / matrix.a);
    const [near] = this.#points
      .map((point) => ({ point, away: Math.hypot(point.x - x, point.y - y) }))
      .filter(({ away }) => away < (this.#outline === null ? far : 4 * far))
      .sort((a, b) => a.away - b.away);
    return near?.point;
  }

  /**
   * Screen readers click a point itself, and may do so at no place of the window.
   * @param {MouseEvent} event
   */
  #tapped(event) {
    if (event.detail > 0 && this.#laid) return;
    const own = this.#points.find(({ node }) => node === event.target);
    const point = own ?? this.#near(event);
    if (point !== undefined) this.#took(point, event);
    else if (this.#svg !== null) this.missed();
  }

  /**
   * @param {Point} point
   * @param {MouseEvent} event
   */
  #took(point, event) {
    if (this.#isAgain(event)) return;
    this.#moved(point);
    this.chosen(point.choices);
  }

  /**
   * Whether somebody has tapped twice: so soon they can't have seen what the first tap has led to.
   * @param {MouseEvent} event
   */
  #isAgain(event) {
    if (event.type === "click" && event.detail === 0) return false;
    const { clientX: x, clientY: y, timeStamp: time } = event;
    const last = this.#last;
    if (time - last.time < TWICE.time && Math.hypot(x - last.x, y - last.y) < TWICE.way) return true;
    this.#last = { time, x, y };
    return false;
  }

  /**
   * What is laid goes along with one finger, or with the mouse.
   * @param {PointerEvent} event
   */
  #held(event) {
    this.#laid = false;
    if (this.#outline === null || !event.isPrimary || event.button !== 0) return;
    this.#holder = event.pointerId;
    this.figure.setPointerCapture(event.pointerId);
    this.#dragged(event);
  }

  /**
   * Shows where what is laid would lie.
   * @param {PointerEvent} event
   */
  #dragged(event) {
    if (event.pointerId !== this.#holder) return;
    const point = this.#near(event);
    if (point !== undefined) this.#lay(point);
  }

  /**
   * It lies where it was let go: no click follows a finger that has moved.
   * @param {PointerEvent} event
   */
  #released(event) {
    if (event.pointerId !== this.#holder) return;
    this.#holder = null;
    this.#laid = true;
    const point = this.#near(event);
    if (point === undefined) this.#lift();
    else this.#took(point, event);
  }

  /**
   * The browser has taken the finger for something else, such as scrolling.
   * @param {PointerEvent} event
   */
  #lost(event) {
    if (event.pointerId !== this.#holder) return;
    this.#holder = null;
    this.#lift();
  }

  #lift() {
    this.#ghost?.remove();
    this.#ghost = null;
  }

  /** @param {Point} point */
  #lay(point) {
    if (this.#outline === null) return;
    if (this.#ghost === null) {
      this.#ghost = document.createElementNS(SVG, "polygon");
      this.#ghost.classList.add("ghost");
      point.node.parentElement?.prepend(this.#ghost);
    }
    const radius = this.#radius;
    const corners = this.#outline.map(([x, y]) => `${point.x + x * radius},${point.y + y * radius}`);
    this.#ghost.setAttribute("points", corners.join(" "));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const point = this.#points.find(({ node }) => node === document.activeElement);
    if (point === undefined) return;
    const way = WAYS[event.key];
    if (way !== undefined) {
      event.preventDefault();
      const next = this.#beyond(point, way[0], way[1]);
      next?.node.focus();
      if (next !== undefined) this.#lay(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.chosen(point.choices);
    }
  }

  /**
   * The nearest point in a direction; a step aside counts more than one ahead.
   * @param {Point} from
   * @param {number} right
   * @param {number} down
   */
  #beyond(from, right, down) {
    const [next] = this.#points
      .map((point) => {
        const ahead = (point.x - from.x) * right + (point.y - from.y) * down;
        const aside = Math.abs((point.x - from.x) * down) + Math.abs((point.y - from.y) * right);
        return { point, ahead, far: ahead + 2.5 * aside };
      })
      .filter(({ ahead }) => ahead > 0.3 * this.#radius)
      .sort((a, b) => a.far - b.far);
    return next?.point;
  }
}
