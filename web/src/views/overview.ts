/** What was fitted, whether it has settled, what the topics are. */
import { mapFigure } from "../charts/map";
import { holding, sizesFigure } from "../charts/sizes";
import { treeFigure } from "../charts/tree";
import type { Context, Shown } from "../context";
import { h, pairs, section } from "../dom";
import { asText, fixed, grouped, plural } from "../format";
import type { RawDiagnosis, RawMeasure } from "../types";
import { convergence } from "./convergence";
import { facts, namesTools, orderingControls } from "./parts";
import { topicsTable } from "./topics_table";

const VERDICTS: Record<string, [string, string]> = {
  settled: ["✓", "Settled"],
  nearly: ["≈", "Nearly settled"],
  unclear: ["≈", "Settled, but topics run together"],
  unsettled: ["✗", "Not settled"],
  unknown: ["?", "Not known"],
};

/** The verdict of the program; older fits have a sentence and whether to worry. */
export function verdictOf({ report }: Context): RawDiagnosis {
  const { diagnosis } = report.raw,
    { verdict, unsettled } = report.facts;
  if (diagnosis) return diagnosis;
  return {
    verdict: unsettled ? "unsettled" : "unknown",
    text: verdict || "One chain, or too few draws, cannot show whether the fit has settled.",
  };
}

