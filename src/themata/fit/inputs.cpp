#include "themata/fit/inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "themata/corpus/label_tree.hpp"
#include "themata/io/error.hpp"
#include "themata/io/lines.hpp"
#include "themata/models/registry.hpp"
#include "themata/sampling/state/layout.hpp"

namespace themata {

namespace {

using Ids = std::unordered_map<std::string, std::uint32_t>;

Ids ids_of(const std::vector<std::string>& vocabulary) {
  Ids ids;
  for (std::uint32_t v = 0; v < vocabulary.size(); ++v) ids.emplace(vocabulary[v], v);
  return ids;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t begin = text.find_first_not_of(" \t"); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t", begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(" \t", end);
  }
  return words;
}

/// A finite number above 0; nothing for any other text.
std::optional<double> weight_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) && value > 0 ? std::optional(value) : std::nullopt;
}

double expect_weight(const LineReader& lines, std::string_view text) {
  const auto weight = weight_in(text);
  if (!weight) lines.refuse(fmt::format("'{}' is not a weight; expected a number above 0", text));
  return *weight;
}

/// A weight a line, one for each of `topics`.
std::vector<double> read_alpha_weights(const std::string& path, std::size_t topics) {
  LineReader lines(path);
  std::vector<double> weights;
  for (std::string_view line; lines.next(line);) {
    const auto words = split_words(line);
    if (words.size() != 1) lines.refuse("expected one number above 0 per line, the weight of a topic");
    weights.push_back(expect_weight(lines, words.front()));
  }
  if (weights.size() != topics)
    throw InputError(
        path, 0, fmt::format("has {} weights; expected one for each of {} topics", weights.size(), topics));
  return weights;
}

/// Lines "word weight"; words that no line names keep weight 1, and words that the corpus lacks are passed over.
std::vector<double> read_beta_weights(const std::string& path, const CorpusFolder& corpus) {
  const Ids ids = ids_of(corpus.vocabulary);
  LineReader lines(path);
  std::vector<double> weights(corpus.vocabulary.size(), 1.0);
  std::size_t known = 0;
  for (std::string_view line; lines.next(line);) {
    const std::size_t gap = line.find_last_of(" \t");
    if (gap == std::string_view::npos || gap == 0)
      lines.refuse("expected a word, a tab and a number above 0");
    const double weight = expect_weight(lines, line.substr(gap + 1));
    const auto it = ids.find(std::string(line.substr(0, line.find_last_not_of(" \t", gap) + 1)));
    if (it == ids.end()) continue;
    weights[it->second] = weight;
    ++known;
  }
  if (known == 0)
    throw InputError(path, 0, "has no word of the corpus; expected lines with a word, a tab and a number");
  return weights;
}

/// What reading the seeds has gathered.
struct SeedReading {
  std::vector<Seed> seeds;
  std::vector<std::string> names, unknown;
};

/// A line: words for the topic of its number, which a name and a tab may precede.
void read_seed_line(const LineReader& lines, std::string_view line, const Ids& ids, SeedReading& reading) {
  const auto topic = static_cast<std::uint32_t>(reading.names.size());
  const std::size_t tab = line.find('\t');
  reading.names.emplace_back(tab == std::string_view::npos ? "" : line.substr(0, tab));
  const auto words = split_words(tab == std::string_view::npos ? line : line.substr(tab + 1));
  std::size_t known = 0;
  for (const std::string& word : words) {
    const auto it = ids.find(word);
    if (it == ids.end())
      reading.unknown.push_back(word);
    else
      reading.seeds.push_back({it->second, topic, 1}), ++known;
  }
  if (!words.empty() && known == 0)
    lines.refuse("has no word of the corpus; expected at least one word that the import kept");
}

void read_seeds(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs) {
  const Ids ids = ids_of(corpus.vocabulary);
  const std::string file = options.text("seeds");
  LineReader lines(file);
  SeedReading reading;
  for (std::string_view line; lines.next(line);) {
    if (reading.names.size() == inputs.topics)
      lines.refuse(fmt::format("has more lines than there are topics; expected at most {}", inputs.topics));
    read_seed_line(lines, line, ids, reading);
  }
  if (reading.seeds.empty()) throw InputError(file, 0, "has no words; expected one line of words per topic");
  std::vector<std::uint64_t> frequency(corpus.vocabulary.size(), 0);
  for (const std::uint32_t v : corpus.corpus.tokens()) ++frequency[v];
  for (Seed& seed : reading.seeds)
    seed.count = options.number("seed-weight", 1) *
                 static_cast<double>(std::max<std::uint64_t>(1, frequency[seed.type]));
  if (std::ranges::any_of(reading.names, [](const std::string& name) { return !name.empty(); })) {
    reading.names.resize(inputs.topics);
    inputs.given.topic_names = reading.names;
  }
  inputs.given.word_prior = WordPrior(inputs.given.word_prior.weights(), std::move(reading.seeds));
  if (!reading.unknown.empty())
    inputs.notes.push_back(fmt::format("{} seed words are not in the corpus: {}", reading.unknown.size(),
                                       fmt::join(reading.unknown, ", ")));
}

