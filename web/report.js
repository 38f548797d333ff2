"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const facts = data.facts;
  const SHOWN_WORDS = 10;
  const CHART_HEIGHT = 220;
  const noun = facts.tree ? "label" : "topic";
  const byId = (id) => document.getElementById(id);

  // ---------------------------------------------------------------- small tools

  /** An element with attributes and children; text always becomes text nodes, never markup. */
  function element(tag, attributes = {}, ...children) {
    return filled(document.createElement(tag), attributes, children);
  }
  function svgElement(tag, attributes = {}, ...children) {
    return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
  }
  function filled(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }
  const grouped = (number) => Number(number).toLocaleString("en-US", { maximumFractionDigits: 1 });
  const percent = (share) => (100 * share).toFixed(share >= 0.0995 ? 1 : 2) + "%";
  const plural = (n, one, many = one + "s") => `${grouped(n)} ${n === 1 ? one : many}`;
  const asText = (value) => (value === null ? "default" : typeof value === "string" ? value : JSON.stringify(value));

  function definition(list, name, value, note = "") {
    const description = element("dd", {}, value);
    if (note) description.append(element("small", {}, note));
    list.append(element("div", {}, element("dt", {}, name), description));
  }

  // ---------------------------------------------------------------- facts

  function showFacts() {
    const model = facts.heading || facts.model.toUpperCase();
    // A number that still changes is no title.
    const changing = facts.unsettled && !facts.fixed_topics && !facts.tree;
    byId("title").textContent = changing ? `Topics of ${facts.corpus}` : `${plural(facts.topics, noun)} of ${facts.corpus}`;
    document.title = `${byId("title").textContent} - Themata report`;
    byId("lead").textContent = `${model}: chain ${facts.chain}, sweep ${grouped(facts.sweep)}`;
    if (facts.status !== "complete") {
      byId("status").hidden = false;
      byId("status").textContent =
        `This fit has not finished (status: ${facts.status}). This page shows its last saved state.`;
    } else if (!facts.exact) {
      byId("status").hidden = false;
      byId("status").textContent =
        "This fit used an approximate sampler: its draws approximate the posterior, they are not exact.";
    }
    if (facts.verdict && facts.status === "complete") {
      byId("verdict").hidden = false;
      byId("verdict").textContent = facts.verdict;
      byId("verdict").classList.toggle("notice", facts.unsettled);
    }
    if (facts.tree) byId("topics-heading").textContent = "Labels";
    const tiles = byId("tiles");
    const unused = data.topics.filter((topic) => topic.tokens === 0).length;
    definition(tiles, facts.tree ? "Labels" : "Topics", grouped(facts.topics),
               unused ? `${grouped(unused)} without tokens` : changing ? "still changing" : "");
    definition(tiles, "Documents", grouped(facts.documents), facts.empty ? `${grouped(facts.empty)} empty` : "");
    definition(tiles, "Tokens", grouped(facts.tokens));
    definition(tiles, "Word types", grouped(facts.types));
    definition(tiles, "Chains", grouped(Math.max(1, facts.chains.length)));
    definition(tiles, "Sweeps", grouped(facts.chains.reduce((a, chain) => Math.max(a, chain.sweep || 0), facts.sweep)),
               facts.chains.length > 1 ? "per chain" : "");
    for (const [name, value] of Object.entries(facts.options)) definition(byId("options"), name, asText(value));
    byId("engine").textContent = `Created by themata ${facts.engine} from corpus ${facts.hash}.`;
    byId("origin").textContent =
      `One draw from the posterior: chain ${facts.chain}, sweep ${grouped(facts.sweep)}. Topics are numbered by size.` +
      (facts.tree ? " Words are ranked by the mean of all kept draws; exclusivity is measured against a label's siblings in the tree." : "");
  }

  function showChains() {
    const columns = [["chain", "chain"], ["sweep", "sweeps"], ["seconds", "seconds"], ["topics", "topics"],
                     ["log_posterior", "log posterior"]];
    const head = element("tr", {}, ...columns.map(([, title]) => element("th", { class: "num", scope: "col" }, title)));
    const cell = (value) => element("td", { class: "num" }, typeof value === "number" ? grouped(value) : "-");
    const rows = facts.chains.map((chain) => element("tr", {}, ...columns.map(([key]) => cell(chain[key]))));
    byId("chains").append(element("thead", {}, head), element("tbody", {}, ...rows));
    data.traces.forEach((trace, i) =>
      byId("legend").append(element("span", { style: `--c: var(--c${i % 8})` }, `chain ${trace.chain}`)));
  }

  // ---------------------------------------------------------------- traces

  const burnIn = facts.burn_in;
  const chartNames = Object.fromEntries(data.charts);

  /** The quantities worth a chart: the first two always, hyperparameters where they move. */
  function chartedQuantities() {
    const values = (key) => data.traces.flatMap((trace) => trace.values[key] || []).filter((x) => x !== null);
    return Object.keys(chartNames).filter((key, i) => {
      const all = values(key);
      return all.length > 0 && (i < 3 || all.some((x) => x !== all[0]));
    });
  }

  /** Round numbers between low and high, about `count` of them, at least `least` apart. */
  function ticks(low, high, count, least = 0) {
    const raw = Math.max(least, (high - low) / count);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = power * [1, 2, 5, 10].find((m) => m * power >= raw * 0.999);
    const result = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i) result.push(i * step);
    return result;
  }

  /** The lines of one chart: per trace its [sweep, value] points, and the ranges that hold them all. */
  function seriesOf(key, skip) {
    const lines = data.traces.map((trace) =>
      trace.sweep.map((sweep, i) => [sweep, trace.values[key] ? trace.values[key][i] : null])
        .filter(([sweep, value]) => value !== null && (!skip || sweep > burnIn)));
    const points = lines.flat();
    const range = (axis) => {
      const all = points.map((point) => point[axis]);
      const low = all.reduce((a, b) => Math.min(a, b), Infinity), high = all.reduce((a, b) => Math.max(a, b), -Infinity);
      return low < high ? [low, high] : [low - 1, high + 1];
    };
    const y = range(1);
    return { lines, empty: points.length === 0, x: range(0), y, yTicks: ticks(...y, 5, key === "topics" ? 1 : 0) };
  }

  const tickText = (value) => Number(value.toPrecision(10)).toLocaleString("en-US", { maximumSignificantDigits: 8 });

  function drawAxes(svg, scale, series, box) {
    if (series.x[0] < burnIn)
      svg.append(svgElement("rect", { class: "burn-in", x: box.left, y: box.top, height: box.bottom - box.top,
                                      width: scale.x(Math.min(burnIn, series.x[1])) - box.left }));
    for (const value of series.yTicks) {
      svg.append(svgElement("line", { class: "grid", x1: box.left, x2: box.right, y1: scale.y(value), y2: scale.y(value) }),
                 svgElement("text", { x: box.left - 6, y: scale.y(value) + 4, "text-anchor": "end" }, tickText(value)));
    }
    for (const value of ticks(...series.x, Math.max(2, (box.right - box.left) / 90), 1))
      svg.append(svgElement("text", { x: scale.x(value), y: box.bottom + 16, "text-anchor": "middle" }, tickText(value)));
    svg.append(svgElement("text", { x: box.right, y: box.bottom + 31, "text-anchor": "end" },
                          series.x[0] < burnIn ? "sweep (shaded: burn-in)" : "sweep"));
  }

  function drawLines(svg, scale, series) {
    series.lines.forEach((line, i) => {
      if (line.length === 0) return;
      const path = line.map(([x, y], j) => `${j ? "L" : "M"}${scale.x(x).toFixed(1)},${scale.y(y).toFixed(1)}`).join("");
      svg.append(svgElement("path", { d: path + (line.length === 1 ? "h2" : ""), style: `--c: var(--c${i % 8})` }));
    });
  }

  /** Says the values of every chain at the sweep under the pointer. */
  function followPointer(svg, readout, scale, series, box) {
    const cursor = svgElement("line", { class: "cursor", y1: box.top, y2: box.bottom, visibility: "hidden" });
    svg.append(cursor);
    svg.addEventListener("pointermove", (event) => {
      const frame = svg.getBoundingClientRect();
      const sweep = scale.sweepAt(((event.clientX - frame.left) / frame.width) * box.width);
      const nearest = (line) => line.reduce((a, b) => (Math.abs(b[0] - sweep) < Math.abs(a[0] - sweep) ? b : a));
      const points = series.lines.filter((line) => line.length > 0).map(nearest);
      const x = scale.x(points[0][0]);
      for (const [name, value] of [["x1", x], ["x2", x], ["visibility", "visible"]]) cursor.setAttribute(name, value);
      readout.textContent = `sweep ${grouped(points[0][0])}: ` + points.map((point) => tickText(point[1])).join(" · ");
    });
    svg.addEventListener("pointerleave", () => {
      cursor.setAttribute("visibility", "hidden");
      readout.textContent = "";
    });
  }

  function drawChart(figure, key) {
    const series = seriesOf(key, byId("skip-burn-in").checked);
    const width = Math.max(240, figure.clientWidth - 20);
    const longest = Math.max(...series.yTicks.map((value) => tickText(value).length));
    const box = { left: 14 + 6.5 * longest, right: width - 24, top: 10, bottom: CHART_HEIGHT - 40, width };
    const scale = {
      x: (v) => box.left + ((v - series.x[0]) / (series.x[1] - series.x[0])) * (box.right - box.left),
      y: (v) => box.bottom - ((v - series.y[0]) / (series.y[1] - series.y[0])) * (box.bottom - box.top),
      sweepAt: (x) => series.x[0] + ((x - box.left) / (box.right - box.left)) * (series.x[1] - series.x[0]),
    };
    const readout = element("span");
    const svg = svgElement("svg", { viewBox: `0 0 ${width} ${CHART_HEIGHT}`, width, height: CHART_HEIGHT, role: "img",
                                    "aria-label": `${chartNames[key]} against sweep, one line per chain` });
    figure.replaceChildren(element("figcaption", {}, chartNames[key], readout), svg);
    if (series.empty) return;
    drawAxes(svg, scale, series, box);
    drawLines(svg, scale, series);
    followPointer(svg, readout, scale, series, box);
  }

  function showCharts() {
    const charts = chartedQuantities().map((key) => [element("figure", { class: "chart", id: `chart-${key}` }), key]);
    byId("charts").append(...charts.map(([figure]) => figure));
    const drawAll = () => charts.forEach(([figure, key]) => drawChart(figure, key));
    const last = data.traces.reduce((a, trace) => Math.max(a, trace.sweep[trace.sweep.length - 1] || 0), 0);
    byId("burn-in-choice").hidden = !(burnIn > 0 && last > burnIn);
    byId("skip-burn-in").addEventListener("change", drawAll);
    window.addEventListener("resize", drawAll);
    drawAll();
  }

  // ---------------------------------------------------------------- topics

  const total = Math.max(1, facts.tokens);
  const topics = data.topics.map((topic, number) => ({
    number, name: topic.name, tokens: topic.tokens, share: topic.tokens / total, documents: topic.documents, top: topic.top,
    place: topic.place, depth: topic.depth ?? 0, below: topic.documents_below,
    words: topic.words.map(([word, count, frequency, exclusivity]) =>
      ({ text: data.vocabulary[word][0], everywhere: data.vocabulary[word][1], count, frequency, exclusivity })),
  }));
  const largestShare = topics.reduce((a, topic) => Math.max(a, topic.share), 0) || 1;
  const columns = [["number", "Topic"], ["tokens", "Tokens"], ["share", "Share"], ["documents", "Documents"],
                   ...(facts.tree ? [["place", "Tree of labels"]] : [])];
  const view = { sort: facts.tree ? "place" : "number", ascending: true, by: "prob", weight: 0.5, query: "", open: new Set() };

  /** The harmonic mean of the two ranks, computed as the engine does. */
  function frex(word, weight) {
    return 1 / (weight / (word.exclusivity / facts.types) + (1 - weight) / (word.frequency / facts.types));
  }

  /** A topic's words, best first; words come in the order of their ids, which settles ties. */
  function rankedWords(topic) {
    const likely = (word) => (facts.rates ? word.frequency : word.count);
    const score = view.by === "prob" ? likely : (word) => frex(word, view.weight);
    return topic.words.map((word) => [score(word), word])
      .sort((a, b) => b[0] - a[0] || b[1].frequency - a[1].frequency).map(([, word]) => word).slice(0, 30);
  }

  const contains = (text) => text.toLowerCase().includes(view.query);

  /** The text with what was searched for marked. */
  function marked(text) {
    const at = view.query ? text.toLowerCase().indexOf(view.query) : -1;
    if (at < 0 || text.toLowerCase().length !== text.length) return [text];
    const end = at + view.query.length;
    return [text.slice(0, at), element("mark", {}, text.slice(at, end)), text.slice(end)];
  }

  /** What else of a topic matches the search, beyond the words in its row. */
  function furtherMatches(topic, shown) {
    if (!view.query) return [];
    const words = topic.words.filter((word) => !shown.includes(word)).map((word) => word.text).filter(contains);
    const ids = topic.top.map(([document]) => data.documents[document].id).filter(contains);
    return [...words.slice(0, 5), ...ids.slice(0, 3)];
  }

  function wordsCell(topic) {
    const shown = rankedWords(topic).slice(0, SHOWN_WORDS);
    const cell = element("td", { class: facts.tree ? "words label" : "words" });
    if (facts.tree) cell.style.setProperty("--depth", topic.depth);
    if (topic.name) cell.append(element("span", { class: "name" }, ...marked(topic.name)), " ");
    if (facts.tree && topic.documents === 0)
      cell.append(element("span", { class: "also" }, `no documents${topic.below ? `, ${grouped(topic.below)} with labels below` : ""}`));
    for (const word of shown) cell.append(element("span", {}, ...marked(word.text)), " ");
    const also = furtherMatches(topic, shown);
    if (also.length > 0)
      cell.append(element("span", { class: "also" }, "also ", ...also.flatMap((text, i) => [i ? ", " : "", ...marked(text)])));
    return cell;
  }

  function topicRow(topic) {
    const open = view.open.has(topic.number);
    const opener = element("button", { class: "opener", type: "button", "aria-expanded": open,
                                       "aria-label": `Topic ${topic.number}` }, String(topic.number));
    const bar = element("i", { style: `width: ${(100 * topic.share) / largestShare}%` });
    const row = element("tr", { class: open ? "topic open" : "topic", id: `topic-${topic.number}` },
      element("td", {}, opener),
      element("td", { class: "num tokens" }, grouped(topic.tokens)),
      element("td", {}, element("div", { class: "share" }, element("div", { class: "track" }, bar),
                                element("span", { class: "num" }, percent(topic.share)))),
      element("td", { class: "num documents" }, grouped(topic.documents)),
      wordsCell(topic));
    row.addEventListener("click", () => {
      if (!String(window.getSelection())) toggle(topic);
    });
    return row;
  }

  /** A pane's table. @param rows  arrays of a text, an amount between 0 and 1 for the bar, and further texts */
  function paneTable(titles, rows) {
    const head = titles.map((title, i) => element("th", { scope: "col", class: i === 0 ? "" : i === 1 ? "amount" : "num" }, title));
    const body = rows.map(([name, amount, ...numbers]) => element("tr", {},
      element("td", {}, ...marked(name)),
      element("td", { class: "amount" }, element("i", { style: `width: ${100 * amount}%` })),
      ...numbers.map((number) => element("td", { class: "num" }, number))));
    return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
  }

  /** A narrow window hides columns; a row across the table may span only those that are left. */
  function visibleColumns() {
    return [...document.querySelectorAll("#topics > thead th")].filter((cell) => cell.offsetParent !== null).length;
  }

  const called = (topic) => topic.name ? `${topic.number}, ${topic.name}` : topic.number;

  function detailRow(topic) {
    const words = rankedWords(topic);
    const most = words.reduce((a, word) => Math.max(a, word.count), 1);
    const wordRows = words.map((word) => [word.text, word.count / most, grouped(word.count),
                                          percent(word.count / Math.max(1, topic.tokens)),
                                          percent(word.count / Math.max(1, word.everywhere))]);
    const documentRows = topic.top.map(([document, share, tokens]) => {
      const { id, length } = data.documents[document];
      return [id, share, percent(share), `${grouped(tokens)} of ${grouped(length)}`];
    });
    const panes = element("div", { class: "panes" },
      element("div", { class: "pane" }, element("h3", {}, `Top words of topic ${called(topic)}`),
        paneTable(["word", "", "tokens", "of the topic", "of the word"], wordRows)),
      element("div", { class: "pane" }, element("h3", {}, `Top documents of topic ${called(topic)}`),
        paneTable(["document", "", "topic proportion", "tokens"], documentRows)));
    return element("tr", { class: "detail" }, element("td", { colspan: visibleColumns() }, panes));
  }

  function toggle(topic) {
    if (!view.open.delete(topic.number)) view.open.add(topic.number);
    showTopics();
    const opener = document.querySelector(`#topic-${topic.number} .opener`);
    if (opener) opener.focus({ preventScroll: true });
  }

  function matches(topic) {
    return !view.query || contains(topic.name) || topic.words.some((word) => contains(word.text)) ||
      topic.top.some(([document]) => contains(data.documents[document].id));
  }

  function showTopics() {
    const sign = view.ascending ? 1 : -1;
    const shown = topics.filter(matches)
      .sort((a, b) => sign * (a[view.sort] - b[view.sort]) || a.number - b.number);
    const rows = shown.flatMap((topic) => (view.open.has(topic.number) ? [topicRow(topic), detailRow(topic)] : [topicRow(topic)]));
    document.querySelector("#topics tbody").replaceChildren(...rows);
    byId("found").textContent =
      view.query ? `${grouped(shown.length)} of ${plural(topics.length, noun)}` : plural(topics.length, noun);
    byId("nothing").hidden = shown.length > 0;
  }

  function sortBy(key) {
    view.ascending = view.sort === key ? !view.ascending : key === "number" || key === "place";
    view.sort = key;
    showSorting();
    showTopics();
  }

  function showSorting() {
    columns.forEach(([key], i) => document.querySelectorAll("#topics > thead th")[i].setAttribute(
      "aria-sort", view.sort !== key ? "none" : view.ascending ? "ascending" : "descending"));
  }

  function showHead() {
    const head = document.querySelector("#topics > thead tr");
    for (const [key, title] of columns) {
      const button = element("button", { type: "button" }, title);
      button.addEventListener("click", () => sortBy(key));
      head.append(element("th", { scope: "col", class: key === "number" || key === "place" ? "" : "num" }, button));
    }
    if (!facts.tree) head.append(element("th", { scope: "col" }, "Words"));
    showSorting();
  }

  function listenToControls() {
    byId("search").addEventListener("input", (event) => {
      view.query = event.target.value.trim().toLowerCase();
      showTopics();
    });
    document.querySelectorAll("input[name=by]").forEach((radio) => radio.addEventListener("change", () => {
      view.by = radio.value;
      byId("weight-choice").hidden = view.by !== "frex";
      showTopics();
    }));
    window.addEventListener("resize", () => document.querySelectorAll(".detail > td").forEach((cell) => {
      cell.colSpan = visibleColumns();
    }));
    byId("weight").addEventListener("input", (event) => {
      view.weight = Number(event.target.value);
      byId("weight-value").textContent = view.weight.toFixed(1);
      showTopics();
    });
  }

  function openLinkedTopic() {
    const number = /^#topic-(\d+)$/.exec(window.location.hash);
    if (number && topics[Number(number[1])]) view.open.add(Number(number[1]));
  }

  showFacts();
  showChains();
  showHead();
  listenToControls();
  openLinkedTopic();
  showTopics();
  showCharts();
})();
