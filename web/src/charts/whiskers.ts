/** Rows of a name, a bar or dot, and its interval: a topic's words, or a topic by the groups of a field. */
import { scaleLinear } from "d3-scale";

import { box, canvas, fitted, percentTick, spoken, textWidth, xAxis } from "../axes";
import { svg } from "../dom";
import { percent, rangeText } from "../format";
import type { Interval } from "../types";

export interface Whisker extends Interval {
  name: string;
  hash?: string | undefined;
  value: number | null;
  aside?: string;
}

const ROW = 22;

interface Layout {
  from: (row: number) => number;
  x: (value: number) => number;
  nameRight: number;
  right: number;
  room: number;
}

function drawRow(to: SVGElement, row: Whisker, i: number, { from, x, nameRight, right, room }: Layout): void {
  const middle = from(i) + ROW / 2;
  const shown = fitted(row.name, room, 13);
  const name = svg("text", { class: "row-name", x: nameRight, y: middle + 4, "text-anchor": "end" }, shown);
  to.append(row.hash ? svg("a", { href: row.hash, "aria-label": spoken(shown, row.name) }, name) : name);
  if (row.value === null) return;
  const g = svg(
    "g",
    { class: "whisker" },
    svg("title", {}, `${row.name}: ${percent(row.value)} ${rangeText(row)}`.trim()),
    svg("rect", {
      class: "fill",
      x: x(0),
      y: from(i) + 4,
      width: Math.max(1, x(row.value) - x(0)),
      height: ROW - 8,
      rx: 2,
    }),
  );
  if (row.low !== null && row.high !== null)
    g.append(
      svg("line", { class: "reach", x1: x(row.low), x2: x(row.high), y1: middle, y2: middle }),
      ...[row.low, row.high].map((end) =>
        svg("line", { class: "reach", x1: x(end), x2: x(end), y1: middle - 4, y2: middle + 4 }),
      ),
      svg("circle", { class: "dot", cx: x(row.value), cy: middle, r: 3 }),
    );
  to.append(g);
  if (row.aside)
    to.append(svg("text", { class: "tick", x: right, y: middle + 4, "text-anchor": "end" }, row.aside));
}

/** @param axis  the name of the values; @param aside  that of the texts at the right, if rows have them */
export function whiskers(
  rows: Whisker[],
  width: number,
  label: string,
  axis: string,
  aside = "",
): SVGSVGElement {
  const nameSpace = Math.min(0.36 * width, 12 + Math.max(30, ...rows.map(({ name }) => textWidth(name, 13))));
  const asideSpace = aside ? 62 : 8;
  const frame = box(width, 22 + ROW * rows.length + 36, { left: nameSpace, right: asideSpace + 8, top: 22 });
  const most = rows.reduce((a, { value, high }) => Math.max(a, value ?? 0, high ?? 0), 0) || 1;
  const x = scaleLinear().domain([0, most]).nice(4).range([frame.left, frame.right]);
  const picture = canvas(frame, label, "group");
  xAxis(picture, x, frame, axis, percentTick);
  if (aside) picture.append(svg("text", { class: "tick", x: width - 4, y: 13, "text-anchor": "end" }, aside));
  const layout: Layout = {
    from: (row) => frame.top + ROW * row,
    x,
    nameRight: frame.left - 8,
    right: width - 4,
    room: nameSpace - 10,
  };
  rows.forEach((row, i) => drawRow(picture, row, i, layout));
  return picture;
}
