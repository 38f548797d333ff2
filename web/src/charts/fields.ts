/** A topic over the groups of a metadata field: a line with its band for numbers, rows for categories. */
import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";

import { box, canvas, percentTick, pointerX, xAxis, yAxis } from "../axes";
import { svg } from "../dom";
import { figure, type Drawn } from "../figure";
import { clipped, percentWithin, plural } from "../format";
import type { Report, Topic } from "../report";
import type { RawField } from "../types";
import { whiskers } from "./whiskers";

interface Group {
  label: string;
  at: number;
  mean: number | null;
  low: number | null;
  high: number | null;
  documents: number;
}

const HEIGHT = 240;

/** Where a group of a numeric field stands: its number, the middle of its range ("1.5 to 3"), or its rank. */
function placeOf(label: string | number, rank: number): number {
  if (typeof label === "number") return label;
  const [first = NaN, last = first] = label.split(" to ").map(Number);
  return Number.isFinite(first + last) ? (first + last) / 2 : rank;
}

function groupsOf(field: RawField, topic: Topic): Group[] {
  return field.groups.map((label, i) => {
    const [mean, low, high] = field.topics[topic.index]?.[i] ?? [];
    return {
      label: String(label),
      at: placeOf(label, i),
      mean: mean ?? null,
      low: low ?? null,
      high: high ?? null,
      documents: field.documents[i] ?? 0,
    };
  });
}

function increasing(groups: Group[]): boolean {
  return groups.every(({ at }, i) => i === 0 || at > (groups[i - 1]?.at ?? 0));
}

function drawNumbers(
  groups: Group[],
  field: RawField,
  width: number,
  say: (text: string) => void,
): SVGSVGElement {
  const known = groups.filter((group): group is Group & { mean: number } => group.mean !== null);
  const ranks = !increasing(groups),
    at = (group: Group): number => (ranks ? groups.indexOf(group) : group.at);
  const frame = box(width, HEIGHT, { left: 48, right: 16 });
  const most = known.reduce((a, { mean, high }) => Math.max(a, mean, high ?? 0), 0) || 1;
  const first = known[0] ? at(known[0]) : 0,
    last = known.length > 1 ? at(known[known.length - 1] as Group) : first + 1;
  const x = scaleLinear().domain([first, last]).range([frame.left, frame.right]);
  const y = scaleLinear().domain([0, most]).nice(5).range([frame.bottom, frame.top]);
  const picture = canvas(frame, `Share of the topic by ${field.field}`);
  xAxis(picture, x, frame, field.field, ranks ? (value) => clipped(groups[value]?.label ?? "", 12) : String);
  yAxis(picture, y, frame, percentTick);
  picture.append(
    svg("path", {
      class: "band",
      d: area<Group>(
        (g) => x(at(g)),
        (g) => y(g.low ?? 0),
        (g) => y(g.high ?? 0),
      ).defined(({ low, high }) => low !== null && high !== null)(known),
    }),
    svg("path", {
      class: "line main",
      d: line<Group>(
        (g) => x(at(g)),
        (g) => y(g.mean ?? 0),
      )(known),
    }),
    ...known.map((group) => svg("circle", { class: "dot", cx: x(at(group)), cy: y(group.mean), r: 3 })),
  );
  picture.addEventListener("pointermove", (event) => {
    const here = x.invert(pointerX(event, picture, frame));
    const near = known.reduce<Group | undefined>(
      (a, b) => (!a || Math.abs(at(b) - here) < Math.abs(at(a) - here) ? b : a),
      undefined,
    );
    if (near)
      say(`${near.label}: ${percentWithin(near.mean ?? 0, near)}, ${plural(near.documents, "document")}`);
  });
  picture.addEventListener("pointerleave", () => say(""));
  return picture;
}

export function fieldFigure(report: Report, field: RawField, topic: Topic): Drawn {
  const groups = groupsOf(field, topic),
    banded = groups.some(({ low }) => low !== null);
  return figure({
    title: `By ${field.field}`,
    file: `topic-${topic.number}-by-${field.field.replace(/\W+/g, "-")}`,
    note:
      `The topic's share of each group's tokens`
      + `${banded ? `, with ${report.intervalText} intervals` : ""}.`,
    draw: (width, say) =>
      field.kind !== "category" && groups.length > 1
        ? drawNumbers(groups, field, width, say)
        : whiskers(
            groups.map((group) => ({
              ...group,
              name: group.label,
              value: group.mean,
              aside: String(group.documents),
            })),
            width,
            `Share of the topic by ${field.field}`,
            "share",
            "documents",
          ),
    values: {
      titles: [field.field, "documents", "share", "low", "high"],
      rows: () => groups.map(({ label, documents, mean, low, high }) => [label, documents, mean, low, high]),
    },
  });
}
