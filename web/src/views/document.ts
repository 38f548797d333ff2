/** One document: its text with the topics of its tokens, its proportions, its metadata. */
import { whiskers } from "../charts/whiskers";
import { called, type Context, type Shown } from "../context";
import { button, h, link, pairs, section } from "../dom";
import { figure } from "../figure";
import { fieldText, grouped, percentWithin, plural } from "../format";
import type { Document, Topic } from "../report";
import { toSearch, toTopic } from "../router";
import { dataTable } from "../table";
import { certaintyText, colored, colorsOf, sureness, titleOf } from "../text";
import { failure, topicLink, wordLink } from "./parts";

/** One button per topic with a color; a chosen one dims the tokens of the others. */
function legend(context: Context, colors: Map<number, number>, text: HTMLElement): HTMLElement {
  const buttons: HTMLButtonElement[] = [];
  const choose = (chosen: HTMLButtonElement, topic: number): void => {
    const on = chosen.getAttribute("aria-pressed") !== "true";
    buttons.forEach((node) => node.setAttribute("aria-pressed", String(on && node === chosen)));
    text.classList.toggle("chosen", on);
    for (const token of text.querySelectorAll<HTMLElement>(".token"))
      token.classList.toggle("dim", on && token.dataset["topic"] !== String(topic));
  };
  for (const [index, color] of colors) {
    const topic = context.report.topics[index];
    if (!topic) continue;
    const node: HTMLButtonElement = button(
      h("span", { class: `token t${color} sure` }, called(context, topic)),
      () => choose(node, index),
      { "aria-pressed": "false" },
    );
    buttons.push(node);
  }
  return h(
    "div",
    { class: "keys", role: "group", "aria-label": "Topics by color; a chosen one is shown alone" },
    ...buttons,
    h("span", { class: "token other" }, "other topics"),
  );
}

const certaintyKey = (): HTMLElement =>
  h(
    "p",
    { class: "note" },
    "How sure a token's topic is, by kept draws: ",
    h("span", { class: "token t0 sure" }, "in 90% or more"),
    " ",
    h("span", { class: "token t0 sure-half" }, "in half or more"),
    " ",
    h("span", { class: "token t0 sure-little" }, "in fewer"),
    ".",
  );

function textSection(context: Context, document: Document): HTMLElement | null {
  if (!document.text) return null;
  const colors = colorsOf(document),
    text = colored(context, document, colors);
  const known = document.tokens.some(({ certainty }) => certainty !== null);
  return section(
    "text",
    "Text",
    document.tokens.length
      ? "Underlined words are tokens, in the color of their topic; choose a topic to see it alone."
      : "",
    legend(context, colors, text),
    known ? certaintyKey() : null,
    text,
    document.cut ? h("p", { class: "quiet" }, "The text is longer; this page holds its beginning.") : null,
    tokensTable(context, document),
  );
}

interface Use {
  word: string;
  topic: Topic | undefined;
  certainty: number | null;
  count: number;
}

function usesTable(context: Context, document: Document, uses: Use[]): HTMLElement {
  const sure = uses.some(({ certainty }) => certainty !== null);
  return dataTable({
    caption: `Tokens of ${document.id}`,
    rows: uses,
    file: "document-tokens",
    noun: ["row", "rows"],
    columns: [
      {
        key: "word",
        title: "Word",
        text: true,
        value: ({ word }) => word,
        cell: ({ word }) => wordLink(word),
      },
      {
        key: "topic",
        title: "Topic",
        text: true,
        value: ({ topic }) => topic?.number ?? null,
        cell: ({ topic }) => (topic ? topicLink(context, topic) : "–"),
      },
      { key: "count", title: "Tokens", value: ({ count }) => count },
      ...(sure
        ? [
            {
              key: "certainty",
              title: "How sure",
              value: ({ certainty }: Use) => certainty,
              cell: ({ certainty }: Use) =>
                h("span", { class: `token t0 ${sureness(certainty)}` }, certaintyText(certainty)),
            },
          ]
        : []),
    ],
  });
}

function tokensTable(context: Context, document: Document): HTMLElement {
  const details = h("details", { class: "fold" }, h("summary", {}, "Tokens as a table"));
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    details.append(
      usesTable(
        context,
        document,
        document.tokens.map(({ start, end, topic, certainty }) => ({
          word: document.text?.slice(start, end) ?? "",
          topic: context.report.topics[topic],
          certainty,
          count: 1,
        })),
      ),
    );
  });
  return details;
}

