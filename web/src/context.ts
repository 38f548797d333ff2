/** What views need besides their own key. */
import type { Names } from "./names";
import type { Remote } from "./remote";
import type { Report, Topic } from "./report";

export interface Context {
  report: Report;
  names: Names;
  remote: Remote;
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

/** The same where there is little room: of a made-up name its first word. */
export function calledShortly(context: Context, topic: Topic): string {
  const name = context.names.of(topic);
  return `${topic.number} ${context.names.isAutomatic(topic) ? name.split(/,? /)[0] : name}`.trim();
}

export const called = ({ names }: Context, topic: Topic): string =>
  `${topic.number} ${names.of(topic)}`.trim();
