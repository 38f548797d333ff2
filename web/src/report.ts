/** What the page works on: the data block with its gaps filled, and look-ups. */
import type { Interval, Json, Maybe, RawData, RawDocument, RawTopic } from "./types";

export interface Word extends Interval {
  id: number;
  text: string;
  everywhere: number;
  count: number;
  frequency: number;
  exclusivity: number;
  prob: number | null;
}
export interface TopDocument extends Interval {
  document: number;
  share: number;
  tokens: number;
}
export interface TopicShare extends Interval {
  topic: number;
  share: number;
}
export interface Topic extends Interval {
  index: number;
  number: number;
  given: string;
  auto: string;
  tokens: number;
  documents: number;
  share: number;
  words: Word[];
  top: TopDocument[];
  nearest: [number, number][];
  correlated: [number, number][];
  chains: number[] | null;
  npmi: number | null;
  exclusivity: number | null;
  mask: Record<string, Json> | null;
  found: number | null;
  place: number;
  depth: number;
  below: number;
}
export interface Token {
  start: number;
  end: number;
  topic: number;
  certainty: number | null;
}
export interface BagWord {
  word: string;
  topic: number;
  certainty: number | null;
  count: number;
}
export interface Document {
  index: number;
  id: string;
  length: number;
  topics: TopicShare[];
  metadata: [string, Json][];
  text: string | null;
  cut: boolean;
  tokens: Token[];
  words: BagWord[];
}
export interface WordUse {
  topic: Topic;
  word: Word;
}

const orNull = (value: Maybe<number>): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

export class Report {
  readonly facts: RawData["facts"];
  readonly topics: Topic[];
  readonly documents: Document[];
  readonly vocabulary: [string, number][];
  readonly noun: string;
  private readonly topicOfNumber = new Map<number, Topic>();
  private documentOfId: Map<string, Document> | null = null;
  private usesOfWord: Map<string, WordUse[]> | null = null;

  constructor(readonly raw: RawData) {
    this.facts = raw.facts;
    this.vocabulary = raw.vocabulary ?? [];
    this.noun = raw.facts.tree ? "label" : "topic";
    this.topics = (raw.topics ?? []).map((topic, index) => this.topicOf(topic, index));
    this.documents = (raw.documents ?? []).map((document, index) => this.documentOf(document, index));
    for (const topic of this.topics) this.topicOfNumber.set(topic.number, topic);
  }

  topic(number: number): Topic | undefined {
    return this.topicOfNumber.get(number);
  }

  document(id: string): Document | undefined {
    this.documentOfId ??= new Map([...this.documents].reverse().map((document) => [document.id, document]));
    return this.documentOfId.get(id);
  }

  /** The topics that list a word, the one with most of its tokens first. */
  uses(word: string): WordUse[] {
    this.usesOfWord ??= this.indexWords();
    return this.usesOfWord.get(word) ?? [];
  }

  tokensOf(word: string): number | undefined {
    return this.vocabulary.find(([text]) => text === word)?.[1];
  }

  /** A document that came alone, and has no place among those of the page. */
  read(raw: RawDocument): Document {
    return this.documentOf(raw, -1);
  }

  /** True if only some of the corpus's documents are in the page. */
  get isSample(): boolean {
    return this.documents.length < this.facts.documents;
  }

  get hasIntervals(): boolean {
    return this.topics.some((topic) => topic.low !== null);
  }

  /** "90%", the probability that an interval holds. */
  get intervalText(): string {
    return `${Math.round(100 * (this.facts.interval ?? 0.9))}%`;
  }

  private indexWords(): Map<string, WordUse[]> {
    const uses = new Map<string, WordUse[]>();
    for (const topic of this.topics)
      for (const word of topic.words) {
        const known = uses.get(word.text);
        if (known) known.push({ topic, word });
        else uses.set(word.text, [{ topic, word }]);
      }
    for (const list of uses.values()) list.sort((a, b) => b.word.count - a.word.count);
    return uses;
  }

  private topicOf(raw: RawTopic, index: number): Topic {
    const words = raw.words.map(([id, count, frequency, exclusivity, prob, low, high]): Word => {
      const [text, everywhere] = this.vocabulary[id] ?? ["?", 0];
      return {
        id,
        text,
        everywhere,
        count,
        frequency,
        exclusivity,
        prob: orNull(prob),
        low: orNull(low),
        high: orNull(high),
      };
    });
    return {
      index,
      number: raw.number ?? index,
      given: raw.name ?? "",
      auto: raw.auto_name ?? "",
      words,
      tokens: raw.tokens,
      documents: raw.documents,
      share: raw.share ?? raw.tokens / Math.max(1, this.facts.tokens),
      low: orNull(raw.share_low),
      high: orNull(raw.share_high),
      top: raw.top.map(([document, share, tokens, low, high]) => ({
        document,
        share,
        tokens,
        low: orNull(low),
        high: orNull(high),
      })),
      nearest: raw.nearest ?? [],
      correlated: raw.correlated ?? [],
      chains: raw.chains ?? null,
      npmi: orNull(raw.npmi),
      exclusivity: orNull(raw.exclusivity),
      mask: raw.mask ?? null,
      found: orNull(raw.found),
      place: raw.place ?? index,
      depth: raw.depth ?? 0,
      below: raw.documents_below ?? 0,
    };
  }

  private documentOf(raw: RawDocument | [string, number], index: number): Document {
    if (Array.isArray(raw))
      return {
        index,
        id: raw[0],
        length: raw[1],
        topics: [],
        metadata: [],
        text: null,
        cut: false,
        tokens: [],
        words: [],
      };
    return {
      index,
      id: raw.id,
      length: raw.length,
      metadata: Object.entries(raw.metadata ?? {}),
      text: raw.text ?? null,
      cut: raw.cut === true,
      topics: (raw.topics ?? [])
        .map(([topic, share, low, high]) => ({ topic, share, low: orNull(low), high: orNull(high) }))
        .sort((a, b) => b.share - a.share),
      tokens: (raw.tokens ?? [])
        .map(([start, end, topic, certainty]) => ({ start, end, topic, certainty: orNull(certainty) }))
        .sort((a, b) => a.start - b.start),
      words: (raw.words ?? []).map(([word, topic, certainty, count]) => ({
        word: typeof word === "string" ? word : (this.vocabulary[word]?.[0] ?? "?"),
        topic,
        certainty: orNull(certainty),
        count: count ?? 1,
      })),
    };
  }
}
