#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "themata/corpus/label_tree.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plural.hpp"
#include "themata/run/input_readers.hpp"
#include "themata/sampling/state/layout.hpp"

namespace themata {

namespace {

std::string file_of_documents(const CorpusFolder& corpus) {
  return (corpus.path / "documents.jsonl").string();
}

[[noreturn]] void refuse_no_labels(const std::string& file) {
  throw InputError(file, 0, InputFault{"has no labels", "a corpus that was imported with `labels`"});
}

void check_label_count(const std::string& file, std::size_t topics, std::string_view others) {
  if (topics <= sampling::max_topics) return;
  throw InputError(file, 0,
                   InputFault{fmt::format("has {} labels", topics),
                              fmt::format("at most {}{}", sampling::max_topics, others)});
}

/// The tree of a corpus, checked as at the import: a person may have written another one.
std::vector<TreeEdge> label_tree_of(const Place& file) {
  if (!file.in_memory()) return read_label_tree(file.string(), "utf-8");
  std::vector<TreeEdge> edges;
  for (const std::string& line : read_lines(file)) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    edges.push_back({line.substr(0, tab), line.substr(std::min(tab + 1, line.size()))});
  }
  return themata::label_tree_of(std::move(edges));
}

/// The labels of the tree in the order of its file, those of the documents by name where there is no tree;
/// and what stands above each.
struct InputTree {
  std::vector<TreeEdge> edges;
  std::unordered_map<std::string, std::uint32_t> number;
  bool from_file = false;
};

InputTree tree_of(const CorpusFolder& corpus, const std::vector<DocumentRow>& documents) {
  InputTree tree;
  const Place file = corpus.path / "tree.tsv";
  tree.from_file = exists(file);
  if (tree.from_file) {
    tree.edges = label_tree_of(file);
  } else {
    std::set<std::string> names;
    for (const DocumentRow& document : documents)
      names.insert(document.labels.begin(), document.labels.end());
    for (const std::string& name : names) tree.edges.push_back({name, ""});
  }
  for (std::uint32_t k = 0; k < tree.edges.size(); ++k) tree.number.emplace(tree.edges[k].label, k);
  return tree;
}

void refuse_unlabeled(const CorpusFolder& corpus, const std::vector<DocumentRow>& documents, std::size_t d) {
  const auto without = std::ranges::count_if(documents, [](const auto& row) { return row.labels.empty(); });
  const std::string others = without == 1 ? ""
                             : without == 2
                                 ? "; one other document has none either"
                                 : fmt::format("; {} other documents have none either", without - 1);
  throw InputError(file_of_documents(corpus), d + 1,
                   InputFault{fmt::format("the document '{}' has no label{}", documents[d].id, others),
                              "labels of all documents, or `unlabeled` set-aside"});
}

/// The topics of a document, ascending.
std::vector<std::uint16_t> topics_of(const DocumentRow& document, const InputTree& tree,
                                     const std::string& file, std::size_t d) {
  std::set<std::uint16_t> topics;
  for (const std::string& label : document.labels) {
    const auto found = tree.number.find(label);
    if (found == tree.number.end())
      throw InputError(
          file, d + 1,
          InputFault{fmt::format("the document '{}' has the label '{}', which is not in the tree",
                                 document.id, label),
                     "labels of tree.tsv"});
    topics.insert(static_cast<std::uint16_t>(found->second));
  }
  return {topics.begin(), topics.end()};
}

/// Labels that no document has: at the ends of the tree by name, for inside of it they are usual.
void note_unused(const InputTree& tree, const std::vector<std::vector<std::uint16_t>>& lists,
                 Inputs& inputs) {
  constexpr std::size_t most_named = 10;
  std::vector<bool> used(tree.edges.size()), inner(tree.edges.size());
  for (const auto& list : lists)
    for (const std::uint16_t k : list) used[k] = true;
  for (const TreeEdge& edge : tree.edges)
    if (!edge.parent.empty()) inner[tree.number.at(edge.parent)] = true;
  std::vector<std::string> names;
  std::size_t ends = 0, inside = 0;
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (used[k]) continue;
    ++(inner[k] ? inside : ends);
    if (!inner[k] && names.size() < most_named) names.push_back(tree.edges[k].label);
  }
  if (ends > 0)
    inputs.notes.push_back(
        fmt::format("{} no documents; the words are estimated from the labels next to {}: {}{}",
                    count_of(ends, "label has", "labels have"), noun(ends, "it", "them"), listed(names, ", "),
                    ends > names.size() ? ", ..." : ""));
  if (inside > 0)
    inputs.notes.push_back(
        fmt::format("{} no documents; {} words are estimated from the labels below",
                    count_of(inside, "label with labels below it has", "labels with labels below them have"),
                    noun(inside, "its", "their")));
}

}  // namespace

void read_labels(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs) {
  const std::vector<DocumentRow> documents = read_documents(corpus);
  std::map<std::string, std::uint16_t> number;
  for (const DocumentRow& document : documents)
    for (const std::string& label : document.labels) number.emplace(label, 0);
  if (number.empty()) refuse_no_labels(file_of_documents(corpus));
  inputs.topics = number.size() + options.whole("background-topics");
  check_label_count(file_of_documents(corpus), inputs.topics, ", including background topics");
  std::uint16_t next = 0;
  for (auto& [label, topic] : number) {
    topic = next++;
    inputs.given.topic_names.push_back(label);
  }
  inputs.given.topic_names.resize(inputs.topics);
  for (const DocumentRow& document : documents) {
    std::set<std::uint16_t> list;
    for (const std::string& label : document.labels) list.insert(number.at(label));
    for (std::size_t k = number.size(); k < inputs.topics && !list.empty(); ++k)
      list.insert(static_cast<std::uint16_t>(k));
    inputs.given.allowed.emplace_back(list.begin(), list.end());
  }
}

void read_label_tree_of(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs) {
  const std::vector<DocumentRow> documents = read_documents(corpus);
  const std::string file = file_of_documents(corpus);
  if (std::ranges::all_of(documents, [](const auto& row) { return row.labels.empty(); }))
    refuse_no_labels(file);
  const InputTree tree = tree_of(corpus, documents);
  check_label_count(tree.from_file ? (corpus.path / "tree.tsv").string() : file, tree.edges.size(), "");
  inputs.topics = tree.edges.size();
  for (const TreeEdge& edge : tree.edges) {
    inputs.given.topic_names.push_back(edge.label);
    inputs.given.parents.push_back(edge.parent.empty() ? static_cast<std::uint32_t>(inputs.topics)
                                                       : tree.number.at(edge.parent));
  }
  for (std::size_t d = 0; d < documents.size(); ++d) {
    if (documents[d].labels.empty() && options.text("unlabeled") == "refuse")
      refuse_unlabeled(corpus, documents, d);
    inputs.given.allowed.push_back(topics_of(documents[d], tree, file, d));
  }
  note_unused(tree, inputs.given.allowed, inputs);
}

}  // namespace themata