std::string file_of_documents(const CorpusFolder& corpus) {
  return (corpus.path / "documents.jsonl").string();
}

[[noreturn]] void refuse_no_labels(const std::string& file) {
  throw InputError(file, 0, "has no labels; expected a corpus that was imported with `labels`");
}

void check_label_count(const std::string& file, std::size_t topics, std::string_view others) {
  if (topics <= sampling::max_topics) return;
  throw InputError(file, 0,
                   fmt::format("has {} labels; expected at most {}{}", topics, sampling::max_topics, others));
}

/// Topics are the corpus's labels, by name, and after them the background topics, which every document may use.
void read_labels(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs) {
  const std::vector<DocumentRow> documents = read_documents(corpus);
  std::map<std::string, std::uint16_t> number;
  for (const DocumentRow& document : documents)
    for (const std::string& label : document.labels) number.emplace(label, 0);
  if (number.empty()) refuse_no_labels(file_of_documents(corpus));
  inputs.topics = number.size() + options.whole("background-topics", 0);
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

/// The tree of a corpus, which was checked when it was imported; on the disk a person may have written another one.
std::vector<TreeEdge> label_tree_of(const Place& file) {
  if (!file.in_memory()) return read_label_tree(file.string(), "utf-8");
  std::vector<TreeEdge> edges;
  for (const std::string& line : read_lines(file)) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    edges.push_back({line.substr(0, tab), line.substr(std::min(tab + 1, line.size()))});
  }
  return edges;
}

/// The labels of the tree in the order of its file, those of the documents by name where there is no tree; and what stands above each.
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

void refuse_unlabelled(const CorpusFolder& corpus, const std::vector<DocumentRow>& documents, std::size_t d) {
  const auto without = std::ranges::count_if(documents, [](const auto& row) { return row.labels.empty(); });
  const std::string others = without == 1   ? ""
                             : without == 2 ? ", nor has one other document"
                                            : fmt::format(", nor have {} other documents", without - 1);
  throw InputError(file_of_documents(corpus), d + 1,
                   fmt::format("the document '{}' has no label{}; expected labels of all documents, or "
                               "`themata fit --unlabeled set-aside`",
                               documents[d].id, others));
}

/// The topics of a document, ascending.
std::vector<std::uint16_t> topics_of(const DocumentRow& document, const InputTree& tree,
                                     const std::string& file, std::size_t d) {
  std::set<std::uint16_t> topics;
  for (const std::string& label : document.labels) {
    const auto found = tree.number.find(label);
    if (found == tree.number.end())
      throw InputError(file, d + 1,
                       fmt::format("the document '{}' has the label '{}', which is not in the tree; expected "
                                   "labels of tree.tsv",
                                   document.id, label));
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
    inputs.notes.push_back(fmt::format(
        "{} labels have no documents; their words are estimated from the labels next to them: {}{}", ends,
        fmt::join(names, ", "), ends > names.size() ? ", ..." : ""));
  if (inside > 0)
    inputs.notes.push_back(fmt::format(
        "{} labels with labels below them have no documents; their words are estimated from the labels below",
        inside));
}

/// Topics are the nodes of the tree of labels; documents have the labels that they carry.
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
      refuse_unlabelled(corpus, documents, d);
    inputs.given.allowed.push_back(topics_of(documents[d], tree, file, d));
  }
  note_unused(tree, inputs.given.allowed, inputs);
}

}  // namespace

std::vector<std::size_t> documents_with_labels(const CorpusFolder& corpus, bool with) {
  const std::vector<DocumentRow> documents = read_documents(corpus);
  std::vector<std::size_t> numbers;
  for (std::size_t d = 0; d < documents.size(); ++d)
    if (documents[d].labels.empty() != with) numbers.push_back(d);
  return numbers;
}

Inputs read_inputs(const FitOptions& options, const CorpusFolder& corpus) {
  Inputs inputs;
  inputs.topics = options.whole("topics", 0);
  const LabelUse labels = model_of(options).info().labels;
  if (labels == LabelUse::topics) read_labels(options, corpus, inputs);
  if (labels == LabelUse::tree) read_label_tree_of(options, corpus, inputs);
  if (const std::string file = options.text("alpha-weights"); !file.empty())
    inputs.given.alpha_weights = read_alpha_weights(file, inputs.topics);
  if (const std::string file = options.text("beta-weights"); !file.empty())
    inputs.given.word_prior = WordPrior(read_beta_weights(file, corpus), {});
  if (!options.text("seeds").empty()) read_seeds(options, corpus, inputs);
  return inputs;
}

}  // namespace themata
