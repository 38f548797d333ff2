/** Axes and frames of the pictures. */
import type { ScaleLinear } from "d3-scale";

import { svg } from "./dom";

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
  height: number;
}
export type Scale = ScaleLinear<number, number>;

export function box(
  width: number,
  height: number,
  margins: Partial<Record<"left" | "right" | "top" | "bottom", number>>,
): Box {
  return {
    left: margins.left ?? 8,
    right: width - (margins.right ?? 8),
    top: margins.top ?? 8,
    bottom: height - (margins.bottom ?? 34),
    width,
    height,
  };
}

/** A picture; what is in it is read to those who cannot see it from its table. */
export function canvas({ width, height }: Box, label: string, role = "img"): SVGSVGElement {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role, "aria-label": label });
}

export const tickText = (value: number): string =>
  Number(value.toPrecision(10)).toLocaleString("en-US", { maximumSignificantDigits: 8 });

export const percentTick = (value: number): string => `${Number((100 * value).toPrecision(6))}%`;

/** About how wide a text is, in pixels, at the size that axes have. */
export const textWidth = (text: string, size = 11): number => {
  let width = 0;
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) > 0x2e80 ? 1.1 * size : 0.6 * size;
  return width;
};

/** The text, or as much of it as there is room for. */
export function fitted(text: string, room: number, size: number): string {
  if (textWidth(text, size) <= room) return text;
  let kept = "";
  for (const letter of text) {
    if (textWidth(`${kept}${letter}…`, size) > room) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** How a text that may be cut is read out: as it is seen, then as a whole. */
export const spoken = (shown: string, full: string): string => (shown === full ? full : `${shown} (${full})`);

export function xAxis(to: SVGElement, scale: Scale, frame: Box, title: string, text = tickText): void {
  const n = Math.max(2, Math.floor((frame.right - frame.left) / 80));
  for (const value of scale.ticks(n)) {
    const x = scale(value);
    to.append(
      svg("line", { class: "grid faint", x1: x, x2: x, y1: frame.top, y2: frame.bottom }),
      svg("text", { class: "tick", x, y: frame.bottom + 15, "text-anchor": "middle" }, text(value)),
    );
  }
  to.append(
    svg("text", { class: "tick name", x: frame.right, y: frame.bottom + 30, "text-anchor": "end" }, title),
  );
}

export function yAxis(to: SVGElement, scale: Scale, frame: Box, text = tickText): void {
  for (const value of scale.ticks(5)) {
    const y = scale(value);
    to.append(
      svg("line", { class: "grid", x1: frame.left, x2: frame.right, y1: y, y2: y }),
      svg("text", { class: "tick", x: frame.left - 6, y: y + 4, "text-anchor": "end" }, text(value)),
    );
  }
}

/** The x coordinate of a pointer, in the picture's own units. */
export function pointerX(event: Event, picture: SVGSVGElement, frame: Box): number {
  const seen = picture.getBoundingClientRect();
  return (((event as PointerEvent).clientX - seen.left) / seen.width) * frame.width;
}