/** The sentence without the word that stands before it. */
function withoutWord(text: string, word: string): string {
  const rest = text.toLowerCase().startsWith(`${word.toLowerCase()}: `) ? text.slice(word.length + 2) : text;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function verdict(context: Context): HTMLElement {
  const { verdict: kind, text } = verdictOf(context);
  const [sign, word] = VERDICTS[kind] ?? ["?", "Not known"];
  return h(
    "div",
    { class: `verdict ${kind}`, id: "verdict" },
    h("b", { class: "stamp" }, h("span", { "aria-hidden": "true" }, sign), ` ${word}`),
    h("span", {}, withoutWord(text, word)),
  );
}

function notices({ report }: Context): HTMLElement {
  const { status, exact, sampled_documents, documents } = report.facts;
  const without = report.facts.left_out ?? [];
  const held = `This page holds ${grouped(report.documents.length)} of ${plural(documents, "document")}: `;
  return h(
    "div",
    {},
    status === "complete"
      ? null
      : h(
          "p",
          { class: "notice" },
          `This fit has not finished (status: ${status}). This page shows its last saved state.`,
        ),
    status === "complete" && exact === false
      ? h(
          "p",
          { class: "notice" },
          "This fit used an approximate sampler: its draws approximate the posterior, they are not exact.",
        )
      : null,
    typeof sampled_documents === "number" && report.isSample
      ? h(
          "p",
          { class: "note" },
          `${held}the leading ones of each ${report.noun} and ${grouped(sampled_documents)} drawn at random.`,
        )
      : null,
    without.length
      ? h(
          "p",
          { class: "note", id: "left-out" },
          `To stay small, this page leaves out ${without.join("; ")}. `,
          report.facts.served ? "A document's text comes when it is opened." : null,
        )
      : null,
  );
}

function tiles({ report }: Context): HTMLElement {
  const {
    facts: { topics, tree, documents, empty, tokens, types, chains, sweep, unsettled, fixed_topics },
  } = report;
  const unused = report.topics.filter((topic) => topic.tokens === 0).length;
  const rows: [string, string, string][] = [
    [
      tree ? "Labels" : "Topics",
      grouped(topics),
      unused
        ? `${grouped(unused)} without tokens`
        : unsettled && !fixed_topics && !tree
          ? "still changing"
          : "",
    ],
    ["Hold 90% of the tokens", grouped(holding(report, 0.9)), `99%: ${grouped(holding(report, 0.99))}`],
    ["Documents", grouped(documents), empty ? `${grouped(empty)} empty` : ""],
    ["Tokens", grouped(tokens), ""],
    ["Word types", grouped(types), "different words"],
    [
      "Chains",
      grouped(Math.max(1, chains?.length ?? 1)),
      `${plural(
        (chains ?? []).reduce((a, chain) => Math.max(a, chain.sweep ?? 0), sweep),
        "sweep",
      )} each`,
    ],
  ];
  return h(
    "dl",
    { class: "tiles" },
    ...rows.map(([name, value, note]) =>
      h("div", {}, h("dt", {}, name), h("dd", {}, value, note ? h("small", {}, note) : null)),
    ),
  );
}

const MEANINGS: Record<string, [string, string]> = {
  npmi: ["NPMI", "How often a topic's top words stand together, from -1 (never) to 1 (always)."],
  exclusivity: ["Exclusivity", "How far a topic's top words belong to it alone, from 0 to 1."],
  diversity: ["Diversity", "The part of different words among the top words of all topics, from 0 to 1."],
  effective_topics: ["Effective topics", "How many topics of equal size would spread the tokens as evenly."],
};

function qualityRow(key: string, value: RawMeasure | number): HTMLElement {
  const [name, meaning] = MEANINGS[key] ?? [key.replace(/_/g, " "), ""];
  const text =
    typeof value === "number"
      ? value >= 10
        ? grouped(value)
        : value.toFixed(3)
      : value.mean.toFixed(3)
        + (typeof value.sd === "number" ? ` (sd ${fixed(value.sd, 3)} between topics)` : "");
  return h("div", {}, h("dt", {}, name), h("dd", {}, text, h("small", {}, meaning)));
}

function quality({ report: { raw } }: Context): HTMLElement {
  const order = Object.keys(MEANINGS),
    place = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  const known = Object.entries(raw.quality ?? {})
    .filter(([key, value]) => key !== "words" && value !== null && value !== undefined)
    .sort(([a], [b]) => place(a) - place(b));
  const words = typeof raw.quality?.["words"] === "number" ? raw.quality["words"] : 0;
  const rows = known.map(([key, value]) => qualityRow(key, value as RawMeasure | number));
  return section(
    "quality",
    "Quality",
    `What can be measured of topics${words ? ` by their ${words} top words` : ""}; `
      + "none of it replaces reading them.",
    rows.length
      ? h("dl", { class: "measures" }, ...rows)
      : h(
          "p",
          { class: "quiet" },
          "Not measured for this fit. ",
          h("code", {}, "themata evaluate"),
          " measures topics, held-out documents show how well the fit predicts.",
        ),
  );
}

function topicsSection(context: Context): HTMLElement {
  const { report } = context,
    { chain, sweep, tree } = report.facts;
  const note =
    `One draw from the posterior (chain ${chain}, sweep ${grouped(sweep)}); `
    + `${report.noun}s are numbered by size.`
    + (report.hasIntervals
      ? ` Tokens and documents are of this draw; shares are means over the kept draws of the chain, brackets `
        + `their ${report.intervalText} intervals.`
      : "")
    + (tree ? " Words are ranked by the mean of all kept draws, exclusivity against a label's siblings." : "")
    + " Names in italics are made of the three words with the best FREX.";
  const place = h("div", {});
  const fill = (): void =>
    place.replaceChildren(topicsTable(context, report.topics, tree ? "Labels" : "Topics"));
  fill();
  return section(
    "topics",
    tree ? "Labels" : "Topics",
    note,
    orderingControls(context, fill),
    place,
    namesTools(context),
  );
}

function layout(context: Context): HTMLElement | null {
  const map = mapFigure(context),
    tree = treeFigure(context);
  if (!map && !tree) return null;
  return section(
    "map",
    `How ${context.report.noun}s relate`,
    "",
    h("div", { class: "two" }, map?.node, tree?.node),
  );
}

function options({
  report: {
    facts: { options: given, extra, engine, hash, corpus, model },
  },
}: Context): HTMLElement {
  const more = (extra ?? []).map(([name, value]): [string, typeof value] => [name, value]);
  return section(
    "options",
    "The run",
    "",
    more.length ? facts(more) : null,
    h(
      "details",
      { class: "fold" },
      h("summary", {}, "Options of the fit"),
      pairs(Object.entries(given ?? {}).map(([name, value]) => [name, asText(value)])),
    ),
    h("p", { class: "quiet" }, `Model ${model}, corpus ${corpus} (${hash}), themata ${engine}.`),
  );
}

export function overview(context: Context): Shown {
  const { report } = context,
    { heading, model, corpus, topics, tree, unsettled, fixed_topics, title, chain, sweep } = report.facts;
  const changing = unsettled && !fixed_topics && !tree; // a number that still changes is no title
  const of = title || corpus;
  const name = changing ? `Topics of ${of}` : `${plural(topics, report.noun)} of ${of}`;
  const sizes = report.topics.length > 2 ? section("sizes", "Sizes", "", sizesFigure(report).node) : null;
  return {
    title: name,
    kind: `${heading || model.toUpperCase()}: chain ${chain}, sweep ${grouped(sweep)}`,
    nodes: [
      verdict(context),
      tiles(context),
      notices(context),
      h("div", { class: "two" }, sizes, quality(context)),
      topicsSection(context),
      layout(context),
      convergence(context),
      options(context),
    ],
  };
}
