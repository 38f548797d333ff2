/** Where a topic occurs by the fields of documents, and which topics are near it or go with it. */
import { fieldFigure } from "../charts/fields";
import { called, type Context } from "../context";
import { h, section } from "../dom";
import type { Topic } from "../report";
import { dataTable } from "../table";
import { remember } from "../router";
import { topicLink } from "./parts";

function related(
  context: Context,
  title: string,
  note: string,
  name: string,
  rows: [number, number][],
): HTMLElement | null {
  const { report } = context;
  const known = rows.flatMap(([index, value]) =>
    report.topics[index] ? [{ topic: report.topics[index], value }] : [],
  );
  if (known.length === 0) return null;
  return h(
    "div",
    {},
    h("h3", {}, title),
    h("p", { class: "note" }, note),
    dataTable({
      caption: title,
      rows: known,
      file: title.toLowerCase().replace(/\W+/g, "-"),
      noun: ["topic", "topics"],
      columns: [
        {
          key: "topic",
          title: "Topic",
          text: true,
          value: ({ topic }) => called(context, topic),
          cell: ({ topic }) => topicLink(context, topic),
        },
        {
          key: "value",
          title: name,
          value: ({ value }) => value,
          cell: ({ value }) =>
            name === "r"
              ? `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(2)} ${value > 0 ? "together" : "apart"}`
              : value.toFixed(3),
        },
      ],
    }),
  );
}

export function relations(context: Context, topic: Topic): HTMLElement | null {
  const nodes = [
    related(
      context,
      "Nearest topics",
      "Those with the most similar words; 0 is equal, 1 shares no word.",
      "distance",
      topic.nearest,
    ),
    related(
      context,
      "Correlated topics",
      "Those that occur in the same documents (+), or avoid them (−): correlations of proportions.",
      "r",
      topic.correlated,
    ),
  ].filter((node) => node !== null);
  return nodes.length ? section("relatives", "Relatives", "", h("div", { class: "two" }, ...nodes)) : null;
}

export function fields(context: Context, topic: Topic): HTMLElement | null {
  const known = (context.report.raw.by_field ?? []).filter(({ topics }) => topics[topic.index]);
  if (known.length === 0) return null;
  const linked = known.findIndex(({ field }) => field === context.parameters.get("field")),
    first = Math.max(0, linked);
  const place = h("div", {});
  const show = (i: number): void => {
    if (known[i]) place.replaceChildren(fieldFigure(context.report, known[i], topic).node);
  };
  const choice = h(
    "select",
    {
      id: "field",
      onchange: () => {
        show(Number(choice.value));
        remember("field", known[Number(choice.value)]?.field ?? "");
      },
    },
    ...known.map(({ field }, i) => h("option", { value: i, selected: i === first }, field)),
  );
  show(first);
  return section(
    "fields",
    "Where it occurs",
    "",
    known.length > 1 ? h("p", {}, h("label", { for: "field" }, "By "), choice) : null,
    place,
  );
}
