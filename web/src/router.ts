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

/** The state's hash. In a frame of a notebook the page may not write its address, so it is kept here. */
let state = window.location.hash;

export const current = (): string => state;

const PAUSE = 100; // milliseconds; browsers warn of pages that write their address too often
let waiting = 0;

function writeNow(step: "replace" | "push"): void {
  window.clearTimeout(waiting);
  waiting = 0;
  const address = window.location.href.replace(/#.*$/, "") + state;
  try {
    if (step === "push") window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  } catch {
    /* the state is kept, only without a link */
  }
}

/** Writes the address without showing anything: in place of the present one, or as a step of the history. */
export function write(hash: string, step: "replace" | "push" = "replace"): void {
  if (step === "push" && waiting) writeNow("replace");
  state = hash;
  if (step === "push") writeNow("push");
  else {
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => writeNow("replace"), PAUSE);
  }
}

/** Sets a parameter of the address without a step in the history. */
export function remember(name: string, value: string): void {
  const kept = current()
    .replace(/^#/, "")
    .split("&")
    .filter((part) => splitOnce(part)[0] !== name);
  if (kept[0] === "") kept[0] = "overview";
  write(`#${[...kept, `${name}=${encodeURIComponent(value)}`].join("&")}`);
}

/** Goes to a state, as a link does. */
export function go(hash: string): void {
  if (waiting) writeNow("replace");
  window.location.hash = hash;
}

/**
 * Calls `arrived` at every step of the reader. Links inside the page are followed here, because in a frame
 * without an address of its own (`srcdoc`) the browser would take them for links of the page around it.
 */
export function follow(arrived: () => void): void {
  window.addEventListener("hashchange", () => {
    if (window.location.hash === state) return;
    window.clearTimeout(waiting);
    waiting = 0;
    state = window.location.hash;
    arrived();
  });
  document.addEventListener("click", (event) => {
    const anchor = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const hash = anchor?.getAttribute("href");
    if (!hash || !plain) return;
    event.preventDefault();
    if (hash === "#main") document.getElementById("main")?.focus();
    else if (hash === state) arrived();
    else go(hash);
  });
}
