/** The map of topics: near ones use similar words. */
import { Delaunay } from "d3-delaunay";
import { scaleLinear } from "d3-scale";
import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";

import { box, canvas, textWidth, type Box } from "../axes";
import { called, calledShortly, type Context } from "../context";
import { button, h, svg } from "../dom";
import { figure, type Drawn } from "../figure";
import { clipped, percent } from "../format";
import type { Topic } from "../report";
import { go, toTopic } from "../router";

interface Place {
  topic: Topic;
  x: number;
  y: number;
  r: number;
}
interface Label {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const CLOSEST = 1,
  FURTHEST = 40;

interface Reach {
  topics: Topic[];
  x: number[];
  y: number[];
  ends: [number, number, number, number];
}

/** The topics that have a place, and how far the places reach. */
function reachOf({ report }: Context): Reach {
  const { x = [], y = [] } = report.raw.map ?? {};
  const topics = report.topics.filter(({ index }) => Number.isFinite(x[index]) && Number.isFinite(y[index]));
  const xs = topics.map(({ index }) => x[index] ?? 0),
    ys = topics.map(({ index }) => y[index] ?? 0);
  return { topics, x, y, ends: [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)] };
}

/** As high as the places need at that width, within bounds. */
function heightOf(context: Context, width: number): number {
  const [x0, x1, y0, y1] = reachOf(context).ends,
    ratio = (y1 - y0) / Math.max(1e-12, x1 - x0);
  return Math.round(Math.max(260, Math.min(0.85 * width, 520, ratio * width + 60)));
}

function placesOf(context: Context, frame: Box): Place[] {
  const {
    topics,
    x,
    y,
    ends: [x0, x1, y0, y1],
  } = reachOf(context);
  // One scale for both directions: distances on the page are those of the layout.
  const scale = Math.min(
    (frame.right - frame.left) / Math.max(1e-12, x1 - x0),
    (frame.bottom - frame.top) / Math.max(1e-12, y1 - y0),
  );
  const middleX = (frame.left + frame.right) / 2,
    middleY = (frame.top + frame.bottom) / 2;
  const size = scaleLinear()
    .domain([0, 1])
    .range([0, (0.6 * frame.width) ** 2 / 9]);
  const flat = x1 - x0 < 1e-12 && y1 - y0 < 1e-12;
  return topics
    .map((topic) => ({
      topic,
      r: Math.max(2.5, Math.sqrt(size(topic.share))),
      x: flat ? middleX : middleX + ((x[topic.index] ?? 0) - (x0 + x1) / 2) * scale,
      y: flat ? middleY : middleY + ((y[topic.index] ?? 0) - (y0 + y1) / 2) * scale,
    }))
    .sort((a, b) => b.r - a.r);
}

const overlap = (a: Label, b: Label): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

class TopicMap {
  private picture: SVGSVGElement | null = null;
  private places: Place[] = [];
  private frame: Box = box(100, 100, {});
  private at: ZoomTransform = zoomIdentity;
  private chosen = -1;
  private say: (text: string) => void = () => undefined;
  private readonly zoom = zoom<SVGSVGElement, unknown>()
    .scaleExtent([CLOSEST, FURTHEST])
    // A wheel without the control key scrolls the page.
    .filter((event: Event) => event.type !== "wheel" || (event as WheelEvent).ctrlKey)
    .on("zoom", (event: { transform: ZoomTransform }) => {
      this.at = event.transform;
      this.show();
    });

  constructor(private readonly context: Context) {}

  draw(width: number, say: (text: string) => void): SVGSVGElement {
    this.say = say;
    this.frame = box(width, heightOf(this.context, width), { left: 30, right: 30, top: 30, bottom: 30 });
    this.places = placesOf(this.context, this.frame);
    this.picture = canvas(
      this.frame,
      "Map of topics: near ones use similar words. Arrow keys go from topic to topic, Enter opens one.",
      "group",
    );
    this.picture.setAttribute("tabindex", "0");
    this.picture.classList.add("map");
    this.zoom
      .extent([
        [0, 0],
        [width, this.frame.height],
      ])
      .translateExtent([
        [0, 0],
        [width, this.frame.height],
      ]);
    select(this.picture).call(this.zoom).on("dblclick.zoom", null);
    this.listen(this.picture);
    this.show();
    return this.picture;
  }

  scale(factor: number): void {
    if (this.picture) select(this.picture).call(this.zoom.scaleBy.bind(this.zoom), factor);
  }

  whole(): void {
    if (this.picture) select(this.picture).call(this.zoom.transform.bind(this.zoom), zoomIdentity);
  }

