/** Elements without markup: texts always become text nodes. */

type Attribute = string | number | boolean | null | undefined;
export type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, Attribute | ((event: Event) => void)>;

const SVG = "http://www.w3.org/2000/svg";

function fill(node: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      node.append(typeof child === "number" ? String(child) : child);
}

/** An HTML element; attributes named onX are listeners of the event X. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
  fill(node, attributes, children);
  return node;
}

export const button = (
  text: Child,
  listener: (event: Event) => void,
  attributes: Attributes = {},
): HTMLButtonElement => h("button", { type: "button", onclick: listener, ...attributes }, text);

export const link = (hash: string, ...children: Child[]): HTMLAnchorElement =>
  h("a", { href: hash }, ...children);

/** A section with its heading; `note` says in a sentence what is seen. */
export function section(id: string, title: string, note: Child, ...children: Child[]): HTMLElement {
  return h(
    "section",
    { id, "aria-labelledby": `${id}-heading` },
    h("h2", { id: `${id}-heading`, tabindex: -1 }, title),
    note ? h("p", { class: "note" }, note) : null,
    ...children,
  );
}

/** A description list of [name, value] pairs. */
export function pairs(rows: [Child, Child][]): HTMLElement {
  return h(
    "dl",
    { class: "pairs" },
    ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/** A bar behind a number; its length is decoration, the number beside it says the same. */
export function bar(amount: number): HTMLElement {
  const node = h("i", { class: "bar", "aria-hidden": "true" });
  node.style.width = `${Math.max(0, Math.min(100, 100 * amount)).toFixed(1)}%`;
  return node;
}
