/** Orders of a topic's words, from frequent to exclusive. */
import type { Report, Topic, Word } from "./report";
import { remember } from "./router";

export type Order = "prob" | "frex" | "relevance" | "lift";

export const ORDERS: [Order, string, string][] = [
  ["prob", "Probability", "How often the topic uses the word."],
  [
    "frex",
    "FREX",
    "FREX weighs two ranks of a word: how frequent it is in the topic, and how exclusive to it.",
  ],
  [
    "relevance",
    "Relevance",
    "Relevance weighs the logarithms of a word's probability and of its lift (as pyLDAvis does).",
  ],
  [
    "lift",
    "Lift",
    "Lift is the word's probability in the topic divided by that in the corpus. Rare words come first.",
  ],
];

/** How words are ordered, on every view alike; the address holds it. */
export const ordering: { by: Order; weight: number } = { by: "prob", weight: 0.5 };

export function readOrdering(parameters: Map<string, string>): void {
  const by = ORDERS.find(([order]) => order === parameters.get("by"));
  const weight = Number(parameters.get("weight"));
  if (by) ordering.by = by[0];
  if (parameters.has("weight") && weight >= 0 && weight <= 1) ordering.weight = weight;
}

export function rememberOrdering(): void {
  remember("by", ordering.by);
  remember("weight", String(ordering.weight));
}

/** A word's probability in a topic; without one of the fit's, its share of the topic's tokens. */
export const probability = (topic: Topic, word: Word): number =>
  word.prob ?? word.count / Math.max(1, topic.tokens);

function frex(report: Report, word: Word, weight: number): number {
  const types = report.facts.types;
  return 1 / (weight / (word.exclusivity / types) + (1 - weight) / (word.frequency / types));
}

function lift(report: Report, topic: Topic, word: Word): number {
  return probability(topic, word) / (Math.max(1, word.everywhere) / Math.max(1, report.facts.tokens));
}

function scorer(report: Report, topic: Topic, by: Order, weight: number): (word: Word) => number {
  if (by === "frex") return (word) => frex(report, word, weight);
  if (by === "lift") return (word) => lift(report, topic, word);
  if (by === "relevance")
    return (word) =>
      (1 - weight) * Math.log(probability(topic, word) + 1e-12)
      + weight * Math.log(lift(report, topic, word) + 1e-12);
  return (word) => (report.facts.rates ? word.frequency : word.count);
}

/**
 * A topic's words, best first, as many as the page has exactly; without a limit all that it has. Ties go to
 * the more frequent word, as in the program's own lists.
 */
export function ranked(
  report: Report,
  topic: Topic,
  most = 30,
  by = ordering.by,
  weight = ordering.weight,
): Word[] {
  const score = scorer(report, topic, by, weight),
    exact = Number.isFinite(most) ? Math.min(most, report.facts.words ?? most) : most;
  return topic.words
    .map((word): [number, Word] => [score(word), word])
    .sort((a, b) => b[0] - a[0] || b[1].frequency - a[1].frequency)
    .slice(0, exact)
    .map(([, word]) => word);
}
