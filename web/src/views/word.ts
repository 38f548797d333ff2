/** One word: how frequent it is, and in which topics. */
import { whiskers } from "../charts/whiskers";
import { called, type Context, type Shown } from "../context";
import { h, link, pairs, section } from "../dom";
import { figure } from "../figure";
import { grouped, percent, percentWithin, plural } from "../format";
import { probability } from "../ranking";
import { toSearch, toTopic } from "../router";
import { dataTable } from "../table";
import { topicLink } from "./parts";

export function wordView(context: Context, text: string): Shown {
  const { report } = context,
    tokens = report.tokensOf(text);
  if (tokens === undefined)
    return {
      title: "No such word",
      nodes: [
        h(
          "p",
          {},
          `"${text}" is not among the words of this page, which holds the top words of each topic. `,
          link(toSearch(text), "Search for it"),
        ),
      ],
    };
  const uses = report.uses(text),
    listed = uses.reduce((a, { word }) => a + word.count, 0);
  const rows: [string, string][] = [
    [
      "Tokens in the corpus",
      `${grouped(tokens)} (${percent(tokens / Math.max(1, report.facts.tokens))} of all)`,
    ],
    ["Among the top words of", plural(uses.length, report.noun)],
  ];
  if (tokens > listed) rows.push(["In other topics", plural(tokens - listed, "token")]);
  const part = (count: number): number => count / Math.max(1, tokens);
  const drawn = figure({
    title: "Topics of the word",
    file: "word-topics",
    note: "Which part of the word's tokens belongs to each topic that lists it.",
    draw: (width) =>
      whiskers(
        uses.slice(0, 20).map(({ topic, word }) => ({
          name: called(context, topic),
          hash: toTopic(topic.number),
          value: part(word.count),
          low: null,
          high: null,
          aside: grouped(word.count),
        })),
        width,
        `Topics of the word ${text}`,
        "part of the word's tokens",
        "tokens",
      ),
    values: {
      titles: ["topic", "name", "tokens", "part of the word"],
      rows: () =>
        uses.map(({ topic, word }) => [topic.number, context.names.of(topic), word.count, part(word.count)]),
    },
  });
  const table = dataTable({
    caption: `Topics of the word ${text}`,
    rows: uses,
    file: "word-topics",
    noun: [report.noun, `${report.noun}s`],
    columns: [
      {
        key: "topic",
        title: "Topic",
        text: true,
        value: ({ topic }) => topic.number,
        cell: ({ topic }) => topicLink(context, topic),
      },
      { key: "tokens", title: "Tokens", value: ({ word }) => word.count },
      {
        key: "of",
        title: "Of the word",
        value: ({ word }) => part(word.count),
        cell: ({ word }) => percent(part(word.count)),
      },
      {
        key: "prob",
        title: "Probability in the topic",
        value: ({ topic, word }) => probability(topic, word),
        cell: ({ topic, word }) => percentWithin(probability(topic, word), word),
        narrow: false,
      },
    ],
  });
  return {
    title: text,
    kind: "Word",
    nodes: [
      h(
        "p",
        { class: "crumbs" },
        link("#words", "All words"),
        " · ",
        link(toSearch(text), "Documents with it"),
      ),
      pairs(rows),
      uses.length
        ? section("uses", `${report.facts.tree ? "Labels" : "Topics"} with it`, "", drawn.node, table)
        : null,
    ],
  };
}