function wordsSection(context: Context, document: Document): HTMLElement | null {
  if (document.text || document.words.length === 0) return null;
  return section(
    "words",
    "Words",
    "The fit has no text of this document; these are its words with their topics.",
    usesTable(
      context,
      document,
      document.words.map((use) => ({ ...use, topic: context.report.topics[use.topic] })),
    ),
  );
}

function proportions(context: Context, document: Document): HTMLElement | null {
  const known = document.topics.flatMap(({ topic: index, ...share }) => {
    const topic = context.report.topics[index];
    return topic ? [{ topic, ...share }] : [];
  });
  if (known.length === 0) return null;
  const banded = known.some(({ low }) => low !== null);
  return section(
    "proportions",
    "Topics",
    "",
    figure({
      title: "Topics of the document",
      file: "document-topics",
      note: banded
        ? `Bars are means over kept draws, whiskers their ${context.report.intervalText} intervals.`
        : "The proportions of one draw.",
      draw: (width) =>
        whiskers(
          known.slice(0, 15).map(({ topic, share, low, high }) => ({
            name: called(context, topic),
            hash: toTopic(topic.number),
            value: share,
            low,
            high,
          })),
          width,
          "Topics of the document",
          "proportion",
        ),
      values: {
        titles: ["topic", "name", "proportion", "low", "high"],
        rows: () =>
          known.map(({ topic, share, low, high }) => [
            topic.number,
            context.names.of(topic),
            share,
            low,
            high,
          ]),
      },
    }).node,
  );
}

/** The topics that list the document among their leading ones: for fits without proportions of documents. */
function leadingIn(context: Context, document: Document): HTMLElement | null {
  if (document.topics.length > 0) return null;
  const found = context.report.topics.flatMap((topic) =>
    topic.top.filter((top) => top.document === document.index).map((top) => ({ topic, top })),
  );
  return section(
    "leading",
    "Leading document of",
    "",
    h(
      "ul",
      {},
      ...found.map(({ topic, top }) =>
        h("li", {}, topicLink(context, topic), ` ${percentWithin(top.share, top)}`),
      ),
    ),
  );
}

/** The page without a document of that id. */
function missing({ report, remote }: Context, id: string): Shown {
  const sample =
    report.isSample && !remote.isServed
      ? ` It holds ${grouped(report.documents.length)} of `
        + `${plural(report.facts.documents, "document")}; themata export writes all.`
      : "";
  const where = remote.isServed ? "No document of the collection" : "No document of this page";
  return {
    title: "No such document",
    nodes: [h("p", {}, `${where} has the id "${id}".${sample} `, link(toSearch(id), "Search for it"))],
  };
}

/** Whether the page leaves out what a document consists of. */
const lacksContent = ({ text, words, length }: Document): boolean =>
  text === null && words.length === 0 && length > 0;

export function documentView(context: Context, id: string): Shown {
  const { report, remote } = context,
    known = report.document(id);
  if (!remote.isServed || (known && !lacksContent(known)))
    return known ? shown(context, known) : missing(context, id);
  const answer = remote.document(id);
  if (answer.state === "here") return answer.value ? shown(context, answer.value) : missing(context, id);
  const note =
    answer.state === "waiting"
      ? h("p", { role: "status" }, "Reading the document…")
      : failure(context, id, answer.why);
  if (!known) return { title: id, kind: "Document", nodes: [note] };
  const view = shown(context, known);
  return { ...view, nodes: [...view.nodes, note] };
}

function shown(context: Context, document: Document): Shown {
  const title = titleOf(document);
  const metadata = document.metadata
    .filter(([, value]) => !title || value !== title)
    .map(([field, value]): [string, string] => [field, fieldText(value)]);
  return {
    title: title || document.id,
    kind: `Document ${document.id}`,
    nodes: [
      h(
        "p",
        { class: "crumbs" },
        link("#documents", "All documents"),
        ` · ${plural(document.length, "token")}`,
      ),
      metadata.length ? pairs(metadata) : null,
      proportions(context, document),
      leadingIn(context, document),
      textSection(context, document),
      wordsSection(context, document),
    ],
  };
}
