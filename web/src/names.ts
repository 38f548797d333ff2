/** Names that a reader gives to topics. They live in this browser's storage until they are exported. */
import type { Report, Topic } from "./report";
import { ranked } from "./ranking";

export interface ReadNames {
  read: number;
  problems: string[];
}

/** A short fingerprint of a text (FNV-1a), to tell fits apart that carry none. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

export class Names {
  private readonly key: string;
  private names = new Map<number, string>();
  private readonly automatic = new Map<number, string>();
  /** False where the browser keeps nothing, so that names are gone with the window. */
  kept = true;

  constructor(private readonly report: Report) {
    const { facts } = report;
    const own = [facts.model, facts.hash, facts.chain, facts.sweep, facts.tokens, facts.options];
    this.key = `themata-names-${facts.fit_hash ?? fingerprint(JSON.stringify(own))}`;
    this.load();
  }

  get count(): number {
    return this.names.size;
  }

  /** The name given in this browser, or by the fit, or made of three words. */
  of(topic: Topic): string {
    return this.names.get(topic.number) || topic.given || this.automaticOf(topic);
  }

  own(topic: Topic): string {
    return this.names.get(topic.number) ?? "";
  }

  isAutomatic(topic: Topic): boolean {
    return !this.names.has(topic.number) && !topic.given;
  }

  automaticOf(topic: Topic): string {
    if (topic.auto) return topic.auto;
    let name = this.automatic.get(topic.index);
    if (name === undefined) {
      name = ranked(this.report, topic, 3, "frex", 0.5)
        .map((word) => word.text)
        .join(" ");
      this.automatic.set(topic.index, name);
    }
    return name;
  }

  /** An empty name takes the own one away. */
  set(topic: Topic, name: string): void {
    const clean = name.replace(/[\t\r\n]+/g, " ").trim();
    if (clean && clean !== topic.given) this.names.set(topic.number, clean);
    else this.names.delete(topic.number);
    this.save();
  }

  /** All names that people gave, one line per topic: its number, a tab, the name. */
  tsv(): string {
    const rows = this.report.topics.map(
      (topic) => [topic.number, this.names.get(topic.number) || topic.given] as const,
    );
    const lines = rows.filter(([, name]) => name).map(([number, name]) => `${number}\t${name}`);
    return ["topic\tname", ...lines, ""].join("\n");
  }

  /** Takes names from a file as `tsv` writes it. What cannot be read is reported and ignored. */
  read(text: string): ReadNames {
    const result: ReadNames = { read: 0, problems: [] };
    text
      .replace(/^\uFEFF/, "")
      .split(/\r?\n/)
      .forEach((line, i) => {
        if (!line.trim() || (i === 0 && /^topic\t/i.test(line))) return;
        const [number = "", name = ""] = line.split("\t");
        const topic = /^\d+$/.test(number.trim()) ? this.report.topic(Number(number)) : undefined;
        if (topic && name.trim()) {
          this.set(topic, name);
          ++result.read;
        } else {
          result.problems.push(
            topic ? `line ${i + 1}: no name after the tab` : `line ${i + 1}: no topic "${number}"`,
          );
        }
      });
    return result;
  }

  private load(): void {
    try {
      const stored: unknown = JSON.parse(window.localStorage.getItem(this.key) ?? "{}");
      if (typeof stored !== "object" || stored === null) return;
      for (const [number, name] of Object.entries(stored))
        if (typeof name === "string" && this.report.topic(Number(number)))
          this.names.set(Number(number), name);
    } catch {
      this.kept = false;
    }
  }

  private save(): void {
    try {
      if (this.names.size === 0) window.localStorage.removeItem(this.key);
      else window.localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(this.names)));
    } catch {
      this.kept = false;
    }
  }
}
