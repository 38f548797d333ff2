/** Files that the reader takes out of the page: tables as TSV, pictures as SVG and PNG. */
import { h, svg as svgElement } from "./dom";

const SCALE = 2; // pixels of a PNG per pixel of the page
/** What an SVG needs to look alike without the page's style sheet. */
const LOOKS = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "visibility",
];

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = h("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const saveText = (text: string, name: string): void =>
  save(new Blob([text], { type: "text/tab-separated-values;charset=utf-8" }), name);

const cell = (value: unknown): string => String(value ?? "").replace(/[\t\r\n]+/g, " ");

export function tsv(titles: string[], rows: unknown[][]): string {
  return [titles, ...rows].map((row) => row.map(cell).join("\t") + "\n").join("");
}

/** The picture by itself: with its colors, a background, and no links. */
export function standalone(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const originals = [picture, ...picture.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  copies.forEach((node, i) => {
    const looks = window.getComputedStyle(originals[i] as Element);
    for (const name of LOOKS)
      if (looks.getPropertyValue(name)) node.setAttribute(name, looks.getPropertyValue(name));
    for (const name of ["class", "style", "tabindex", "role"]) node.removeAttribute(name);
  });
  for (const anchor of copy.querySelectorAll("a"))
    anchor.replaceWith(svgElement("g", {}, ...anchor.childNodes));
  for (const hidden of copy.querySelectorAll("[visibility=hidden]")) hidden.remove();
  const background = window.getComputedStyle(document.body).backgroundColor;
  copy.prepend(svgElement("rect", { width: "100%", height: "100%", fill: background }));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(picture: SVGSVGElement, name: string): void {
  save(new Blob([standalone(picture)], { type: "image/svg+xml" }), `${name}.svg`);
}

export async function savePng(picture: SVGSVGElement, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(picture))}`;
  await image.decode();
  const canvas = h("canvas", { width: SCALE * picture.clientWidth, height: SCALE * picture.clientHeight });
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.scale(SCALE, SCALE);
  pen.drawImage(image, 0, 0, picture.clientWidth, picture.clientHeight);
  canvas.toBlob((blob) => {
    if (blob) save(blob, `${name}.png`);
  }, "image/png");
}
