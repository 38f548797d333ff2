/** The table of topics, a page at a time; labels stand in their tree. */
import type { Context } from "../context";
import { h } from "../dom";
import { grouped } from "../format";
import { ranked } from "../ranking";
import type { Topic } from "../report";
import { folded } from "../search";
import { dataTable, type Column } from "../table";
import { shareCell, topicLink, topWords, wordLinks } from "./parts";

const WORDS = 10,
  MATCHES = 5;
export const MATCHED = 8; // rows of each table of what a search found

function nameCell(context: Context, topic: Topic): HTMLElement {
  const { tree } = context.report.facts;
  const cell = h("span", { class: tree ? "name label" : "name" }, topicLink(context, topic));
  if (tree) cell.style.setProperty("--depth", String(Math.min(8, topic.depth)));
  if (tree && topic.documents === 0)
    cell.append(
      h("small", {}, `no documents${topic.below ? `, ${grouped(topic.below)} with labels below` : ""}`),
    );
  return cell;
}

/** Numbers that only some fits have. */
function optionalColumns(topics: Topic[]): Column<Topic>[] {
  const columns: Column<Topic>[] = [];
  if (topics.some(({ npmi }) => npmi !== null))
    columns.push({
      key: "npmi",
      title: "NPMI",
      value: ({ npmi }) => npmi,
      cell: ({ npmi }) => npmi?.toFixed(3) ?? "–",
      narrow: false,
    });
  if (topics.some(({ exclusivity }) => exclusivity !== null))
    columns.push({
      key: "exclusivity",
      title: "Exclusivity",
      value: ({ exclusivity }) => exclusivity,
      cell: ({ exclusivity }) => exclusivity?.toFixed(3) ?? "–",
      narrow: false,
    });
  return columns;
}

/** The leading words; of a search also those further down that match it. */
function wordsCell({ report }: Context, topic: Topic, terms: string[]): HTMLElement {
  const shown = ranked(report, topic, WORDS),
    cell = wordLinks(shown, terms);
  const also = terms.length
    ? ranked(report, topic, Infinity)
        .filter((word) => !shown.includes(word) && terms.some((term) => folded(word.text).includes(term)))
        .slice(0, MATCHES)
    : [];
  if (also.length) cell.append(h("small", {}, "also ", wordLinks(also, terms)));
  return cell;
}

/** @param terms  what was searched for: its topics keep the order in which they were found */
export function topicsTable(
  context: Context,
  topics: Topic[],
  caption: string,
  terms: string[] = [],
): HTMLElement {
  const { report } = context,
    { tree } = report.facts;
  const largest = topics.reduce((a, { share, high }) => Math.max(a, share, high ?? 0), 0);
  const place: Column<Topic>[] = tree
    ? [
        {
          key: "place",
          title: "Place in the tree",
          value: ({ place: at }) => at,
          cell: ({ depth }) => `level ${depth + 1}`,
          ascending: true,
          narrow: false,
        },
      ]
    : [];
  return dataTable({
    caption,
    rows: topics,
    ...(terms.length ? { pageSize: MATCHED } : { linked: true }),
    file: tree ? "labels" : "topics",
    noun: [report.noun, `${report.noun}s`],
    ...(terms.length ? {} : { sort: tree ? "place" : "number" }),
    rowClass: () => "topic",
    columns: [
      {
        key: "number",
        title: tree ? "Label" : "Topic",
        text: true,
        ascending: true,
        value: ({ number }) => number,
        cell: (topic) => nameCell(context, topic),
      },
      {
        key: "share",
        title: "Share",
        value: ({ share }) => share,
        cell: (topic) => shareCell(topic.share, topic, largest),
      },
      { key: "tokens", title: "Tokens", value: ({ tokens }) => tokens, narrow: false },
      { key: "documents", title: "Documents", value: ({ documents }) => documents, narrow: false },
      ...optionalColumns(topics),
      ...place,
      {
        key: "words",
        title: "Words",
        text: true,
        fixed: true,
        value: (topic) => topWords(context, topic, WORDS),
        cell: (topic) => wordsCell(context, topic, terms),
      },
    ],
  });
}
