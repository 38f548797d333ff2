/** The dendrogram of topics. Of many it shows a few branches; one that is opened fills the picture. */
import { scaleLinear } from "d3-scale";

import { box, canvas, fitted, spoken, xAxis, type Box, type Scale } from "../axes";
import { called, calledShortly, type Context } from "../context";
import { button, svg } from "../dom";
import { figure, type Drawn } from "../figure";
import { plural } from "../format";
import { remember, toTopic } from "../router";

interface Branch {
  id: number;
  children: [Branch, Branch] | null;
  height: number;
  leaves: number[];
  parent: Branch | null;
}

const ROW = 22,
  SHOWN = 24;

/** The root of the merges; leaves are topics' indices, the node of merge i is n + i. */
function rootOf(n: number, merges: [number, number, number, number?][]): Branch | null {
  const nodes: Branch[] = Array.from({ length: n }, (_, id) => ({
    id,
    children: null,
    height: 0,
    leaves: [id],
    parent: null,
  }));
  merges.forEach(([a, b, height], i) => {
    const left = nodes[a],
      right = nodes[b];
    if (!left || !right) return;
    const node: Branch = {
      id: n + i,
      children: [left, right],
      height,
      leaves: [...left.leaves, ...right.leaves],
      parent: null,
    };
    left.parent = right.parent = node;
    nodes[n + i] = node;
  });
  return nodes[n + merges.length - 1] ?? null;
}

/** The branches that a picture of `root` shows closed: those left after its highest forks were opened. */
function shownEnds(root: Branch, most: number): Set<Branch> {
  const ends = new Set([root]);
  while (ends.size < most) {
    const highest = [...ends]
      .filter(({ children }) => children)
      .reduce<Branch | null>((a, b) => (a && a.height >= b.height ? a : b), null);
    if (!highest?.children) break;
    ends.delete(highest);
    highest.children.forEach((child) => ends.add(child));
  }
  return ends;
}

/** The branch of that number, if it is one. */
function branchOf(root: Branch, id: number): Branch | undefined {
  const open = [root];
  for (let branch = open.pop(); branch; branch = open.pop()) {
    if (branch.id === id && branch.children) return branch;
    if (branch.children) open.push(...branch.children);
  }
  return undefined;
}

/** Distances of the picture, from its root to a little below its lowest fork: further down are only lines. */
function reach(root: Branch, ends: Set<Branch>): [number, number] {
  const heights: number[] = [];
  const visit = (branch: Branch): void => {
    if (branch.children) heights.push(branch.height);
    if (!ends.has(branch)) branch.children?.forEach(visit);
  };
  visit(root);
  const high = root.height,
    low = Math.min(high, ...heights);
  return high > low ? [high, low - 0.15 * (high - low)] : [high || 1, 0];
}

class TopicTree {
  private focus: Branch;
  redraw: () => void = () => undefined;
  readonly up = button("up", () => this.open(this.focus.parent ?? this.root), {
    "aria-label": "up: show the branch above",
  });
  readonly whole = button("whole", () => this.open(this.root), {
    "aria-label": "whole: show the whole tree",
  });

  constructor(
    private readonly context: Context,
    private readonly root: Branch,
  ) {
    this.focus = branchOf(root, Number(context.parameters.get("branch"))) ?? root;
    this.allow();
  }

  private allow(): void {
    this.up.disabled = this.whole.disabled = this.focus === this.root;
  }

  private open(branch: Branch): void {
    this.focus = branch;
    this.allow();
    remember("branch", String(branch.id));
    this.redraw();
  }

