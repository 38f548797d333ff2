/** The data block as the program writes it. Every part that a fit may lack is optional or null. */

export type Maybe<T> = T | null | undefined;
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Interval = { low: number | null; high: number | null };

export interface RawChain {
  chain?: number;
  sweep?: number;
  seconds?: number;
  topics?: number;
  log_posterior?: number;
}

export interface RawFacts {
  title?: Maybe<string>;
  model: string;
  heading?: Maybe<string>;
  status: string;
  engine: string;
  exact?: boolean;
  verdict?: Maybe<string>;
  unsettled?: boolean;
  fixed_topics?: boolean;
  corpus: string;
  hash: string;
  fit_hash?: Maybe<string>;
  chain: number;
  sweep: number;
  burn_in: number;
  topics: number;
  rates?: boolean;
  tree?: boolean;
  documents: number;
  empty?: number;
  types: number;
  tokens: number;
  options?: Record<string, Json>;
  chains?: Maybe<RawChain[]>;
  topics_90?: Maybe<number>;
  topics_99?: Maybe<number>;
  interval?: Maybe<number>;
  interval_draws?: Maybe<number>;
  aligned?: Maybe<string>;
  sampled_documents?: Maybe<number>;
  served?: boolean;
  words?: Maybe<number>;
  left_out?: Maybe<string[]>;
  has_text?: boolean;
  fields?: Maybe<string[]>;
  extra?: Maybe<[string, Json][]>;
}

export interface RawTrace {
  chain: number;
  sweep: number[];
  values: Record<string, Maybe<(number | null)[]>>;
}

export interface RawDiagnosisRow {
  name: string;
  mean?: Maybe<number>;
  sd?: Maybe<number>;
  rhat?: Maybe<number>;
  ess_bulk?: Maybe<number>;
  ess_tail?: Maybe<number>;
}
export interface RawDiagnosis {
  verdict: string;
  text: string;
  rows?: Maybe<RawDiagnosisRow[]>;
  shows?: Maybe<string[]>;
  does_not_show?: Maybe<string[]>;
}

export interface RawMeasure {
  mean: number;
  sd?: Maybe<number>;
}
export interface RawQuality {
  npmi?: Maybe<RawMeasure>;
  exclusivity?: Maybe<RawMeasure | number>;
  coverage?: Maybe<RawMeasure | number>;
  [other: string]: Maybe<RawMeasure | number>;
}

export type RawWord = [number, number, number, number, Maybe<number>?, Maybe<number>?, Maybe<number>?];
export type RawTop = [number, number, number, Maybe<number>?, Maybe<number>?];

export interface RawTopic {
  number?: number;
  name?: Maybe<string>;
  auto_name?: Maybe<string>;
  tokens: number;
  documents: number;
  share?: Maybe<number>;
  share_low?: Maybe<number>;
  share_high?: Maybe<number>;
  words: RawWord[];
  top: RawTop[];
  nearest?: Maybe<[number, number][]>;
  correlated?: Maybe<[number, number][]>;
  chains?: Maybe<number[]>;
  npmi?: Maybe<number>;
  exclusivity?: Maybe<number>;
  mask?: Maybe<Record<string, Json>>;
  found?: Maybe<number>;
  place?: number;
  depth?: number;
  documents_below?: number;
}

export type RawShare = [number, number, Maybe<number>?, Maybe<number>?];
export type RawToken = [number, number, number, Maybe<number>?];
export type RawBagWord = [number | string, number, Maybe<number>, number?];

export interface RawDocument {
  id: string;
  length: number;
  topics?: Maybe<RawShare[]>;
  metadata?: Maybe<Record<string, Json>>;
  text?: Maybe<string>;
  tokens?: Maybe<RawToken[]>;
  words?: Maybe<RawBagWord[]>;
  sampled?: boolean;
  cut?: boolean;
}

export interface RawField {
  field: string;
  kind: string;
  groups: (string | number)[];
  documents: number[];
  tokens?: Maybe<number[]>;
  topics: Maybe<Maybe<[Maybe<number>, Maybe<number>?, Maybe<number>?]>[]>[];
}

export interface RawOther {
  fit?: Maybe<string>;
  model?: Maybe<string>;
  chain?: Maybe<number>;
  sweep?: Maybe<number>;
  topics?: Maybe<number>;
}

export interface RawOtherTopic {
  number?: number;
  name?: Maybe<string>;
  share?: Maybe<number>;
  words?: Maybe<string[]>;
}

export interface RawComparison {
  other?: Maybe<RawOther>;
  limit?: Maybe<number>;
  same_corpus?: boolean;
  distance?: Maybe<string>;
  pairs?: Maybe<[number, number, number, Maybe<boolean | number>?][]>;
  split?: Maybe<[number, number[]][]>;
  merged?: Maybe<[number[], number][]>;
  only_a?: Maybe<number[]>;
  only_b?: Maybe<number[]>;
  topics_b?: Maybe<RawOtherTopic[]>;
  summary?: Maybe<{ matched?: Maybe<number>; share_matched?: Maybe<number> }>;
}

export interface RawData {
  facts: RawFacts;
  charts?: Maybe<[string, string][]>;
  traces?: Maybe<RawTrace[]>;
  vocabulary?: Maybe<[string, number][]>;
  topics?: Maybe<RawTopic[]>;
  documents?: Maybe<(RawDocument | [string, number])[]>;
  diagnosis?: Maybe<RawDiagnosis>;
  quality?: Maybe<RawQuality>;
  by_field?: Maybe<RawField[]>;
  comparison?: Maybe<RawComparison>;
  map?: Maybe<{ x: number[]; y: number[]; distance?: Maybe<string>; explained?: Maybe<number> }>;
  tree?: Maybe<{ leaves?: number; merges: [number, number, number, number?][] }>;
}
