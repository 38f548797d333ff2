/** The page: reads its data, then shows the view that the address asks for. */
import type { Context, Shown } from "./context";
import { button, h, link } from "./dom";
import { Names } from "./names";
import { readOrdering } from "./ranking";
import { Remote } from "./remote";
import { Report } from "./report";
import { current, follow, parse, toSearch, write, type Route } from "./router";
import { Search } from "./search";
import type { RawData } from "./types";
import { comparisonView } from "./views/comparison";
import { documentView } from "./views/document";
import { documentsView, searchView, wordsView } from "./views/lists";
import { overview } from "./views/overview";
import { topicView } from "./views/topic";
import { wordView } from "./views/word";

const THEMES = ["auto", "light", "dark"] as const;
const THEME_KEY = "themata-theme";

function present(id: string): HTMLElement {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

/** Light, dark, or what the system prefers. */
function themeSwitch(): HTMLElement {
  const stored = (): string => {
    try {
      return window.localStorage.getItem(THEME_KEY) ?? "auto";
    } catch {
      return "auto";
    }
  };
  let theme = THEMES.find((name) => name === stored()) ?? "auto";
  const node = button(
    "",
    () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
      try {
        window.localStorage.setItem(THEME_KEY, theme);
      } catch {
        /* the choice lasts as long as the window */
      }
      apply();
    },
    { class: "theme" },
  );
  const apply = (): void => {
    document.documentElement.dataset["theme"] = theme;
    node.textContent = `${{ auto: "◐", light: "☀", dark: "☾" }[theme]} ${theme}`;
    node.setAttribute("aria-label", `Colors: ${theme}. Change`);
  };
  apply();
  return node;
}

class Page {
  private readonly report: Report;
  private readonly names: Names;
  private readonly search: Search;
  private readonly remote: Remote;
  private readonly input: HTMLInputElement;
  private readonly navigation = h("nav", { "aria-label": "Parts of the report" });

  constructor(data: RawData) {
    this.report = new Report(data);
    this.names = new Names(this.report);
    this.search = new Search(this.report, this.names);
    this.remote = new Remote(this.report, () => this.show(false));
    this.input = h("input", {
      type: "search",
      id: "search",
      placeholder: "word, document or topic",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.type(),
    });
    this.frame();
    follow(() => this.show(true));
    this.show(false);
  }

  private frame(): void {
    const { facts } = this.report;
    const form = h(
      "form",
      { role: "search", onsubmit: (event) => event.preventDefault() },
      h("label", { for: "search" }, "Search"),
      this.input,
    );
    present("top").append(
      h(
        "p",
        { class: "brand" },
        link("#overview", "Themata report"),
        h("span", { class: "quiet" }, ` ${facts.corpus}`),
      ),
      form,
      themeSwitch(),
      this.navigation,
    );
    present("foot").append(
      h(
        "p",
        {},
        `Created by themata ${facts.engine}. `,
        facts.served
          ? "This page asks the program that serves it, on this machine, for documents, and nobody else. "
          : "This page sends nothing over the network. ",
        "It holds the top words of each topic and a part or all of the documents; ",
        h("code", {}, "themata export"),
        " writes all of them.",
      ),
    );
  }

  private showNavigation({ view, key }: Route): void {
    const { raw, facts } = this.report;
    const parts: [string, string, boolean][] = [
      ["#overview", "Overview", view === "overview" && (key === "" || key === "overview")],
      [
        "#topics",
        facts.tree ? "Labels" : "Topics",
        (view === "overview" && key === "topics") || view === "topic",
      ],
      ...(raw.map || raw.tree
        ? [["#map", "Map", view === "overview" && key === "map"] as [string, string, boolean]]
        : []),
      ["#chains", "Has it settled?", view === "overview" && key === "chains"],
      ["#documents", "Documents", view === "documents" || view === "document"],
      ["#words", "Words", view === "words" || view === "word"],
      ...(raw.comparison
        ? [["#comparison", "Comparison", view === "comparison"] as [string, string, boolean]]
        : []),
    ];
    this.navigation.replaceChildren(
      ...parts.map(([hash, title, here]) =>
        h("a", { href: hash, "aria-current": here ? "page" : null }, title),
      ),
    );
  }

  /** Typing shows what is found at once; the history gets one step per search, not one per letter. */
  private type(): void {
    const hash = toSearch(this.input.value),
      { view } = parse(current());
    if (view === "search") write(this.input.value.trim() ? hash : "#overview");
    else if (this.input.value.trim()) write(hash, "push");
    this.show(false);
  }

  private shown(route: Route): Shown {
    const context: Context = {
      report: this.report,
      names: this.names,
      remote: this.remote,
      parameters: route.parameters,
      again: () => this.show(false),
    };
    switch (route.view) {
      case "topic":
        return topicView(context, route.key);
      case "document":
        return documentView(context, route.key);
      case "word":
        return wordView(context, route.key);
      case "search":
        return searchView(context, route.key, this.search);
      case "documents":
        return documentsView(context);
      case "words":
        return wordsView(context);
      case "comparison":
        return comparisonView(context);
      default:
        return overview(context);
    }
  }

  /** @param moved  whether the reader went somewhere else, so that the focus has to follow */
  private show(moved: boolean): void {
    const route = parse(current()),
      main = present("main");
    const scrolled = window.scrollY;
    readOrdering(route.parameters);
    if (route.view === "search") {
      if (this.input.value !== route.key) this.input.value = route.key;
    } else if (document.activeElement !== this.input) this.input.value = "";
    const { title, kind, nodes } = this.shown(route);
    const heading = h("h1", { tabindex: -1, dir: "auto" }, title);
    main.replaceChildren(
      h("div", { class: "title" }, kind ? h("p", { class: "kind" }, kind) : "", heading),
      ...nodes.filter((node) => node !== null),
    );
    main.dataset["view"] = route.view;
    document.title = `${title} - Themata report`;
    this.showNavigation(route);
    const part =
      route.view === "overview" && route.key !== "overview" ? document.getElementById(route.key) : null;
    if (part) {
      part.scrollIntoView();
      if (moved) part.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    } else if (moved) {
      window.scrollTo(0, 0);
      heading.focus({ preventScroll: true });
    } else window.scrollTo(0, scrolled);
  }
}

new Page(JSON.parse(present("data").textContent ?? "") as RawData);
