#include "themata/models/dmr/simulate.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numeric>

#include "themata/io/memory.hpp"
#include "themata/models/covariates.hpp"
#include "themata/models/dmr/design.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/simulation/address.hpp"
#include "themata/simulation/option_fields.hpp"
#include "themata/simulation/simulation_of.hpp"

namespace themata::dmr {

namespace {

using simulate::Mixture;
using simulate::Part;

/// Mean 0 and standard deviation 1, with divisor D, as a fit standardizes: the coefficients are then on the
/// fit's own scale.
void standardize(std::vector<double>& numbers) {
  const auto n = static_cast<double>(numbers.size());
  const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / n;
  double squares = 0;
  for (double& x : numbers) {
    x -= mean;
    squares += x * x;
  }
  const double sd = std::sqrt(squares / n);
  for (double& x : numbers) x = sd > 0 ? x / sd : 0;
}

std::vector<simulate::MetadataField> draw_metadata(const SimulationOptions& options, Key key) {
  std::vector<simulate::MetadataField> fields;
  for (std::uint64_t i = 0; i < options.numbers; ++i) {
    Stream stream = part_stream(key, Part::metadata, i);
    simulate::MetadataField field{fmt::format("x{}", i + 1), {}, {}};
    for (std::uint64_t d = 0; d < options.documents; ++d) field.numbers.push_back(draw_normal(stream));
    standardize(field.numbers);
    fields.push_back(std::move(field));
  }
  if (options.levels == 0) return fields;
  Stream stream = part_stream(key, Part::metadata, options.numbers);
  simulate::MetadataField field{"group", {}, {}};
  const std::size_t digits = fmt::formatted_size("{}", options.levels);
  for (std::uint64_t i = 1; i <= options.levels; ++i)
    field.levels.push_back(fmt::format("g{:0{}}", i, digits));
  for (std::uint64_t d = 0; d < options.documents; ++d)
    field.numbers.push_back(stream.below(static_cast<std::uint32_t>(options.levels)));
  fields.push_back(std::move(field));
  return fields;
}

/// The row of a document in the design matrix.
std::vector<double> row_of(const std::vector<simulate::MetadataField>& fields, std::size_t d) {
  std::vector<double> row{1};
  for (const simulate::MetadataField& field : fields) {
    if (field.levels.empty()) row.push_back(field.numbers[d]);
    for (std::size_t level = 1; level < field.levels.size(); ++level)
      row.push_back(field.numbers[d] == static_cast<double>(level) ? 1 : 0);
  }
  return row;
}

std::vector<std::string> names_of(const std::vector<simulate::MetadataField>& fields) {
  Covariates covariates;
  for (const simulate::MetadataField& field : fields)
    covariates.fields.push_back({.name = field.name, .levels = field.levels});
  return covariates.column_names();
}

/// K rows of J coefficients.
std::vector<double> draw_coefficients(const SimulationOptions& options, std::size_t columns, Key key) {
  Stream stream = part_stream(key, Part::weights, std::uint64_t{1} << 32);
  std::vector<double> lambda(options.topics * columns);
  for (std::size_t i = 0; i < lambda.size(); ++i)
    lambda[i] = i % columns == 0 ? portable_log(options.alpha) + options.intercept_sd * draw_normal(stream)
                                 : options.effect_sd * draw_normal(stream);
  return lambda;
}

Mixture draw_mixture(const SimulationOptions& options, Key key, Pool& pool) {
  require_memory(options.documents * (24 + 8 * options.topics),
                 fmt::format("the topic proportions of {} documents", options.documents),
                 "fewer `documents` or `topics` need less");
  constexpr double concentration = 1;  // of no account: documents have their proportions
  Mixture mixture =
      simulate::with_weights(std::vector<double>(options.topics, 1 / static_cast<double>(options.topics)),
                             concentration, options.types);
  draw_rows(mixture, options.beta, key, pool);
  mixture.metadata = draw_metadata(options, key);
  mixture.coefficient_names = names_of(mixture.metadata);
  mixture.coefficients = draw_coefficients(options, mixture.coefficient_names.size(), key);
  mixture.proportions.resize(options.documents);
  pool.for_each(options.documents, [&](std::size_t d) {
    Stream stream = part_stream(key, Part::weights, d);
    std::vector<double> theta = weights_of(row_of(mixture.metadata, d), mixture.coefficients);
    draw_dirichlet(stream, theta);
    mixture.proportions[d] = std::move(theta);
  });
  return mixture;
}

std::vector<FieldOf<SimulationOptions>> own_fields() {
  using O = SimulationOptions;
  constexpr auto group = OptionGroup::priors;
  return {simulate::types_field<O>(),
          simulate::topics_field<O>("Number of topics"),
          {{.name = "numbers", .most = 100, .help = "Number of metadata fields x1, x2, ... that are numbers"},
           &O::numbers},
          {{.name = "levels", .most = 1000, .help = "Number of levels of the field group; 0: without it"},
           &O::levels},
          simulate::weight_field<O>({"alpha", "exp of the mean of the topics' intercepts"}, &O::alpha),
          simulate::beta_field<O>(),
          {{.name = "intercept-sd",
            .group = group,
            .most = 10,
            .help = "Standard deviation of the topics' intercepts"},
           &O::intercept_sd},
          {{.name = "effect-sd",
            .group = group,
            .most = 10,
            .help = "Standard deviation of the topics' effects of each number and level"},
           &O::effect_sd}};
}

}  // namespace

const simulate::Simulation& simulation() {
  static const simulate::SimulationOf<SimulationOptions, simulate::Simulation> instance(
      {.name = "dmr", .title = "LDA whose topics' weights depend on documents' metadata"},
      simulate::model_fields<SimulationOptions>(own_fields()), {.draw = draw_mixture});
  return instance;
}

}  // namespace themata::dmr
