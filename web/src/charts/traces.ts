/** Traces: a quantity against sweeps, one line per chain. */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";

import { box, canvas, pointerX, textWidth, tickText, xAxis, yAxis, type Box, type Scale } from "../axes";
import { svg } from "../dom";
import { figure, type Drawn } from "../figure";
import { grouped } from "../format";
import type { Report } from "../report";

type Point = [number, number];
interface Series {
  chain: number;
  points: Point[];
}

const HEIGHT = 200;

function seriesOf(report: Report, key: string, skip: boolean): Series[] {
  const burnIn = report.facts.burn_in;
  return (report.raw.traces ?? []).map(({ chain, sweep, values }) => ({
    chain,
    points: sweep.flatMap((at, i): Point[] => {
      const value = values[key]?.[i];
      return typeof value === "number" && !(skip && at <= burnIn) ? [[at, value]] : [];
    }),
  }));
}

/** The quantities that move: a line of one value says nothing. */
export function moving(report: Report): [string, string][] {
  return (report.raw.charts ?? []).filter(([key]) => {
    const all = seriesOf(report, key, false).flatMap(({ points }) => points);
    return all.some(([, value]) => value !== all[0]?.[1]);
  });
}

function extent(values: number[]): Point {
  const low = values.reduce((a, b) => Math.min(a, b), Infinity),
    high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  return low < high ? [low, high] : [low - 1, high + 1];
}

function shadeBurnIn(to: SVGElement, x: Scale, frame: Box, burnIn: number): void {
  const [first = 0, last = 0] = x.domain();
  if (first >= burnIn) return;
  to.append(
    svg("rect", {
      class: "burn-in",
      x: frame.left,
      y: frame.top,
      height: frame.bottom - frame.top,
      width: x(Math.min(burnIn, last)) - frame.left,
    }),
  );
}

function drawLines(to: SVGElement, series: Series[], x: Scale, y: Scale): void {
  const path = line<Point>(
    ([at]) => x(at),
    ([, value]) => y(value),
  );
  series.forEach(({ points }, i) => {
    if (points.length === 0) return;
    to.append(svg("path", { class: `line s${i % 8}`, d: path(points) }));
  });
  if (series.length <= 9) nameEnds(to, series, x, y);
}

/** The chains' numbers where their lines end, moved apart where the lines meet. */
function nameEnds(to: SVGElement, series: Series[], x: Scale, y: Scale): void {
  const ends = series
    .flatMap(({ chain, points }, i) => {
      const last = points[points.length - 1];
      return last ? [{ chain, i, x: x(last[0]), y: y(last[1]) }] : [];
    })
    .sort((a, b) => a.y - b.y);
  let above = -Infinity;
  for (const end of ends) {
    above = Math.max(end.y, above + 10);
    to.append(svg("text", { class: `end s${end.i % 8}`, x: end.x + 4, y: above + 4 }, String(end.chain)));
  }
}

/** Says the values of every chain at the sweep under the pointer. */
function follow(
  picture: SVGSVGElement,
  series: Series[],
  x: Scale,
  frame: Box,
  say: (text: string) => void,
): void {
  const cursor = svg("line", { class: "cursor", y1: frame.top, y2: frame.bottom, visibility: "hidden" });
  picture.append(cursor);
  picture.addEventListener("pointermove", (event) => {
    const sweep = x.invert(pointerX(event, picture, frame));
    const nearest = series
      .filter(({ points }) => points.length > 0)
      .map(({ chain, points }) => ({
        chain,
        point: points.reduce((a, b) => (Math.abs(b[0] - sweep) < Math.abs(a[0] - sweep) ? b : a)),
      }));
    const at = nearest[0]?.point[0] ?? 0;
    for (const name of ["x1", "x2"]) cursor.setAttribute(name, String(x(at)));
    cursor.setAttribute("visibility", "visible");
    say(
      `sweep ${grouped(at)}: `
        + nearest.map(({ chain, point }) => `chain ${chain} ${tickText(point[1])}`).join(", "),
    );
  });
  picture.addEventListener("pointerleave", () => {
    cursor.setAttribute("visibility", "hidden");
    say("");
  });
}

function draw(
  report: Report,
  [key, title]: [string, string],
  skip: boolean,
  width: number,
  say: (text: string) => void,
): SVGSVGElement {
  const series = seriesOf(report, key, skip),
    all = series.flatMap(({ points }) => points);
  const y = scaleLinear()
    .domain(extent(all.map(([, value]) => value)))
    .nice(5);
  const left = 10 + Math.max(...y.ticks(5).map((value) => textWidth(tickText(value))));
  const frame = box(width, HEIGHT, { left, right: 20 });
  const x = scaleLinear()
    .domain(extent(all.map(([at]) => at)))
    .range([frame.left, frame.right]);
  y.range([frame.bottom, frame.top]);
  const picture = canvas(frame, `${title} by sweep, one line per chain`);
  shadeBurnIn(picture, x, frame, report.facts.burn_in);
  xAxis(picture, x, frame, (x.domain()[0] ?? 0) < report.facts.burn_in ? "sweep (shaded: burn-in)" : "sweep");
  yAxis(picture, y, frame);
  drawLines(picture, series, x, y);
  follow(picture, series, x, frame, say);
  return picture;
}

export function traceFigure(report: Report, chart: [string, string], skip: () => boolean): Drawn {
  const [key, title] = chart;
  return figure({
    title,
    file: `trace-${key.replace(/\W+/g, "-")}`,
    className: "trace",
    draw: (width, say) => draw(report, chart, skip(), width, say),
    values: {
      titles: ["chain", "sweep", "value"],
      rows: () =>
        seriesOf(report, key, skip()).flatMap(({ chain, points }) =>
          points.map(([at, value]) => [chain, at, value]),
        ),
    },
  });
}
