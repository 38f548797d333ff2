/** Texts whose tokens carry topics. */
import { called, type Context } from "./context";
import { h } from "./dom";
import type { Document, Token } from "./report";

export const COLORS = 8;

/** How sure a token's topic is: in most kept draws, in many, in few; or nothing is known of it. */
export function sureness(certainty: number | null): string {
  if (certainty === null) return "sure-unknown";
  return certainty >= 0.9 ? "sure" : certainty >= 0.5 ? "sure-half" : "sure-little";
}

export const certaintyText = (certainty: number | null): string =>
  certainty === null ? "" : `in ${Math.round(100 * certainty)}% of the kept draws`;

/** Topics' colors within a document: the largest get one each, the others none. */
export function colorsOf(document: Document): Map<number, number> {
  const counts = new Map<number, number>();
  const count = (topic: number, n: number): void => {
    counts.set(topic, (counts.get(topic) ?? 0) + n);
  };
  document.tokens.forEach(({ topic }) => count(topic, 1));
  document.words.forEach(({ topic, count: n }) => count(topic, n));
  if (counts.size === 0) document.topics.forEach(({ topic, share }) => count(topic, share));
  const order = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, COLORS);
  return new Map(order.map(([topic], i) => [topic, i]));
}

/** A text cut into plain pieces and tokens; tokens that overlap or lie outside are left out. */
export function pieces(
  text: string,
  tokens: Token[],
  from = 0,
  to = text.length,
): (string | { token: Token; text: string })[] {
  const result: (string | { token: Token; text: string })[] = [];
  let at = from;
  for (const token of tokens) {
    if (token.start < at || token.end > to || token.end <= token.start) continue;
    if (token.start > at) result.push(text.slice(at, token.start));
    result.push({ token, text: text.slice(token.start, token.end) });
    at = token.end;
  }
  if (at < to) result.push(text.slice(at, to));
  return result;
}

export function colored(context: Context, document: Document, colors: Map<number, number>): HTMLElement {
  const { topics } = context.report;
  const nodes = pieces(document.text ?? "", document.tokens).map((piece) => {
    if (typeof piece === "string") return piece;
    const { topic: index, certainty } = piece.token,
      topic = topics[index];
    const color = colors.get(index);
    const title = topic ? `Topic ${called(context, topic)} ${certaintyText(certainty)}`.trim() : "";
    return h(
      "span",
      {
        class: `token ${color === undefined ? "other" : `t${color}`} ${sureness(certainty)}`,
        "data-topic": index,
        title,
      },
      piece.text,
    );
  });
  return h("p", { class: "document-text", dir: "auto" }, ...nodes);
}

const WINDOW = 320;

/** Where the topic's tokens are densest: the first and last place of a passage of about WINDOW characters. */
function densest(text: string, places: Token[]): [number, number] {
  let best = 0,
    most = 0,
    first = 0;
  places.forEach((token, last) => {
    while (token.end - (places[first]?.start ?? 0) > WINDOW) ++first;
    if (last - first + 1 > most) {
      most = last - first + 1;
      best = first;
    }
  });
  const start = places[best]?.start ?? 0,
    end = places[best + Math.max(0, most - 1)]?.end ?? 0;
  const spare = Math.max(0, WINDOW - (end - start)) / 2;
  return [
    wordEdge(text, Math.max(0, start - spare), 1),
    wordEdge(text, Math.min(text.length, end + spare), -1),
  ];
}

/** The nearest space from a place on, so that no word is cut; the place itself where there is none near. */
function wordEdge(text: string, from: number, step: 1 | -1): number {
  const place = Math.round(from);
  if (place <= 0 || place >= text.length) return place;
  for (let i = 0; i < 25; ++i) if (/\s/.test(text[place + step * i] ?? "x")) return place + step * i;
  return /[\uDC00-\uDFFF]/.test(text[place] ?? "") ? place + 1 : place;
}

/** The passage of a document in which a topic is densest, with its tokens marked; null without a text. */
export function passage(document: Document, topic: number): HTMLElement | null {
  const { text } = document;
  if (!text) return null;
  const own = document.tokens.filter((token) => token.topic === topic);
  const [from, to] = own.length > 0 ? densest(text, own) : [0, Math.min(text.length, WINDOW)];
  const nodes = pieces(
    text,
    own.filter(({ start, end }) => start >= from && end <= to),
    from,
    to,
  ).map((piece) =>
    typeof piece === "string" ? piece : h("mark", { class: sureness(piece.token.certainty) }, piece.text),
  );
  return h(
    "p",
    { class: "passage", dir: "auto" },
    from > 0 ? "… " : null,
    ...nodes,
    to < text.length ? " …" : null,
  );
}

/** Words of a topic in a document without a text, the most frequent first. */
export function wordsOfTopic(document: Document, topic: number): string {
  const words = document.words.filter((word) => word.topic === topic).sort((a, b) => b.count - a.count);
  return words
    .slice(0, 20)
    .map(({ word, count }) => (count > 1 ? `${word} (${count})` : word))
    .join(", ");
}

/** A title for a document: what its metadata calls so, if any. */
export function titleOf(document: Document): string {
  const title = document.metadata.find(
    ([field, value]) => /^title$/i.test(field) && typeof value === "string",
  );
  return typeof title?.[1] === "string" ? title[1] : "";
}
