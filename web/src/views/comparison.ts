/** Two fits beside each other: which topics are the same, split, merged, or alone. */
import type { Context, Shown } from "../context";
import { h, section } from "../dom";
import { percent, plural } from "../format";
import { dataTable } from "../table";
import type { RawComparison } from "../types";
import { topicLink } from "./parts";

type Mine = number; // an index into this fit's topics; those of the other fit are numbers too

function otherName(comparison: RawComparison, index: number): string {
  const topic = comparison.topics_b?.[index];
  const words = (topic?.words ?? []).slice(0, 4).join(" ");
  return `${topic?.number ?? index} ${topic?.name || words}`.trim();
}

function own(context: Context, index: Mine): HTMLElement | string {
  const topic = context.report.topics[index];
  return topic ? topicLink(context, topic) : String(index);
}

const joined = (items: (HTMLElement | string)[]): HTMLElement =>
  h("span", { class: "shares" }, ...items.flatMap((item, i) => [i ? "; " : null, item]));

function pairsSection(context: Context, comparison: RawComparison): HTMLElement | null {
  const rows = comparison.pairs ?? [];
  if (rows.length === 0) return null;
  return section(
    "pairs",
    "Matched topics",
    "Pairs with the least total distance"
      + (comparison.distance ? ` (${comparison.distance})` : "")
      + ": 0 is equal, 1 shares no word."
      + (typeof comparison.limit === "number" ? ` A match is nearer than ${comparison.limit}.` : ""),
    dataTable({
      caption: "Matched topics",
      rows,
      file: "matched-topics",
      noun: ["pair", "pairs"],
      sort: "distance",
      columns: [
        {
          key: "a",
          title: "This fit",
          text: true,
          value: ([a]) => context.report.topics[a]?.number ?? a,
          cell: ([a]) => own(context, a),
        },
        { key: "b", title: "The other", text: true, value: ([, b]) => otherName(comparison, b) },
        {
          key: "distance",
          title: "Distance",
          value: ([, , distance]) => distance,
          cell: ([, , distance]) => distance.toFixed(3),
          ascending: true,
        },
        ...(rows.some((row) => typeof row[3] === "boolean" || typeof row[3] === "number")
          ? [
              {
                key: "match",
                title: "Match",
                text: true,
                value: ([, , , match]: (typeof rows)[number]) => (match ? "✓ yes" : "– too far"),
              },
            ]
          : []),
      ],
    }),
  );
}

function groupSection(
  id: string,
  title: string,
  note: string,
  file: string,
  rows: [HTMLElement | string, string, string][],
): HTMLElement | null {
  if (rows.length === 0) return null;
  return section(
    id,
    title,
    note,
    dataTable({
      caption: title,
      rows,
      file,
      noun: ["row", "rows"],
      columns: [
        { key: "a", title: "This fit", text: true, value: ([, plain]) => plain, cell: ([shown]) => shown },
        { key: "b", title: "The other", text: true, value: ([, , other]) => other },
      ],
    }),
  );
}

function alone(context: Context, comparison: RawComparison): HTMLElement | null {
  const mine = comparison.only_a ?? [],
    others = comparison.only_b ?? [];
  if (mine.length + others.length === 0) return null;
  const list = (items: (HTMLElement | string)[]): HTMLElement =>
    items.length
      ? h("ul", {}, ...items.map((item) => h("li", {}, item)))
      : h("p", { class: "quiet" }, "None.");
  return section(
    "unmatched",
    "Unmatched topics",
    "Those without a partner in the other fit.",
    h(
      "div",
      { class: "two" },
      h("div", {}, h("h3", {}, `Only in this fit (${mine.length})`), list(mine.map((a) => own(context, a)))),
      h(
        "div",
        {},
        h("h3", {}, `Only in the other (${others.length})`),
        list(others.map((b) => otherName(comparison, b))),
      ),
    ),
  );
}

function matched(summary: RawComparison["summary"]): string {
  const { matched: n, share_matched: share } = summary ?? {};
  if (typeof n !== "number") return "";
  const held = typeof share === "number" ? `, which hold ${percent(share)} of the tokens` : "";
  return ` Matched: ${plural(n, "topic")}${held}.`;
}

export function comparisonView(context: Context): Shown {
  const { comparison } = context.report.raw;
  if (!comparison) return { title: "Comparison", nodes: [h("p", {}, "This page holds one fit.")] };
  const { summary } = comparison,
    { fit, model, topics } = comparison.other ?? {};
  const number = (a: Mine): string => String(context.report.topics[a]?.number ?? a);
  const other = [
    typeof topics === "number" ? plural(topics, "topic") : "",
    fit ? `in ${fit}` : "",
    model ? `(${model})` : "",
  ]
    .filter(Boolean)
    .join(" ");
  return {
    title: "Two fits compared",
    kind: "Comparison",
    nodes: [
      h("p", {}, other ? `The other fit: ${other}.` : "", matched(summary)),
      pairsSection(context, comparison),
      groupSection(
        "split",
        "Split",
        "One topic of this fit whose words are several topics of the other.",
        "split-topics",
        (comparison.split ?? []).map(([a, bs]) => [
          own(context, a),
          number(a),
          bs.map((b) => otherName(comparison, b)).join("; "),
        ]),
      ),
      groupSection(
        "merged",
        "Merged",
        "Several topics of this fit that are one of the other.",
        "merged-topics",
        (comparison.merged ?? []).map(([as, b]) => [
          joined(as.map((a) => own(context, a))),
          as.map(number).join(" "),
          otherName(comparison, b),
        ]),
      ),
      alone(context, comparison),
    ],
  };
}