  private listen(picture: SVGSVGElement): void {
    picture.addEventListener("pointermove", (event) => this.choose(this.nearest(event)));
    picture.addEventListener("pointerleave", () => this.choose(-1));
    picture.addEventListener("click", (event) => {
      const place = this.places[this.nearest(event)];
      if (place) go(toTopic(place.topic.number));
    });
    picture.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const place = this.places[this.chosen];
      if (step) this.choose((this.chosen + step + this.places.length) % this.places.length);
      else if (event.key === "Enter" && place) go(toTopic(place.topic.number));
      else return;
      event.preventDefault();
    });
  }

  private nearest(event: PointerEvent | MouseEvent): number {
    const seen = this.picture?.getBoundingClientRect();
    if (!seen || this.places.length === 0) return -1;
    const x = ((event.clientX - seen.left) / seen.width) * this.frame.width;
    const y = ((event.clientY - seen.top) / seen.height) * this.frame.height;
    const spots = this.places.map((place) => this.spot(place));
    const found = Delaunay.from(spots).find(x, y),
      [a = 0, b = 0] = spots[found] ?? [];
    return Math.hypot(a - x, b - y) < 24 + (this.places[found]?.r ?? 0) * this.growth() ? found : -1;
  }

  private choose(i: number): void {
    if (i === this.chosen) return;
    this.chosen = i;
    const place = this.places[i];
    this.say(
      place ? `Topic ${called(this.context, place.topic)}: ${percent(place.topic.share)} of the tokens` : "",
    );
    this.show();
  }

  /** Circles grow more slowly than distances, so that zooming in takes them apart. */
  private growth(): number {
    return Math.sqrt(this.at.k);
  }
  private spot({ x, y }: Place): [number, number] {
    return [this.at.applyX(x), this.at.applyY(y)];
  }

  private show(): void {
    if (!this.picture) return;
    const inside = this.places
      .map((place, i) => ({ place, i, spot: this.spot(place), r: place.r * this.growth() }))
      .filter(
        ({ spot: [x, y] }) => x > -20 && x < this.frame.width + 20 && y > -20 && y < this.frame.height + 20,
      );
    const circles = inside.map(({ i, spot: [cx, cy], r }) =>
      svg("circle", { class: i === this.chosen ? "spot chosen" : "spot", cx, cy, r }),
    );
    this.picture.replaceChildren(...circles, ...this.labels(inside));
  }

  /** Names where there is room, those of large topics first; the chosen one always. */
  private labels(inside: { place: Place; i: number; spot: [number, number] }[]): SVGElement[] {
    const taken: Label[] = [],
      result: SVGElement[] = [];
    const first = inside.filter(({ i }) => i === this.chosen);
    for (const {
      place,
      i,
      spot: [x, y],
    } of [...first, ...inside]) {
      const text = clipped(calledShortly(this.context, place.topic), 22),
        half = textWidth(text) / 2 + 3;
      const middle = Math.max(half, Math.min(this.frame.width - half, x));
      const label = { left: middle - half, right: middle + half, top: y - 9, bottom: y + 9 };
      if (taken.length >= 28 || taken.some((other) => overlap(label, other))) continue;
      taken.push(label);
      result.push(
        svg(
          "text",
          {
            class: i === this.chosen ? "spot-name chosen" : "spot-name",
            x: middle,
            y: y + 4,
            "text-anchor": "middle",
          },
          text,
        ),
      );
    }
    return result;
  }
}

export function mapFigure(context: Context): Drawn | null {
  const { report } = context;
  if (!report.raw.map || report.topics.length < 3) return null;
  const map = new TopicMap(context);
  const { distance, explained } = report.raw.map;
  const note =
    `Near topics use similar words${distance ? ` (${distance} distance)` : ""}; `
    + "the larger a circle, the more tokens. "
    + (typeof explained === "number"
      ? `Two dimensions keep ${percent(explained)} of the squared distances`
      : "Two dimensions keep a part of the distances")
    + ", so near topics may yet differ: the tree beside it uses the distances as they are. "
    + "Directions mean nothing.";
  return figure({
    title: "Map",
    note: h("span", {}, note),
    file: "topic-map",
    className: "map-figure",
    draw: (width, say) => map.draw(width, say),
    tools: [
      button("+", () => map.scale(1.6), { "aria-label": "Zoom in" }),
      button("−", () => map.scale(1 / 1.6), { "aria-label": "Zoom out" }),
      button("whole", () => map.whole(), { "aria-label": "whole: show the whole map" }),
    ],
    values: {
      titles: ["topic", "name", "x", "y", "share"],
      rows: () =>
        report.topics.map((topic) => [
          topic.number,
          context.names.of(topic),
          report.raw.map?.x[topic.index] ?? null,
          report.raw.map?.y[topic.index] ?? null,
          topic.share,
        ]),
    },
  });
}
