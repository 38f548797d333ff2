/** Numbers and names as people read them. */
import type { Interval, Json } from "./types";

const grouping = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const significant = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 5 });

export const grouped = (value: number): string => grouping.format(value);
export const exactly = (value: number): string => significant.format(value);
export const fixed = (value: number | null | undefined, digits: number): string =>
  typeof value === "number" ? value.toFixed(digits) : "–";
export function percent(share: number): string {
  if (share > 0 && share < 0.00005) return "<0.01%";
  return `${(100 * share).toFixed(share >= 0.0995 ? 1 : 2)}%`;
}
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${grouped(n)} ${n === 1 ? one : many}`;

/** "3.1% (2.8 to 3.5%)", or the estimate alone. */
export function percentWithin(share: number, { low, high }: Interval): string {
  return low === null || high === null ? percent(share) : `${percent(share)} ${rangeText({ low, high })}`;
}

export function rangeText({ low, high }: Interval): string {
  if (low === null || high === null) return "";
  const digits = high >= 0.0995 ? 1 : 2;
  return `(${(100 * low).toFixed(digits)} to ${(100 * high).toFixed(digits)}%)`;
}

export const clipped = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
};

export function asText(value: Json | undefined): string {
  if (value === null || value === undefined) return "default";
  return typeof value === "string"
    ? value
    : typeof value === "number"
      ? exactly(value)
      : JSON.stringify(value);
}

/** Metadata as text: lists by commas. */
export function fieldText(value: Json): string {
  if (value === null) return "–";
  if (typeof value === "string" && /^\[.*\]$/s.test(value)) return listText(value);
  if (Array.isArray(value)) return value.map(fieldText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A list that metadata hold as its JSON text; any other text in brackets as it is. */
function listText(text: string): string {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((item) => typeof item === "string") ? list.join(", ") : text;
  } catch {
    return text;
  }
}
