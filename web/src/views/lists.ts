/** Lists: documents, words, and what a search found. */
import type { Context, Shown } from "../context";
import { h, link, section, type Child } from "../dom";
import { fieldText, grouped, plural } from "../format";
import type { Document } from "../report";
import { toDocument } from "../router";
import { termsOf, type Search } from "../search";
import { dataTable } from "../table";
import { titleOf } from "../text";
import { failure, found, marked, topicLink, topicShares, wordLink } from "./parts";
import { MATCHED, topicsTable } from "./topics_table";

const FIELDS = 3; // columns of metadata in a table

function documentsTable(
  context: Context,
  documents: Document[],
  caption: string,
  terms: string[] = [],
): HTMLElement {
  const { report } = context;
  const names = [
    ...new Set(report.documents.slice(0, 200).flatMap(({ metadata }) => metadata.map(([field]) => field))),
  ];
  const fields = names.filter((name) => !/^title$/i.test(name)).slice(0, FIELDS);
  const value = (document: Document, field: string): string | number | null => {
    const found = document.metadata.find(([name]) => name === field)?.[1];
    return found === undefined || found === null
      ? null
      : typeof found === "number"
        ? found
        : fieldText(found);
  };
  return dataTable({
    caption,
    rows: documents,
    ...(terms.length ? { pageSize: MATCHED } : { linked: true }),
    file: "documents",
    noun: ["document", "documents"],
    columns: [
      {
        key: "id",
        title: "Document",
        text: true,
        value: ({ id }) => id,
        cell: (document) =>
          h(
            "span",
            {},
            link(toDocument(document.id), ...marked(document.id, terms)),
            titleOf(document) ? h("small", { dir: "auto" }, titleOf(document)) : null,
            terms.length ? found(document.text ?? "", terms) : null,
          ),
      },
      { key: "length", title: "Tokens", value: ({ length }) => length },
      ...fields.map((field) => ({
        key: `field-${field.replace(/\W+/g, "-")}`,
        title: field,
        text: true,
        narrow: false,
        value: (document: Document) => value(document, field),
        cell: (document: Document) => String(value(document, field) ?? "–"),
      })),
      ...(report.documents.some(({ topics }) => topics.length > 0)
        ? [
            {
              key: "topics",
              title: "Largest topics",
              text: true,
              fixed: true,
              value: ({ topics }: Document) =>
                topics
                  .slice(0, 3)
                  .map(({ topic }) => report.topics[topic]?.number ?? "")
                  .join(" "),
              cell: ({ topics }: Document) => topicShares(context, topics, 3),
            },
          ]
        : []),
    ],
  });
}

function wordsTable(
  context: Context,
  words: [string, number][],
  caption: string,
  terms: string[] = [],
): HTMLElement {
  const { report } = context;
  return dataTable({
    caption,
    rows: words,
    ...(terms.length ? { pageSize: MATCHED } : { linked: true }),
    file: "words",
    noun: ["word", "words"],
    columns: [
      {
        key: "word",
        title: "Word",
        text: true,
        value: ([word]) => word,
        cell: ([word]) => wordLink(word, terms),
      },
      { key: "tokens", title: "Tokens", value: ([, tokens]) => tokens },
      {
        key: "topics",
        title: "Topics with it",
        text: true,
        fixed: true,
        value: ([word]) =>
          report
            .uses(word)
            .map(({ topic }) => topic.number)
            .join(" "),
        cell: ([word]) =>
          h(
            "span",
            { class: "shares" },
            ...report
              .uses(word)
              .slice(0, 4)
              .flatMap(({ topic }, i) => [i ? ", " : null, topicLink(context, topic)]),
          ),
      },
    ],
  });
}

const sampleNote = ({ report, remote }: Context): string =>
  report.isSample
    ? `${grouped(report.documents.length)} of ${plural(report.facts.documents, "document")} are in `
      + "this page: "
      + `the leading ones of each topic`
      + (typeof report.facts.sampled_documents === "number" ? " and a random sample" : "")
      + (remote.isServed ? ". The search finds all others by id." : '. "themata export" writes all.')
    : "";

export function documentsView(context: Context): Shown {
  return {
    title: "Documents",
    nodes: [
      h("p", { class: "note" }, sampleNote(context)),
      documentsTable(context, context.report.documents, "Documents"),
    ],
  };
}

export function wordsView(context: Context): Shown {
  const words = [...context.report.vocabulary].sort((a, b) => b[1] - a[1]);
  return {
    title: "Words",
    nodes: [
      h(
        "p",
        { class: "note" },
        `The top words of each ${context.report.noun}: ${grouped(words.length)} of `
          + `${plural(context.report.facts.types, "word type")}.`,
      ),
      wordsTable(context, words, "Words"),
    ],
  };
}

/** What the server finds by id among all documents; nothing in a page from a file. */
function collectionSection(context: Context, query: string): HTMLElement | null {
  const { remote, report } = context;
  if (!remote.isServed || !report.isSample || !query.trim()) return null;
  const answer = remote.search(query),
    note = `By id, among all ${plural(report.facts.documents, "document")}.`;
  const show = (...nodes: Child[]): HTMLElement =>
    section("found-everywhere", "The whole collection", note, ...nodes);
  if (answer.state === "waiting") return show(h("p", { role: "status" }, "Searching…"));
  if (answer.state === "failed") return show(failure(context, query, answer.why));
  const { found, more } = answer.value ?? { found: [], more: false };
  if (found.length === 0) return show(h("p", { role: "status" }, `No id contains "${query.trim()}".`));
  return show(
    dataTable({
      caption: "Documents of the collection",
      rows: found,
      file: "documents-found",
      noun: ["document", "documents"],
      pageSize: MATCHED,
      columns: [
        {
          key: "id",
          title: "Document",
          text: true,
          value: ({ id }) => id,
          cell: ({ id }) => link(toDocument(id), ...marked(id, termsOf(query))),
        },
        { key: "length", title: "Tokens", value: ({ length }) => length },
      ],
    }),
    more ? h("p", { class: "note" }, `Only the first ${found.length} are shown.`) : null,
  );
}

export function searchView(context: Context, query: string, search: Search): Shown {
  const { report } = context,
    { topics, words, documents } = search.find(query),
    terms = termsOf(query);
  const nothing = topics.length + words.length + documents.length === 0;
  const note = nothing
    ? h("p", { id: "nothing" }, `Nothing in this page matches "${query}". ${sampleNote(context)}`)
    : h(
        "p",
        { class: "note" },
        `${plural(topics.length, report.noun)}, ${plural(words.length, "word")}, `,
        `${plural(documents.length, "document")}. `,
        sampleNote(context),
      );
  return {
    title: query.trim() ? `Search: ${query}` : "Search",
    kind: "",
    nodes: [
      note,
      topics.length
        ? section(
            "found-topics",
            report.facts.tree ? "Labels" : "Topics",
            "Those whose number, name or words match every term.",
            topicsTable(context, topics, "Topics found", terms),
          )
        : null,
      words.length
        ? section("found-words", "Words", "", wordsTable(context, words, "Words found", terms))
        : null,
      documents.length
        ? section(
            "found-documents",
            "Documents",
            "By id first, then those whose text, words or metadata hold every term.",
            documentsTable(context, documents, "Documents found", terms),
          )
        : null,
      collectionSection(context, query),
    ],
  };
}
