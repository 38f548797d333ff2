/** A picture with its name, its values as a table, and buttons that take it out of the page. */
import { button, h, type Child } from "./dom";
import { savePng, saveSvg } from "./download";
import { valueTable } from "./table";

export interface Picture {
  title: string;
  note?: Child;
  file: string;
  className?: string;
  /** Draws into a space of that width; called again when the width changes. */
  draw: (width: number, say: (text: string) => void) => SVGSVGElement;
  /** Buttons beside those that save. */
  tools?: HTMLElement[];
  values: { titles: string[]; rows: () => (string | number | null)[][] };
}

export interface Drawn {
  node: HTMLElement;
  redraw: () => void;
}

export function figure(picture: Picture): Drawn {
  const readout = h("p", { class: "readout", "aria-live": "polite" });
  const space = h("div", { class: "space" });
  let width = 0;
  let drawn: SVGSVGElement | null = null;
  const say = (text: string): void => {
    readout.textContent = text;
  };
  const redraw = (): void => {
    if (width <= 0) return;
    drawn = picture.draw(width, say);
    space.replaceChildren(drawn);
  };
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry?.contentRect.width ?? 0);
    if (now === width || now <= 0) return;
    width = now;
    window.requestAnimationFrame(redraw); // what is drawn may change the width again
  }).observe(space);
  const tools = h(
    "div",
    { class: "tools" },
    ...(picture.tools ?? []),
    button(
      "SVG",
      () => {
        if (drawn) saveSvg(drawn, picture.file);
      },
      { "aria-label": `SVG of the picture: ${picture.title}` },
    ),
    button(
      "PNG",
      () => {
        if (drawn) void savePng(drawn, picture.file);
      },
      { "aria-label": `PNG of the picture: ${picture.title}` },
    ),
  );
  const node = h(
    "figure",
    { class: `figure ${picture.className ?? ""}`.trim() },
    h("figcaption", {}, h("h3", {}, picture.title), tools),
    picture.note ? h("p", { class: "note" }, picture.note) : null,
    space,
    readout,
    values(picture),
  );
  return { node, redraw };
}

/** The values are made when they are asked for: a trace has thousands. */
function values({ title, file, values: { titles, rows } }: Picture): HTMLElement {
  const details = h("details", { class: "fold" }, h("summary", {}, "Values as a table"));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1)
      details.append(valueTable(`Values: ${title}`, file, titles, rows()));
  });
  return details;
}