  draw(width: number, say: (text: string) => void): SVGSVGElement {
    const ends = shownEnds(this.focus, SHOWN);
    const nameSpace = Math.min(250, 0.58 * width);
    const frame = box(width, 10 + ROW * ends.size + 36, { left: 14, right: nameSpace, top: 10, bottom: 36 });
    const picture = canvas(frame, `Tree of topics: ${plural(this.focus.leaves.length, "topic")}`, "group");
    const x = scaleLinear()
      .domain(reach(this.focus, ends))
      .range([frame.left, frame.right - 8])
      .clamp(true); // topics themselves, at distance 0, end at the right
    xAxis(picture, x, { ...frame, right: frame.right - 8 }, "distance");
    let row = 0;
    const place = (branch: Branch): number => {
      if (ends.has(branch) || !branch.children) {
        const y = frame.top + ROW * (row++ + 0.5);
        picture.append(this.end(branch, y, x, frame));
        return y;
      }
      const [a, b] = branch.children,
        ya = place(a),
        yb = place(b),
        at = x(branch.height);
      for (const [child, y] of [
        [a, ya],
        [b, yb],
      ] as const)
        picture.append(svg("path", { class: "fork", d: `M${at},${(ya + yb) / 2}V${y}H${x(child.height)}` }));
      return (ya + yb) / 2;
    };
    place(this.focus);
    say(
      this.focus === this.root
        ? ""
        : `A branch of ${plural(this.focus.leaves.length, "topic")}, of ${this.root.leaves.length} in all`,
    );
    return picture;
  }

  private end(branch: Branch, y: number, x: Scale, frame: Box): SVGElement {
    const { report } = this.context,
      room = frame.width - frame.right - 8;
    const largest = branch.leaves
      .map((i) => report.topics[i])
      .filter((topic) => topic !== undefined)
      .sort((a, b) => b.share - a.share);
    const text = svg("text", { class: "row-name", x: frame.right + 2, y: y + 4 });
    const only = branch.children ? undefined : largest[0];
    if (only) {
      const full = called(this.context, only),
        shown = (text.textContent = fitted(full, room, 13));
      return svg(
        "a",
        { href: toTopic(only.number), "aria-label": spoken(shown, full) },
        text,
        svg("circle", { class: "dot", cx: x(0), cy: y, r: 2.5 }),
      );
    }
    const name = `${branch.leaves.length} topics: ${largest
      .slice(0, 3)
      .map((topic) => calledShortly(this.context, topic))
      .join(", ")}`;
    const shown = (text.textContent = fitted(name, room, 13));
    const height = Math.min(ROW - 6, 4 + 2 * Math.log2(branch.leaves.length));
    const open = (): void => this.open(branch);
    return svg(
      "g",
      {
        role: "button",
        tabindex: 0,
        class: "closed",
        "aria-label": `${spoken(shown, name)}: open the branch`,
        onclick: open,
        onkeydown: (event) => {
          if (!["Enter", " "].includes((event as KeyboardEvent).key)) return;
          event.preventDefault();
          open();
        },
      },
      svg("path", {
        class: "wedge",
        d: `M${x(branch.height)},${y}L${x(0)},${y - height / 2}V${y + height / 2}Z`,
      }),
      text,
    );
  }
}

export function treeFigure(context: Context): Drawn | null {
  const { report } = context,
    merges = report.raw.tree?.merges,
    leaves = report.raw.tree?.leaves ?? report.topics.length;
  if (!merges || report.topics.length < 3) return null;
  const root = rootOf(leaves, merges);
  if (!root) return null;
  const tree = new TopicTree(context, root),
    many = report.topics.length > SHOWN;
  const drawn = figure({
    title: "Tree",
    file: "topic-tree",
    className: "tree-figure",
    note:
      "Topics joined by average distance: the further left two meet, the more they differ. "
      + "The scale begins at the lowest fork."
      + (many ? " A wedge is a branch that is closed; open it to see its topics." : ""),
    draw: (width, say) => tree.draw(width, say),
    tools: many ? [tree.up, tree.whole] : [],
    values: {
      titles: ["node", "first", "second", "distance"],
      rows: () => merges.map(([a, b, height], i) => [leaves + i, a, b, height]),
    },
  });
  tree.redraw = drawn.redraw;
  return drawn;
}
