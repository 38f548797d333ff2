/** Tables that sort, come in pages and can be taken as TSV. */
import { button, h, type Child } from "./dom";
import { saveText, tsv } from "./download";
import { grouped, plural } from "./format";
import { current, parse, remember } from "./router";

export interface Column<Row> {
  key: string;
  title: string;
  /** What sorts, and what a TSV holds. */
  value: (row: Row) => string | number | null;
  /** What is shown; the value if absent. */
  cell?: (row: Row) => Child;
  text?: boolean; // left-aligned
  narrow?: boolean; // false: hidden in narrow windows
  ascending?: boolean; // the first order that a click gives
  fixed?: boolean; // not to be sorted by
}

export interface TableOptions<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  file: string;
  sort?: string;
  descending?: boolean;
  pageSize?: number;
  noun?: [string, string];
  rowClass?: (row: Row) => string;
  linked?: boolean; // the address holds the order and the page: for the main table of a view
}

const NARROW = 704; // pixels: the style sheet's 44rem

type Order = { key: string; sign: 1 | -1 };

function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1; // gaps last in either order
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  return sign * String(a).localeCompare(String(b), "en", { numeric: true });
}

class DataTable<Row> {
  readonly node: HTMLElement;
  private readonly body = h("tbody", { role: "rowgroup" });
  private readonly heads: HTMLElement[];
  private readonly pager = h("div", { class: "pager" });
  private readonly size: number;
  private order: Order | null;
  private sorted: Row[];
  private page = 0;

