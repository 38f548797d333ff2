/** Whether the chains agree: the table of R-hat, traces, and one line per chain. */
import { moving, traceFigure } from "../charts/traces";
import type { Context } from "../context";
import { h, section } from "../dom";
import { exactly, fixed } from "../format";
import { dataTable } from "../table";
import type { RawChain, RawDiagnosisRow, RawTrace } from "../types";

function diagnosisTable(rows: RawDiagnosisRow[], titles: Map<string, string>): HTMLElement {
  const number = (value: number | null | undefined): string =>
    typeof value === "number" ? exactly(value) : "–";
  const reading = ({ rhat }: RawDiagnosisRow): string =>
    typeof rhat !== "number" ? "–" : rhat <= 1.01 ? "✓ agrees" : rhat <= 1.1 ? "≈ nearly" : "✗ differs";
  return dataTable({
    caption: "R-hat and effective sample sizes",
    rows,
    file: "diagnosis",
    noun: ["quantity", "quantities"],
    columns: [
      { key: "name", title: "Quantity", text: true, value: ({ name }) => titles.get(name) ?? name },
      { key: "rhat", title: "R-hat", value: ({ rhat }) => rhat ?? null, cell: ({ rhat }) => fixed(rhat, 3) },
      { key: "reading", title: "Chains", text: true, fixed: true, value: reading },
      {
        key: "ess_bulk",
        title: "ESS bulk",
        value: ({ ess_bulk }) => ess_bulk ?? null,
        cell: ({ ess_bulk }) => fixed(ess_bulk, 0),
      },
      {
        key: "ess_tail",
        title: "ESS tail",
        value: ({ ess_tail }) => ess_tail ?? null,
        cell: ({ ess_tail }) => fixed(ess_tail, 0),
        narrow: false,
      },
      {
        key: "mean",
        title: "Mean",
        value: ({ mean }) => mean ?? null,
        cell: ({ mean }) => number(mean),
        narrow: false,
      },
      { key: "sd", title: "SD", value: ({ sd }) => sd ?? null, cell: ({ sd }) => number(sd), narrow: false },
    ],
  });
}

function chainsTable(chains: RawChain[]): HTMLElement {
  return dataTable({
    caption: "Chains",
    rows: chains,
    file: "chains",
    noun: ["chain", "chains"],
    columns: [
      { key: "chain", title: "Chain", value: ({ chain }) => chain ?? null, ascending: true },
      { key: "sweep", title: "Sweeps", value: ({ sweep }) => sweep ?? null },
      { key: "seconds", title: "Seconds", value: ({ seconds }) => seconds ?? null },
      { key: "topics", title: "Topics", value: ({ topics }) => topics ?? null },
      { key: "log_posterior", title: "Log posterior", value: ({ log_posterior }) => log_posterior ?? null },
    ],
  });
}

const legend = (traces: RawTrace[]): HTMLElement =>
  h(
    "p",
    { class: "legend", "aria-hidden": "true" },
    ...traces.slice(0, 24).map(({ chain }, i) => h("span", { class: `key s${i % 8}` }, `chain ${chain}`)),
  );

const says = (title: string, sentences: string[] | null | undefined): HTMLElement | null =>
  sentences?.length
    ? h(
        "div",
        {},
        h("h3", {}, title),
        h("ul", { class: "says" }, ...sentences.map((text) => h("li", {}, text))),
      )
    : null;

export function convergence(context: Context): HTMLElement {
  const { report } = context,
    { traces, diagnosis } = report.raw,
    rows = diagnosis?.rows ?? [];
  const skip = h("input", { type: "checkbox", id: "skip-burn-in" });
  const figures = moving(report).map((chart) => traceFigure(report, chart, () => skip.checked));
  skip.addEventListener("change", () => figures.forEach(({ redraw }) => redraw()));
  const last = (traces ?? []).reduce((a, { sweep }) => Math.max(a, sweep[sweep.length - 1] ?? 0), 0);
  const canSkip = report.facts.burn_in > 0 && last > report.facts.burn_in && figures.length > 0;
  const charts =
    figures.length === 0
      ? h("p", { class: "quiet" }, "No quantity moved, or the fit kept no trace.")
      : h("div", { class: "charts" }, ...figures.map(({ node }) => node));
  return section(
    "chains",
    "Has it settled?",
    "Chains start apart and should end up in the same place. "
      + "Lines that stay apart, or that still rise, need more sweeps.",
    rows.length
      ? h(
          "div",
          { id: "diagnosis" },
          h(
            "p",
            { class: "note" },
            "R-hat compares the chains: 1 if they agree; above 1.01 they do not quite. ",
            "ESS (effective sample size) is how many independent draws the kept ones are worth, "
              + "in the middle (bulk) and at the ends (tail); 400 are plenty.",
          ),
          diagnosisTable(rows, new Map(report.raw.charts ?? [])),
        )
      : null,
    says("What this shows", diagnosis?.shows),
    says("What it does not show", diagnosis?.does_not_show),
    h(
      "div",
      { class: "heading" },
      legend(traces ?? []),
      canSkip ? h("label", {}, skip, " hide burn-in") : null,
    ),
    charts,
    report.facts.chains?.length ? chainsTable(report.facts.chains) : null,
  );
}
