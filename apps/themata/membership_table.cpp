#include "membership_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "themata/evaluate/label_membership.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

namespace themata::cli {

namespace {

/// What is printed.
struct ShownMemberships {
  const ShownFit& fit;
  const LabelTree& tree;
  Memberships memberships;

  std::size_t n_levels() const { return memberships.all.across.size(); }
  std::size_t n_draws() const { return std::max<std::size_t>(1, fit.fit.kept_sweeps(fit.draw.chain).size()); }
  const std::string& name(std::size_t k) const { return fit.given.topic_names[k]; }
  /// The name of the label above; "" where there is none.
  std::string parent_name(std::size_t k) const {
    return tree.parent(k) < tree.n_topics() ? name(tree.parent(k)) : "";
  }
};

double proportion(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(std::max<std::size_t>(1, whole));
}

/// "1: 120 (60.0%), 2: 60 (30.0%), 3 and more: 20 (10.0%)"
std::string by_count_text(const Memberships& memberships) {
  constexpr std::size_t most = 5;
  const std::vector<std::size_t>& counts = memberships.by_count;
  std::string text;
  for (std::size_t i = 0; i < std::min(counts.size(), most); ++i) {
    const bool rest = i + 1 == most && counts.size() > most;
    std::size_t documents = counts[i];
    for (std::size_t j = i + 1; rest && j < counts.size(); ++j) documents += counts[j];
    text += fmt::format("{}{}{}: {} ({:.1f}%)", i == 0 ? "" : ", ", i + 1, rest ? " and more" : "",
                        digit_groups(documents), 100 * proportion(documents, memberships.all.documents));
  }
  return text;
}

void print_row(const Membership& row) {
  const auto cell = [&row](double x) {
    return row.documents == 0 ? fmt::format(" {:>6}", "-") : fmt::format(" {:>5.1f}%", 100 * x);
  };
  fmt::print("{}", cell(proportion(row.mixed, row.documents)));
  for (const std::size_t documents : row.across) fmt::print("{}", cell(proportion(documents, row.documents)));
  fmt::print(" {}", cell(row.own.mean));
  for (const MeanSd& words : row.words_across) fmt::print("{}", cell(words.mean));
}

void print_heading(const ShownMemberships& shown) {
  const Memberships& found = shown.memberships;
  fmt::print("{}, chain {}: {}, {}; proportions of words are means of {}\n", shown.fit.fit.model(),
             shown.fit.draw.chain, count_of(found.labels.size(), "label"),
             count_of(found.all.documents, "document"), count_of(shown.n_draws(), "draw"));
  fmt::print("documents by number of labels: {}\n", by_count_text(found));
  const std::size_t width = 7 * (1 + shown.n_levels());
  fmt::print("{:>16} {:<{}} {}\n{:>6} {:>9} {:>6}", "", " documents", width, " words", "topic", "documents",
             "mixed");
  std::string levels;
  for (std::size_t level = 1; level <= shown.n_levels(); ++level)
    levels += fmt::format(" {:>6}", fmt::format("L{}", level));
  fmt::print("{}  {:>6}{}  label (most often with)\n", levels, "own", levels);
}

void print_table(const ShownMemberships& shown) {
  print_heading(shown);
  const Memberships& found = shown.memberships;
  fmt::print("{:>6} {:>9}", "", digit_groups(found.all.documents));
  print_row(found.all);
  fmt::print("  all documents\n");
  for (const std::uint32_t k : shown.tree.order()) {
    const Membership& row = found.labels[k];
    fmt::print("{:>6} {:>9}", k, digit_groups(row.documents));
    print_row(row);
    const std::string with = row.shared.empty()
                                 ? ""
                                 : fmt::format("  ({}: {})", one_line(shown.name(row.shared.front().topic)),
                                               digit_groups(row.shared.front().documents));
    fmt::print("  {:{}}{}{}\n", "", 2 * shown.tree.depth(k), one_line(shown.name(k)), with);
  }
}

/// The numbers of a line of TSV after its label; empty cells where there are no documents.
std::string numbers_tsv(const Membership& row) {
  const bool none = row.documents == 0;
  const auto cell = [none](double x) { return none ? "\t" : fmt::format("\t{:.6f}", x); };
  std::string text = fmt::format("\t{}", row.documents) + cell(proportion(row.mixed, row.documents));
  for (const std::size_t documents : row.across) text += cell(proportion(documents, row.documents));
  text += cell(row.own.mean) + cell(row.own.sd);
  for (const MeanSd& words : row.words_across) text += cell(words.mean) + cell(words.sd);
  return text;
}

void print_tsv(const ShownMemberships& shown) {
  fmt::print("topic\tlabel\tparent\tdepth\tdocuments\tmixed");
  for (std::size_t level = 1; level <= shown.n_levels(); ++level) fmt::print("\tacross_{}", level);
  fmt::print("\town\town_sd");
  for (std::size_t level = 1; level <= shown.n_levels(); ++level)
    fmt::print("\twords_{0}\twords_{0}_sd", level);
  fmt::print("\twith\twith_documents\n\t\t\t{}\t\t\n", numbers_tsv(shown.memberships.all));
  for (const std::uint32_t k : shown.tree.order()) {
    const Membership& row = shown.memberships.labels[k];
    const std::string with = row.shared.empty()
                                 ? "\t"
                                 : fmt::format("{}\t{}", one_line(shown.name(row.shared.front().topic)),
                                               row.shared.front().documents);
    fmt::print("{}\t{}\t{}\t{}{}\t{}\n", k, one_line(shown.name(k)), one_line(shown.parent_name(k)),
               shown.tree.depth(k), numbers_tsv(row), with);
  }
}

nlohmann::ordered_json moments_json(const MeanSd& moments) {
  return {{"mean", moments.mean}, {"sd", moments.sd}};
}

/// Adds a row's numbers to an object; null where there are no documents.
void add_numbers(nlohmann::ordered_json& object, const Membership& row) {
  using nlohmann::ordered_json;
  object["documents"] = row.documents;
  if (row.documents == 0) {
    for (const char* name : {"mixed", "across", "own", "words_across"}) object[name] = nullptr;
    return;
  }
  ordered_json across = ordered_json::array(), words = ordered_json::array();
  for (const std::size_t documents : row.across) across.push_back(proportion(documents, row.documents));
  for (const MeanSd& moments : row.words_across) words.push_back(moments_json(moments));
  object["mixed"] = proportion(row.mixed, row.documents);
  object["across"] = std::move(across);
  object["own"] = moments_json(row.own);
  object["words_across"] = std::move(words);
}

void print_json(const ShownMemberships& shown) {
  using nlohmann::ordered_json;
  ordered_json all, labels = ordered_json::array();
  add_numbers(all, shown.memberships.all);
  for (const std::uint32_t k : shown.tree.order()) {
    const std::string parent = shown.parent_name(k);
    ordered_json label{{"topic", k},
                       {"label", shown.name(k)},
                       {"parent", shown.tree.depth(k) == 0 ? ordered_json() : ordered_json(parent)},
                       {"depth", shown.tree.depth(k)}};
    add_numbers(label, shown.memberships.labels[k]);
    ordered_json with = ordered_json::array();
    for (const SharedLabel& other : shown.memberships.labels[k].shared)
      with.push_back({{"label", shown.name(other.topic)}, {"documents", other.documents}});
    label["with"] = std::move(with);
    labels.push_back(std::move(label));
  }
  const ordered_json whole{{"documents_by_labels", shown.memberships.by_count},
                           {"all", std::move(all)},
                           {"labels", std::move(labels)}};
  fmt::print("{}\n", dump_json(whole, 1));
}

}  // namespace

void print_memberships(const ShownFit& fit, const std::string& format) {
  const LabelTree tree(fit.given.parents);
  const ShownMemberships shown{fit, tree, memberships(rates_of(fit.fit, fit.draw), tree)};
  if (format == "table") print_table(shown);
  if (format == "tsv") print_tsv(shown);
  if (format == "json") print_json(shown);
}

}  // namespace themata::cli
