/** What views need besides their own key. */
import type { Names } from "./names";
import type { Report, Topic } from "./report";

export interface Context {
  report: Report;
  names: Names;
  parameters: Map<string, string>;
  /** Shows the present view again, after names or orders changed. */
  again: () => void;
}

/** A view: the name that the window's title and the heading get, and its content. */
export interface Shown {
  title: string;
  kind?: string;
  nodes: (Node | null)[];
  section?: string;
}

export const called = ({ names }: Context, topic: Topic): string =>
  `${topic.number} ${names.of(topic)}`.trim();
