/** Search over topics, words and documents: several terms match what has them all. */
import type { Document, Report, Topic } from "./report";
import type { Names } from "./names";
import { fieldText } from "./format";

export interface Found {
  topics: Topic[];
  words: [string, number][];
  documents: Document[];
}

/** Lower case and without accents, so that "Naive" finds "naïve". */
export const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The terms of a query, and the whole of it if it has several. */
export function termsOf(query: string): string[] {
  const whole = folded(query.trim());
  return [...new Set([whole, ...whole.split(/\s+/)])].filter(Boolean);
}

interface Texts {
  id: string;
  rest: string;
}

export class Search {
  private topics: { topic: Topic; words: string[] }[] | null = null;
  private words: { entry: [string, number]; text: string }[] | null = null;
  private documents: { document: Document; texts: Texts }[] | null = null;

  constructor(
    private readonly report: Report,
    private readonly names: Names,
  ) {}

  find(query: string): Found {
    const whole = folded(query.trim()),
      terms = whole.split(/\s+/).filter(Boolean);
    if (terms.length === 0) return { topics: [], words: [], documents: [] };
    return {
      topics: this.findTopics(whole, terms),
      words: this.findWords(whole, terms),
      documents: this.findDocuments(whole, terms),
    };
  }

  private findTopics(whole: string, terms: string[]): Topic[] {
    this.topics ??= this.report.topics.map((topic) => ({
      topic,
      words: topic.words.map(({ text }) => folded(text)),
    }));
    const number = /^(?:topic\s+|label\s+|#)?(\d+)$/.exec(whole)?.[1];
    const score = ({ topic, words }: { topic: Topic; words: string[] }): number => {
      if (number !== undefined && topic.number === Number(number)) return 3;
      const name = folded(this.names.of(topic));
      if (name.includes(whole)) return 2;
      return terms.every((term) => name.includes(term) || words.some((word) => word.includes(term)))
        || words.some((word) => word.includes(whole))
        ? 1
        : 0;
    };
    return rankedBy(this.topics, score).map(({ topic }) => topic);
  }

  /** Words that hold the whole query, or are one of its terms. */
  private findWords(whole: string, terms: string[]): [string, number][] {
    this.words ??= this.report.vocabulary.map((entry) => ({ entry, text: folded(entry[0]) }));
    const score = ({ text }: { text: string }): number =>
      text === whole ? 3 : text.includes(whole) ? 2 : terms.includes(text) ? 1 : 0;
    return rankedBy(this.words, score, (a, b) => b.entry[1] - a.entry[1]).map(({ entry }) => entry);
  }

  /** Ids exactly, then by part, then documents whose texts, words or metadata hold every term. */
  private findDocuments(whole: string, terms: string[]): Document[] {
    this.documents ??= this.report.documents.map((document) => ({ document, texts: this.textsOf(document) }));
    const score = ({ texts: { id, rest } }: { texts: Texts }): number =>
      id === whole || id.trim() === whole
        ? 4
        : id.includes(whole)
          ? 3
          : rest.includes(whole)
            ? 2
            : terms.every((term) => id.includes(term) || rest.includes(term))
              ? 1
              : 0;
    return rankedBy(this.documents, score).map(({ document }) => document);
  }

  private textsOf({ id, metadata, text, words }: Document): Texts {
    const parts = [
      ...metadata.map(([, value]) => fieldText(value)),
      text ?? "",
      ...words.map(({ word }) => word),
    ];
    return { id: folded(id), rest: folded(parts.join("\n")) };
  }
}

/** Those with a score, the highest first. */
function rankedBy<T>(all: T[], score: (item: T) => number, tie: (a: T, b: T) => number = () => 0): T[] {
  return all
    .map((item, i) => ({ item, i, points: score(item) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || tie(a.item, b.item) || a.i - b.i)
    .map(({ item }) => item);
}
