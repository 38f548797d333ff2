/** How many topics hold how much of the tokens. */
import { scaleLinear } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";

import { box, canvas, percentTick, pointerX, xAxis, yAxis } from "../axes";
import { svg } from "../dom";
import { figure, type Drawn } from "../figure";
import { grouped, percent, plural } from "../format";
import type { Report, Topic } from "../report";

const HEIGHT = 240;

interface Step {
  topic: Topic;
  rank: number;
  sum: number;
}

function steps(report: Report): Step[] {
  let sum = 0;
  return [...report.topics]
    .sort((a, b) => b.tokens - a.tokens)
    .map((topic, i) => ({
      topic,
      rank: i + 1,
      sum: (sum += topic.tokens / Math.max(1, report.facts.tokens)),
    }));
}

/** The number of topics that hold a part of the tokens, as the program counted it or from the shares. */
export function holding(report: Report, part: 0.9 | 0.99): number {
  const counted = part === 0.9 ? report.facts.topics_90 : report.facts.topics_99;
  if (typeof counted === "number") return counted;
  const all = steps(report),
    total = all[all.length - 1]?.sum ?? 0;
  return all.find(({ sum }) => sum >= part * total - 1e-9)?.rank ?? all.length;
}

function draw(report: Report, width: number, say: (text: string) => void): SVGSVGElement {
  const all = steps(report),
    frame = box(width, HEIGHT, { left: 44, right: 16, top: 16 });
  const x = scaleLinear().domain([0, all.length]).range([frame.left, frame.right]);
  const y = scaleLinear().domain([0, 1]).range([frame.bottom, frame.top]);
  const picture = canvas(frame, "Part of all tokens that the largest topics hold together");
  xAxis(picture, x, frame, "largest topics");
  yAxis(picture, y, frame, percentTick);
  const points: [number, number][] = [[0, 0], ...all.map(({ rank, sum }): [number, number] => [rank, sum])];
  picture.append(
    svg("path", {
      class: "under",
      d: area<[number, number]>(
        ([at]) => x(at),
        y(0),
        ([, sum]) => y(sum),
      ).curve(curveMonotoneX)(points),
    }),
    svg("path", {
      class: "line main",
      d: line<[number, number]>(
        ([at]) => x(at),
        ([, sum]) => y(sum),
      ).curve(curveMonotoneX)(points),
    }),
  );
  for (const part of [0.9, 0.99] as const) {
    const n = holding(report, part),
      left = n > 0.62 * all.length;
    picture.append(
      svg("line", { class: "cursor", x1: x(n), x2: x(n), y1: frame.bottom, y2: y(part) }),
      svg("circle", { class: "dot", cx: x(n), cy: y(part), r: 4.5 }),
      svg(
        "text",
        {
          class: "callout",
          x: x(n) + (left ? -9 : 9),
          y: y(part === 0.9 ? 0.5 : 0.25),
          "text-anchor": left ? "end" : "start",
        },
        `${grouped(n)} hold ${100 * part}%`,
      ),
    );
  }
  picture.addEventListener("pointermove", (event) => {
    const step =
      all[Math.max(0, Math.min(all.length - 1, Math.round(x.invert(pointerX(event, picture, frame))) - 1))];
    if (step)
      say(`The ${plural(step.rank, "largest topic", "largest topics")}: ${percent(step.sum)} of the tokens`);
  });
  picture.addEventListener("pointerleave", () => say(""));
  return picture;
}

export function sizesFigure(report: Report): Drawn {
  return figure({
    title: "How many topics hold how much",
    note: "Topics from the largest on; the line adds up their shares of all tokens.",
    file: "topic-sizes",
    draw: (width, say) => draw(report, width, say),
    values: {
      titles: ["rank", "topic", "share", "together"],
      rows: () => steps(report).map(({ topic, rank, sum }) => [rank, topic.number, topic.share, sum]),
    },
  });
}
