/** One topic: its words, the documents to read, where it occurs, and its relatives. */
import { whiskers } from "../charts/whiskers";
import type { Context, Shown } from "../context";
import { button, h, link, pairs, section } from "../dom";
import { figure } from "../figure";
import { asText, fixed, grouped, percent, percentWithin, plural } from "../format";
import { probability, ranked } from "../ranking";
import type { TopDocument, Topic } from "../report";
import { toDocument, toTopic, toWord } from "../router";
import { dataTable } from "../table";
import { passage, titleOf, wordsOfTopic } from "../text";
import { namesTools, orderingControls, topicLink } from "./parts";
import { fields, relations } from "./relations";

const READ = 5;

function renaming(context: Context, topic: Topic): HTMLElement {
  const { names } = context;
  const input = h("input", {
    type: "text",
    id: "topic-name",
    value: names.own(topic) || topic.given,
    placeholder: names.automaticOf(topic),
    autocomplete: "off",
    dir: "auto",
  });
  const save = (event: Event): void => {
    event.preventDefault();
    names.set(topic, input.value);
    context.again();
    document.getElementById("topic-name")?.focus();
  };
  return h(
    "form",
    { class: "rename", onsubmit: save },
    h("label", { for: "topic-name" }, "Name"),
    input,
    h("button", { type: "submit" }, "Save"),
    names.own(topic)
      ? button("Take it away", () => {
          names.set(topic, "");
          context.again();
        })
      : null,
  );
}

const MASK: Record<string, string> = {
  words: "Word types that it may have",
  latent: "Of them latent",
  documents: "Documents that may use it",
};

/** What a mask allows. */
function maskRows({ mask }: Topic): [string, string][] {
  const known = Object.entries(mask ?? {}).filter(([, value]) => value !== null);
  return known.map(([name, value]) => [MASK[name] ?? name, asText(value)]);
}

function summary(context: Context, topic: Topic): HTMLElement {
  const { report } = context,
    all = report.facts.chains?.length ?? 0;
  const rows: [string, string][] = [
    [
      "Share of all tokens" + (topic.low === null ? "" : ` (mean, ${report.intervalText} interval)`),
      percentWithin(topic.share, topic),
    ],
    [topic.low === null ? "Tokens" : "Tokens in the draw shown", grouped(topic.tokens)],
    [
      "Documents",
      grouped(topic.documents) + (topic.below ? `, ${grouped(topic.below)} with labels below` : ""),
    ],
  ];
  if (topic.chains)
    rows.push(["Found in chains", `${topic.chains.join(", ") || "none"}${all ? ` (of ${all})` : ""}`]);
  if (topic.found !== null && topic.found < 1) rows.push(["Found in kept draws", percent(topic.found)]);
  if (topic.npmi !== null) rows.push(["NPMI (top words occur together)", fixed(topic.npmi, 3)]);
  if (topic.exclusivity !== null) rows.push(["Exclusivity (words are its own)", fixed(topic.exclusivity, 3)]);
  return h("div", {}, pairs([...rows, ...maskRows(topic)]));
}

/** Labels above and below in the tree. */
function relatives({ report }: Context, topic: Topic): { above: Topic[]; below: Topic[] } {
  const order = [...report.topics].sort((a, b) => a.place - b.place),
    at = order.indexOf(topic);
  const above: Topic[] = [],
    below: Topic[] = [];
  for (let i = at - 1, depth = topic.depth; i >= 0 && depth > 0; --i) {
    const label = order[i];
    if (label && label.depth < depth) {
      above.unshift(label);
      depth = label.depth;
    }
  }
  for (let i = at + 1; i < order.length && (order[i]?.depth ?? 0) > topic.depth; ++i) {
    const label = order[i];
    if (label && label.depth === topic.depth + 1) below.push(label);
  }
  return { above, below };
}

function familyOf(context: Context, topic: Topic): HTMLElement | null {
  if (!context.report.facts.tree) return null;
  const { above, below } = relatives(context, topic);
  const list = (title: string, labels: Topic[]): [string, HTMLElement] => [
    title,
    h("span", {}, ...labels.flatMap((label, i) => [i ? ", " : null, topicLink(context, label)])),
  ];
  const rows = [
    ...(above.length ? [list("Above in the tree", above)] : []),
    ...(below.length ? [list("Below", below)] : []),
  ];
  return rows.length ? pairs(rows) : null;
}

