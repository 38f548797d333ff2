/** Pieces that several views share. */
import { called, type Context } from "../context";
import { bar, button, h, link } from "../dom";
import { saveText } from "../download";
import { asText, percent, percentWithin, plural, rangeText } from "../format";
import { ORDERS, ordering, ranked, rememberOrdering, type Order } from "../ranking";
import type { Topic, TopicShare, Word } from "../report";
import { toTopic, toWord } from "../router";
import { folded } from "../search";
import type { Interval, Json } from "../types";

export const topicLink = (context: Context, topic: Topic): HTMLElement =>
  h(
    "a",
    { href: toTopic(topic.number), class: "topic-link" },
    h("b", {}, String(topic.number)),
    " ",
    h(
      "span",
      { class: context.names.isAutomatic(topic) ? "auto" : "", dir: "auto" },
      context.names.of(topic),
    ),
  );

/** Says that the server did not answer, with a way to ask again. */
export const failure = (context: Context, key: string, why: string): HTMLElement =>
  h(
    "p",
    { class: "notice", role: "alert" },
    `${why} `,
    button("Try again", () => {
      context.remote.forget(key);
      context.again();
    }),
  );

export const wordLink = (word: string, terms: string[] = []): HTMLElement =>
  h("a", { href: toWord(word), dir: "auto" }, ...marked(word, terms));

/** Words as links, with spaces between. */
export const wordLinks = (words: Word[], terms: string[] = []): HTMLElement =>
  h("span", { class: "word-list" }, ...words.flatMap((word) => [wordLink(word.text, terms), " "]));

export const shareCell = (share: number, within: Interval, largest: number): HTMLElement =>
  h(
    "span",
    { class: "share" },
    h("span", { class: "track" }, bar(share / Math.max(1e-12, largest))),
    h("span", {}, percent(share)),
    within.low === null ? null : h("small", {}, rangeText(within)),
  );

/** Where a term stands in a text, if folding left its letters in place. */
function placeOf(text: string, terms: string[]): [number, number] | null {
  const plain = folded(text),
    term = terms.find((each) => plain.includes(each));
  if (term === undefined || plain.length !== text.length) return null;
  return [plain.indexOf(term), plain.indexOf(term) + term.length];
}

/** The text with what was searched for marked. */
export function marked(text: string, terms: string[]): (string | HTMLElement)[] {
  const place = placeOf(text, terms);
  if (!place) return [text];
  return [text.slice(0, place[0]), h("mark", {}, text.slice(...place)), text.slice(place[1])];
}

/** The surroundings of what was searched for in a text; null if it is not there. */
export function found(text: string, terms: string[]): HTMLElement | null {
  const place = placeOf(text, terms);
  if (!place) return null;
  const from = Math.max(0, place[0] - 60),
    to = Math.min(text.length, place[1] + 80);
  return h(
    "small",
    { dir: "auto" },
    from > 0 ? "…" : null,
    ...marked(text.slice(from, to), terms),
    to < text.length ? "…" : null,
  );
}

export function topicShares(context: Context, shares: TopicShare[], most: number): HTMLElement {
  const known = shares.slice(0, most).flatMap(({ topic: index, ...share }) => {
    const topic = context.report.topics[index];
    return topic ? [{ topic, ...share }] : [];
  });
  return h(
    "span",
    { class: "shares" },
    ...known.flatMap(({ topic, ...share }, i) => [
      i ? ", " : null,
      topicLink(context, topic),
      ` ${percentWithin(share.share, { low: null, high: null })}`,
    ]),
  );
}

/** The choice of how words are ordered; the slider goes from frequent to exclusive. */
export function orderingControls(context: Context, changed: () => void): HTMLElement {
  const note = h("p", { class: "note", "aria-live": "polite" });
  const value = h("output", {}, ordering.weight.toFixed(1));
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.1,
    value: ordering.weight,
    "aria-label": "From frequent to exclusive",
    oninput: (event) => {
      ordering.weight = Number((event.target as HTMLInputElement).value);
      value.textContent = ordering.weight.toFixed(1);
      apply();
    },
  });
  const weight = h("span", { class: "weight" }, "frequent", slider, "exclusive", value);
  const apply = (): void => {
    weight.hidden = ordering.by === "prob" || ordering.by === "lift";
    const limited =
      ordering.by === "lift" || ordering.by === "relevance"
        ? " Among the words of the topic that this page holds."
        : "";
    note.textContent = (ORDERS.find(([order]) => order === ordering.by)?.[2] ?? "") + limited;
  };
  const radio = ([order, title]: [Order, string, string]): HTMLElement =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: "by",
        value: order,
        checked: order === ordering.by,
        onchange: () => {
          ordering.by = order;
          update();
        },
      }),
      ` ${title}`,
    );
  const update = (): void => {
    apply();
    rememberOrdering();
    changed();
  };
  slider.addEventListener("input", update);
  apply();
  return h(
    "div",
    { class: "controls", "data-tree": context.report.facts.tree ? "yes" : null },
    h("fieldset", {}, h("legend", {}, "Words by"), ...ORDERS.map(radio)),
    weight,
    note,
  );
}

/** Where names live, and the buttons that take them out and in. */
export function namesTools(context: Context): HTMLElement {
  const { names } = context;
  const status = h("span", { role: "status", class: "quiet" });
  const input = h("input", {
    type: "file",
    accept: ".tsv,.txt,text/tab-separated-values",
    class: "hidden",
    tabindex: -1,
    "aria-hidden": "true",
    onchange: () => {
      const [file] = input.files ?? [];
      void file?.text().then((text) => {
        const { read, problems } = names.read(text);
        context.again();
        const said = document.querySelector(".names-tools [role=status]");
        if (said)
          said.textContent =
            `${plural(read, "name")} read.`
            + (problems.length
              ? ` Ignored: ${problems.slice(0, 3).join("; ")}${problems.length > 3 ? "; …" : ""}.`
              : "");
      });
    },
  });
  const one = names.count === 1;
  const where =
    names.count === 0
      ? ""
      : names.kept
        ? `${plural(names.count, "name")} of yours ${one ? "lives" : "live"} in this browser only, `
          + `until you export ${one ? "it" : "them"}. `
        : "This browser keeps nothing: export your names before you close the window. ";
  return h(
    "p",
    { class: names.count ? "names-tools notice" : "names-tools" },
    where,
    button("Export names (TSV)", () => saveText(names.tsv(), "topic-names.tsv")),
    " ",
    button("Read names from a TSV", () => input.click()),
    input,
    " ",
    status,
  );
}

/** The top words of a topic as one text. */
export const topWords = (context: Context, topic: Topic, most = 10): string =>
  ranked(context.report, topic, most)
    .map((word) => word.text)
    .join(" ");

export const facts = (rows: [string, Json | undefined][]): HTMLElement =>
  h(
    "dl",
    { class: "pairs" },
    ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, asText(value)))),
  );

export const linkList = (items: [string, string][]): HTMLElement =>
  h("p", { class: "crumbs" }, ...items.flatMap(([text, hash], i) => [i ? " › " : null, link(hash, text)]));

export { called };
