/** The state of the page is its address: #topic=12, #document=ID, #word=..., #search=..., #overview. */

export type View =
  "overview" | "topic" | "document" | "word" | "search" | "documents" | "words" | "comparison";
export interface Route {
  view: View;
  key: string;
  parameters: Map<string, string>;
}

const KEYED: readonly string[] = ["topic", "document", "word", "search"];
const PLAIN: readonly string[] = ["documents", "words", "comparison"];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a link that someone cut
  }
}

/** What a hash asks for. An unknown one is a section of the overview. */
export function parse(hash: string): Route {
  const old = /^#topic-(\d+)$/.exec(hash);
  const parts = (old ? `topic=${old[1]}` : hash.replace(/^#/, "")).split("&");
  const [name, key] = splitOnce(parts[0] ?? "");
  const parameters = new Map(parts.slice(1).map(splitOnce));
  if (KEYED.includes(name)) return { view: name as View, key, parameters };
  if (PLAIN.includes(name)) return { view: name as View, key: "", parameters };
  return { view: "overview", key: decoded(name), parameters };
}

function splitOnce(part: string): [string, string] {
  const at = part.indexOf("=");
  return at < 0 ? [part, ""] : [part.slice(0, at), decoded(part.slice(at + 1))];
}

export const toTopic = (number: number): string => `#topic=${number}`;
export const toDocument = (id: string): string => `#document=${encodeURIComponent(id)}`;
export const toWord = (word: string): string => `#word=${encodeURIComponent(word)}`;
export const toSearch = (query: string): string => `#search=${encodeURIComponent(query)}`;

/** Sets a parameter of the address without a step in the history. */
export function remember(name: string, value: string): void {
  const kept = window.location.hash
    .replace(/^#/, "")
    .split("&")
    .filter((part) => splitOnce(part)[0] !== name);
  if (kept[0] === "") kept[0] = "overview";
  window.history.replaceState(null, "", `#${[...kept, `${name}=${encodeURIComponent(value)}`].join("&")}`);
}