function words(context: Context, topic: Topic): HTMLElement {
  const { report } = context,
    ofWord = (count: number, everywhere: number): number => count / Math.max(1, everywhere);
  const banded = topic.words.some(({ low }) => low !== null);
  const bands = banded ? ` (mean over kept draws), whiskers: ${report.intervalText} intervals` : "";
  const drawn = figure({
    title: "Top words",
    file: `topic-${topic.number}-words`,
    note: `Bars: the word's probability in the topic${bands}. Right: the topic's part of the word's tokens.`,
    draw: (width) =>
      whiskers(
        ranked(report, topic).map((word) => ({
          name: word.text,
          hash: toWord(word.text),
          value: probability(topic, word),
          low: word.low,
          high: word.high,
          aside: percent(ofWord(word.count, word.everywhere)),
        })),
        width,
        `Words of topic ${topic.number}`,
        "probability in the topic",
        "of the word",
      ),
    values: {
      titles: ["word", "tokens", "probability", "low", "high", "of the word"],
      rows: () =>
        ranked(report, topic).map((word) => [
          word.text,
          word.count,
          probability(topic, word),
          word.low,
          word.high,
          ofWord(word.count, word.everywhere),
        ]),
    },
  });
  return section("words", "Words", "", orderingControls(context, drawn.redraw), drawn.node);
}

function reading(context: Context, topic: Topic, top: TopDocument): HTMLElement | null {
  const document = context.report.documents[top.document];
  if (!document) return null;
  const title = titleOf(document),
    listed = wordsOfTopic(document, topic.index);
  return h(
    "li",
    { class: "reading" },
    h(
      "h3",
      {},
      link(toDocument(document.id), title || document.id),
      title ? h("small", {}, ` ${document.id}`) : null,
    ),
    h(
      "p",
      { class: "quiet" },
      `${percentWithin(top.share, top)} of the document; ${grouped(top.tokens)} of `
        + plural(document.length, "token"),
    ),
    passage(document, topic.index) ?? (listed ? h("p", { class: "passage", dir: "auto" }, listed) : null),
  );
}

function documents(context: Context, topic: Topic): HTMLElement {
  const list = h("ol", { class: "readings" });
  let shown = 0;
  const more = button("Show more documents", () => {
    const first = shown;
    show(READ);
    (list.children[first]?.querySelector("a") as HTMLElement | null)?.focus();
  });
  const show = (n: number): void => {
    for (const top of topic.top.slice(shown, shown + n)) list.append(reading(context, topic, top) ?? "");
    shown += n;
    more.hidden = shown >= topic.top.length;
  };
  show(READ);
  const marked = context.report.documents.some(({ text }) => text);
  return section(
    "reading",
    "Documents to read",
    topic.top.length === 0
      ? "No document has tokens of it."
      : "Those with the largest proportion of the topic, the prior included."
          + (marked ? " Marked words are tokens of the topic." : ""),
    list,
    more,
  );
}

function documentsTable(context: Context, topic: Topic): HTMLElement | null {
  const { report } = context;
  if (topic.top.length === 0) return null;
  const table = dataTable({
    caption: `Leading documents of topic ${topic.number}`,
    rows: topic.top,
    file: `topic-${topic.number}-documents`,
    noun: ["document", "documents"],
    columns: [
      {
        key: "document",
        title: "Document",
        text: true,
        value: ({ document }) => report.documents[document]?.id ?? null,
        cell: ({ document }) =>
          link(toDocument(report.documents[document]?.id ?? ""), report.documents[document]?.id),
      },
      {
        key: "share",
        title: "Proportion",
        value: ({ share }) => share,
        cell: (top) => percentWithin(top.share, top),
      },
      { key: "tokens", title: "Tokens", value: ({ tokens }) => tokens },
      {
        key: "length",
        title: "Of",
        value: ({ document }) => report.documents[document]?.length ?? null,
        narrow: false,
      },
    ],
  });
  return h("details", { class: "fold" }, h("summary", {}, "All leading documents as a table"), table);
}

function neighbors({ report }: Context, topic: Topic): HTMLElement {
  const step = (to: Topic | undefined, text: string): HTMLElement | null =>
    to ? link(toTopic(to.number), text) : null;
  const before = step(report.topics[topic.index - 1], `‹ ${report.noun} before`),
    after = step(report.topics[topic.index + 1], `next ${report.noun} ›`);
  return h(
    "p",
    { class: "crumbs" },
    link("#topics", `All ${report.noun}s`),
    before ? " · " : null,
    before,
    after ? " · " : null,
    after,
  );
}

export function topicView(context: Context, key: string): Shown {
  const { report, names } = context,
    topic = /^\d+$/.test(key) ? report.topic(Number(key)) : undefined;
  if (!topic)
    return {
      title: `No ${report.noun} ${key}`,
      nodes: [
        h(
          "p",
          {},
          `This page has ${plural(report.topics.length, report.noun)}. `,
          link("#topics", "See them all"),
        ),
      ],
    };
  return {
    title: names.of(topic),
    kind: `${report.facts.tree ? "Label" : "Topic"} ${topic.number}`,
    nodes: [
      neighbors(context, topic),
      summary(context, topic),
      familyOf(context, topic),
      renaming(context, topic),
      names.count ? namesTools(context) : null,
      h("div", { class: "two" }, words(context, topic), documents(context, topic)),
      documentsTable(context, topic),
      fields(context, topic),
      relations(context, topic),
    ],
  };
}
