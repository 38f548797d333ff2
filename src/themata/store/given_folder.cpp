#include "themata/store/given_folder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string_view>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"
#include "themata/store/covariates_file.hpp"

namespace themata {

namespace {

/// A compressed sparse row matrix to write, or as read.
template <class T>
struct Csr {
  std::vector<T> values;
  std::vector<std::int32_t> indices;
  std::vector<std::int64_t> indptr{0};

  void add(std::size_t column, T value) {
    indices.push_back(static_cast<std::int32_t>(column));
    values.push_back(value);
  }
  void end_row() { indptr.push_back(static_cast<std::int64_t>(values.size())); }
};

template <class T>
void write_csr(const Place& path, const Csr<T>& matrix, std::size_t columns) {
  NpzWriter npz;
  npz.add_csr(std::span<const T>(matrix.values), std::span<const std::int32_t>(matrix.indices),
              std::span<const std::int64_t>(matrix.indptr), columns);
  npz.write(path);
}

void write_vector(const Place& path, const std::vector<double>& values) {
  write_npy(path, std::span<const double>(values), {values.size()});
}

void write_seeds(const Place& path, const WordPrior& prior, const GivenShape& shape) {
  Csr<double> matrix;
  std::vector<std::vector<Seed>> by_topic(shape.topics);
  for (const Seed& seed : prior.seeds()) by_topic[seed.topic].push_back(seed);
  for (const auto& row : by_topic) {
    for (const Seed& seed : row) matrix.add(seed.type, seed.count);
    matrix.end_row();
  }
  write_csr(path, matrix, shape.types);
}

void write_allowed(const Place& path, const GivenPriors& given, const GivenShape& shape) {
  Csr<std::uint8_t> matrix;
  for (const auto& list : given.allowed) {
    for (const std::uint16_t k : list) matrix.add(k, 1);
    matrix.end_row();
  }
  write_csr(path, matrix, shape.topics);
}

[[noreturn]] void refuse_prior(const Place& path, const std::string& what) {
  throw InputError(path.string(), 0, "is damaged: " + what);
}

[[noreturn]] void refuse_shape(const Place& path, const std::string& expected) {
  throw InputError(path.string(), 0, InputFault{"is damaged", expected});
}

/// Reads and checks a matrix of `rows` x `columns`. Calls visit(row, column, value) for each cell.
template <class T>
void read_csr(const Place& path, std::size_t rows, std::size_t columns,
              const std::function<void(std::size_t, std::size_t, T)>& visit) {
  const NpzReader npz(path);
  const auto values = npz.read<T>("data");
  const auto indices = npz.read<std::int32_t>("indices");
  const auto indptr = npz.read<std::int64_t>("indptr");
  if (indptr.size() != rows + 1 || indices.size() != values.size() || !std::ranges::is_sorted(indptr) ||
      indptr.front() != 0 || indptr.back() != static_cast<std::int64_t>(values.size()))
    refuse_shape(path, fmt::format("{} rows", rows));
  for (std::size_t row = 0; row < rows; ++row)
    for (auto i = static_cast<std::size_t>(indptr[row]); i < static_cast<std::size_t>(indptr[row + 1]); ++i) {
      const auto column = static_cast<std::size_t>(indices[i]);
      if (indices[i] < 0 || column >= columns) refuse_shape(path, fmt::format("{} columns", columns));
      visit(row, column, values[i]);
    }
}

std::vector<double> read_weights(const Place& path, std::size_t expected) {
  if (!exists(path)) return {};
  const MappedArray<double> file = map_npy<double>(path);
  if (file.values.size() != expected) refuse_shape(path, fmt::format("{} weights", expected));
  const auto is_weight = [](double x) { return std::isfinite(x) && x > 0; };
  if (!std::ranges::all_of(file.values, is_weight))
    refuse_prior(path, "weights should be finite and above 0");
  return {file.values.begin(), file.values.end()};
}

std::vector<Seed> read_seeds(const Place& path, const GivenShape& shape) {
  std::vector<Seed> seeds;
  if (!exists(path)) return seeds;
  read_csr<double>(path, shape.topics, shape.types, [&](std::size_t k, std::size_t v, double count) {
    if (!(count > 0) || !std::isfinite(count)) refuse_prior(path, "seeds should be finite and above 0");
    seeds.push_back({static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(k), count});
  });
  return seeds;
}

std::vector<std::string> read_names(const Place& path, std::size_t topics) {
  std::vector<std::string> names;
  if (!exists(path)) return names;
  names = read_lines(path);
  if (names.size() != topics) refuse_shape(path, fmt::format("{} names", topics));
  return names;
}

/// Checks that each label has a different name.
void check_labels(const Place& path, const std::vector<std::string>& names) {
  const std::set<std::string_view> different(names.begin(), names.end());
  if (different.size() != names.size() || different.contains(""))
    refuse_shape(path, "a different name for each label, none of them empty");
}

/// Checks that the way up from every topic ends at the corpus, within as many steps as there are topics.
void check_parents(const Place& path, const std::vector<std::uint32_t>& parents) {
  const std::size_t topics = parents.size();
  std::vector<bool> leads_up(topics + 1);
  leads_up[topics] = true;
  std::vector<std::uint32_t> way;
  for (std::uint32_t k = 0; k < topics; ++k) {
    way.clear();
    for (std::uint32_t node = k; !leads_up[node]; node = parents[node]) {
      way.push_back(node);
      if (parents[node] > topics)
        refuse_prior(path, fmt::format("the parent of topic {} does not exist", node));
      if (way.size() > topics) refuse_prior(path, fmt::format("topic {} is above itself", node));
    }
    for (const std::uint32_t node : way) leads_up[node] = true;
  }
}

std::vector<std::uint32_t> read_parents(const Place& path, std::size_t topics) {
  if (!exists(path)) return {};
  const MappedArray<std::uint32_t> file = map_npy<std::uint32_t>(path);
  if (file.values.size() != topics) refuse_shape(path, fmt::format("{} topics", topics));
  std::vector<std::uint32_t> parents(file.values.begin(), file.values.end());
  check_parents(path, parents);
  return parents;
}

}  // namespace

void write_given(const Place& fit, const GivenPriors& given, const GivenShape& shape) {
  const Place folder = fit / "given";
  const bool nothing = given.alpha_weights.empty() && given.word_prior.is_symmetric() &&
                       given.topic_names.empty() && given.parents.empty() && given.allowed.empty() &&
                       given.covariates.empty();
  if (nothing) return;
  create_folder(folder);
  if (!given.alpha_weights.empty()) write_vector(folder / "alpha-weights.npy", given.alpha_weights);
  if (!given.word_prior.weights().empty())
    write_vector(folder / "beta-weights.npy", given.word_prior.weights());
  if (given.word_prior.has_seeds()) write_seeds(folder / "seeds.npz", given.word_prior, shape);
  if (!given.allowed.empty()) write_allowed(folder / "allowed-topics.npz", given, shape);
  if (!given.covariates.empty()) write_covariates(folder, given.covariates);
  if (!given.parents.empty())
    write_npy(folder / "topic-parents.npy", std::span<const std::uint32_t>(given.parents),
              {given.parents.size()});
  std::string names;
  for (const std::string& name : given.topic_names) names += name + "\n";
  if (!names.empty()) write_file_atomically(folder / "topic-names.txt", names);
}

GivenPriors read_given(const Place& fit, const GivenShape& shape) {
  const Place folder = fit / "given";
  GivenPriors given;
  if (!exists(folder)) return given;
  given.alpha_weights = read_weights(folder / "alpha-weights.npy", shape.topics);
  given.word_prior = WordPrior(read_weights(folder / "beta-weights.npy", shape.types),
                               read_seeds(folder / "seeds.npz", shape));
  given.topic_names = read_names(folder / "topic-names.txt", shape.topics);
  given.covariates = read_covariates(folder, shape.documents);
  given.parents = read_parents(folder / "topic-parents.npy", shape.topics);
  if (!given.parents.empty()) check_labels(folder / "topic-names.txt", given.topic_names);
  const Place allowed = folder / "allowed-topics.npz";
  if (!exists(allowed)) return given;
  given.allowed.resize(shape.documents);
  read_csr<std::uint8_t>(allowed, shape.documents, shape.topics,
                         [&](std::size_t d, std::size_t k, std::uint8_t) {
                           given.allowed[d].push_back(static_cast<std::uint16_t>(k));
                         });
  return given;
}

}  // namespace themata
