/** Documents that the page lacks, asked of the program that serves it. A page from a file never asks. */
import type { Document, Report } from "./report";
import type { RawDocument } from "./types";

const KEPT = 100; // answers
const PAUSE = 150; // milliseconds after a letter

export interface Hits {
  found: { id: string; number: number; length: number }[];
  more: boolean;
}
export type Answer<T> =
  { state: "waiting" } | { state: "failed"; why: string } | { state: "here"; value: T | null };

type Cache<T> = Map<string, Answer<T>>;

export class Remote {
  private readonly documents: Cache<Document> = new Map();
  private readonly searches: Cache<Hits> = new Map();
  private pause = 0;

  /** @param arrived  called when there is an answer to show */
  constructor(
    private readonly report: Report,
    private readonly arrived: () => void,
  ) {}

  get isServed(): boolean {
    return this.report.facts.served === true;
  }

  /** The document of an id, or else of a number. */
  document(id: string): Answer<Document> {
    return this.known(this.documents, id, () =>
      this.ask(this.documents, id, `/document/${encodeURIComponent(id)}`, (raw) =>
        this.report.read(raw as RawDocument),
      ),
    );
  }

  /** The documents whose ids hold the query. Asked once the reader has stopped to type. */
  search(query: string): Answer<Hits> {
    const wanted = query.trim();
    return this.known(this.searches, wanted, () => {
      window.clearTimeout(this.pause);
      for (const [key, { state }] of this.searches)
        if (state === "waiting" && key !== wanted) this.searches.delete(key);
      this.pause = window.setTimeout(() => {
        this.ask(
          this.searches,
          wanted,
          `/documents?query=${encodeURIComponent(wanted)}`,
          (raw) => raw as Hits,
        );
      }, PAUSE);
    });
  }

  /** Forgets what went wrong, so that it is asked again. */
  forget(key: string): void {
    this.documents.delete(key);
    this.searches.delete(key.trim());
  }

  private known<T>(cache: Cache<T>, key: string, ask: () => void): Answer<T> {
    const answer = cache.get(key);
    if (answer) return answer;
    const [oldest] = cache.keys();
    if (cache.size >= KEPT && oldest !== undefined) cache.delete(oldest);
    cache.set(key, { state: "waiting" });
    ask();
    return { state: "waiting" };
  }

  private ask<T>(cache: Cache<T>, key: string, address: string, read: (raw: unknown) => T): void {
    const put = (answer: Answer<T>): void => {
      cache.set(key, answer);
      this.arrived();
    };
    void fetch(address)
      .then(async (response) => {
        if (response.status === 404) return null;
        if (!response.ok) throw new Error((await response.text()).trim() || String(response.status));
        return read(await response.json());
      })
      .then(
        (value) => put({ state: "here", value }),
        (error: unknown) =>
          put({
            state: "failed",
            why:
              error instanceof TypeError
                ? "themata serve does not answer; is it still running?"
                : `themata serve answers: ${error instanceof Error ? error.message : String(error)}`,
          }),
      );
  }
}
