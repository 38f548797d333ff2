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

const LISTED = 6; // topics in a cell; a TSV has all

/** Several topics of this fit in a cell. */
function joined(context: Context, indices: Mine[]): HTMLElement {
  const items = indices.slice(0, LISTED).map((a) => own(context, a));
  const more = indices.length > LISTED ? `; and ${indices.length - LISTED} more` : null;
  return h("span", { class: "shares" }, ...items.flatMap((item, i) => [i ? "; " : null, item]), more);
}

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

interface Alone {
  fit: string;
  shown: HTMLElement | string;
  name: string;
  share: number | null;
}

function alone(context: Context, comparison: RawComparison): HTMLElement | null {
  const { report, names } = context;
  const rows: Alone[] = [
    ...(comparison.only_a ?? []).flatMap((a) => {
      const topic = report.topics[a];
      if (!topic) return [];
      const name = `${topic.number} ${names.of(topic)}`;
      return [{ fit: "this fit", shown: own(context, a), name, share: topic.share }];
    }),
    ...(comparison.only_b ?? []).map((b) => {
      const name = otherName(comparison, b);
      return { fit: "the other", shown: name, name, share: comparison.topics_b?.[b]?.share ?? null };
    }),
  ];
  if (rows.length === 0) return null;
  const n = comparison.only_a?.length ?? 0;
  return section(
    "unmatched",
    "Unmatched topics",
    `Without a partner in the other fit: ${plural(n, "topic")} of this fit, `
      + `${plural(rows.length - n, "topic")} of the other.`,
    dataTable({
      caption: "Unmatched topics",
      rows,
      file: "unmatched-topics",
      noun: ["topic", "topics"],
      columns: [
        { key: "name", title: "Topic", text: true, value: ({ name }) => name, cell: ({ shown }) => shown },
        { key: "fit", title: "Only in", text: true, value: ({ fit }) => fit },
        {
          key: "share",
          title: "Share",
          value: ({ share }) => share,
          cell: ({ share }) => (share === null ? "–" : percent(share)),
        },
      ],
    }),
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
      comparison.same_corpus === false
        ? h("p", { class: "notice" }, "The fits are of different corpora: sizes cannot be compared.")
        : null,
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
          joined(context, as),
          as.map(number).join(" "),
          otherName(comparison, b),
        ]),
      ),
      alone(context, comparison),
    ],
  };
}