  constructor(private readonly options: TableOptions<Row>) {
    this.size = options.pageSize ?? (window.innerWidth < NARROW ? 10 : 25);
    this.order = options.sort ? { key: options.sort, sign: options.descending ? -1 : 1 } : null;
    if (options.linked) this.takeUp(parse(current()).parameters);
    this.sorted = options.rows;
    this.heads = options.columns.map((column) => this.head(column));
    // The roles are what the elements mean anyway, but a style sheet that stacks cells would take them away.
    const table = h(
      "table",
      { role: "table" },
      h("caption", { class: "hidden" }, options.caption),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...this.heads)),
      this.body,
    );
    const scroll = h(
      "div",
      { class: "scroll", role: "region", tabindex: 0, "aria-label": `Table: ${options.caption}` },
      table,
    );
    this.node = h("div", { class: "data" }, scroll, this.pager);
    this.sort();
  }

  private takeUp(parameters: Map<string, string>): void {
    const [, minus, key] = /^(-?)(.+)$/.exec(parameters.get("sort") ?? "") ?? [];
    if (this.options.columns.some((column) => column.key === key && !column.fixed))
      this.order = { key: key ?? "", sign: minus ? -1 : 1 };
    const page = Number(parameters.get("page")) - 1;
    if (Number.isInteger(page) && page > 0 && page * this.size < this.options.rows.length) this.page = page;
  }

  private remember(): void {
    if (!this.options.linked) return;
    if (this.order) remember("sort", `${this.order.sign < 0 ? "-" : ""}${this.order.key}`);
    remember("page", String(this.page + 1));
  }

  private head(column: Column<Row>): HTMLElement {
    const content = column.fixed
      ? column.title
      : button(column.title, () => this.sortBy(column), { class: "sorter" });
    return h("th", { scope: "col", role: "columnheader", class: this.classOf(column) }, content);
  }

  private classOf(column: Column<Row>): string {
    return [column.text ? "text" : "num", column.narrow === false ? "wide" : "", `c-${column.key}`]
      .join(" ")
      .trim();
  }

  private sortBy(column: Column<Row>): void {
    const first = (column.ascending ?? column.text === true) ? 1 : -1;
    this.order =
      this.order?.key === column.key
        ? { key: column.key, sign: this.order.sign === 1 ? -1 : 1 }
        : { key: column.key, sign: first };
    this.page = 0;
    this.sort();
    this.remember();
  }

  private sort(): void {
    const { order } = this;
    const column = this.options.columns.find(({ key }) => key === order?.key);
    this.sorted =
      order && column
        ? this.options.rows
            .map((row, i) => ({ row, i, value: column.value(row) }))
            .sort((a, b) => compare(a.value, b.value, order.sign) || a.i - b.i)
            .map(({ row }) => row)
        : this.options.rows;
    this.options.columns.forEach(({ key, fixed }, i) => {
      if (fixed) return;
      const state = key !== order?.key ? "none" : order.sign === 1 ? "ascending" : "descending";
      this.heads[i]?.setAttribute("aria-sort", state);
    });
    this.show();
  }

  private show(): void {
    const from = this.page * this.size;
    this.body.replaceChildren(...this.sorted.slice(from, from + this.size).map((row) => this.row(row)));
    this.showPager();
  }

  private row(row: Row): HTMLElement {
    const cells = this.options.columns.map((column, i) => {
      const content = column.cell ? column.cell(row) : this.plain(column.value(row));
      return i === 0
        ? h("th", { scope: "row", role: "rowheader", class: this.classOf(column) }, content)
        : h("td", { role: "cell", class: this.classOf(column) }, content);
    });
    return h("tr", { role: "row", class: this.options.rowClass?.(row) }, ...cells);
  }

  private plain(value: string | number | null): string {
    return value === null ? "–" : typeof value === "number" ? grouped(value) : value;
  }

  private showPager(): void {
    const n = this.sorted.length,
      pages = Math.max(1, Math.ceil(n / this.size));
    const [one, many] = this.options.noun ?? ["row", "rows"];
    const go = (text: string, page: number, name: string) =>
      button(
        text,
        () => {
          this.page = page;
          this.show();
          this.remember();
          this.focusAfter(name);
        },
        { "aria-label": name, disabled: page < 0 || page >= pages, class: "step" },
      );
    const from = this.page * this.size;
    const place =
      pages > 1
        ? `${grouped(from + 1)}–${grouped(Math.min(n, from + this.size))} of ${plural(n, one, many)}`
        : plural(n, one, many);
    const last = this.page === pages - 1 ? pages : pages - 1;
    this.pager.replaceChildren(
      ...(pages > 1
        ? [go("«", this.page === 0 ? -1 : 0, "First page"), go("‹", this.page - 1, "Previous page")]
        : []),
      h("span", { class: "quiet", role: "status" }, place),
      ...(pages > 1 ? [go("›", this.page + 1, "Next page"), go("»", last, "Last page")] : []),
      button("TSV", () => this.save(), {
        class: "take",
        "aria-label": `TSV of the table: ${this.options.caption}`,
      }),
    );
  }

  /** The buttons are new after each step: the one that was used keeps the focus, or the one that is left. */
  private focusAfter(name: string): void {
    const buttons = [...this.pager.querySelectorAll<HTMLButtonElement>("button.step")];
    const same = buttons.find((node) => node.getAttribute("aria-label") === name && !node.disabled);
    (same ?? buttons.find((node) => !node.disabled))?.focus();
  }

  private save(): void {
    const { columns } = this.options;
    saveText(
      tsv(
        columns.map(({ title }) => title),
        this.sorted.map((row) => columns.map(({ value }) => value(row))),
      ),
      `${this.options.file}.tsv`,
    );
  }
}

export function dataTable<Row>(options: TableOptions<Row>): HTMLElement {
  return new DataTable(options).node;
}

/** A table whose rows are arrays, for the values of a picture. */
export function valueTable(
  caption: string,
  file: string,
  titles: string[],
  rows: (string | number | null)[][],
  digits = 5,
): HTMLElement {
  const shown = (value: string | number | null | undefined): string =>
    typeof value === "number"
      ? value.toLocaleString("en-US", { maximumSignificantDigits: digits })
      : (value ?? "–");
  return dataTable<(string | number | null)[]>({
    caption,
    file,
    rows,
    pageSize: 15,
    columns: titles.map((title, i) => ({
      key: String(i),
      title,
      text: typeof rows[0]?.[i] === "string",
      value: (row) => row[i] ?? null,
      cell: (row) => shown(row[i]),
    })),
  });
}
