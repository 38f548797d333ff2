#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/problems.hpp"
#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"

// No random bits are used twice: of a sweep, no two kernels open the same stream. Tried with every model and
// every combination of the options that choose its sampler.
namespace themata::testing {
namespace {

/// Remembers which kernel of a sweep opened which stream, and streams that two kernels opened.
class Openings : public StreamWatch {
 public:
  void begin_sweep() {
    kernel_ = 0;
    opener_.clear();
  }
  void enter(std::string_view kernel) override {
    ++kernel_;
    names_[kernel_] = kernel;
  }
  void open(Purpose purpose, std::uint64_t entity) override {
    const std::lock_guard lock(mutex_);
    ++opened;
    const auto [at, is_new] = opener_.try_emplace({purpose, entity}, kernel_);
    if (!is_new && at->second == kernel_) again.insert(names_[kernel_]);
    if (!is_new && at->second != kernel_)
      shared.insert(names_[at->second] + " and " + names_[kernel_] + " both open purpose " +
                    std::to_string(static_cast<int>(purpose)));
  }

  std::uint64_t opened = 0;
  std::set<std::string> shared;
  std::set<std::string> again;  ///< kernels that opened a stream twice

 private:
  std::mutex mutex_;
  int kernel_ = 0;
  std::map<int, std::string> names_;
  std::map<std::pair<Purpose, std::uint64_t>, int> opener_;
};

/// What can be learned, all at once and without what some samplers or other choices rule out.
std::vector<std::string> sets_to_learn(std::span<const std::string_view> choices) {
  const auto all_but = [&](const std::set<std::string_view>& left_out) {
    std::string text;
    for (const std::string_view choice : choices)
      if (!left_out.contains(choice)) text += (text.empty() ? "" : ",") + std::string(choice);
    return text;
  };
  std::vector<std::string> sets{all_but({"pi", "topic-pi", "asymmetric-alpha"}),
                                all_but({"pi", "topic-pi", "alpha"}),
                                all_but({"beta", "topic-pi", "asymmetric-alpha"})};
  if (std::ranges::find(choices, "topic-pi") != choices.end())
    sets.push_back(all_but({"beta", "pi", "asymmetric-alpha"}));
  return sets;
}

/// The values of an option that are tried; none for an option that stays as it is.
std::vector<std::string> values_of(const Field& field, const OptionValue& usual) {
  if (field.name == "learn") return sets_to_learn(field.choices);
  if (!field.chooses_sampler) return {};
  if (const auto* text = std::get_if<std::string>(&usual)) {
    std::vector<std::string> values(field.choices.begin(), field.choices.end());
    if (text->empty()) values.emplace_back();  // left to the program
    return values;
  }
  const auto few = std::get<std::uint64_t>(usual);
  return {std::to_string(few), std::to_string(few + 2)};
}

using Given = std::vector<std::pair<std::string, std::string>>;

/// Calls `use` with every combination.
template <class Use>
void for_combinations(const std::vector<std::pair<std::string, std::vector<std::string>>>& options,
                      Given& given, const Use& use) {
  if (given.size() == options.size()) return use(given);
  const auto& [name, values] = options[given.size()];
  for (const std::string& value : values) {
    given.emplace_back(name, value);
    for_combinations(options, given, use);
    given.pop_back();
  }
}

/// The options of one combination; nothing where they contradict each other.
std::optional<FitOptions> options_of(const ModelPlugin& model, const Given& given) try {
  FitOptions options = model.default_options();
  options.sweeps = 4;
  options.burn_in = 2;  // the last sweeps come after a start with equal weights
  if (options.has("topics")) options.set("topics", std::uint64_t{4});
  for (const auto& [name, value] : given)
    if (!value.empty()) options.read(name, value);
  check_options(options);
  return with_defaults(options);
} catch (const UsageError&) {
  return std::nullopt;
}

/// Labels for models that need them: each document has one or two of four topics. Covariates likewise: a
/// number.
GivenPriors given_to(const ModelInfo& info, const Corpus& corpus) {
  GivenPriors given;
  if (info.covariates) given.covariates.fields = {{.name = "number"}};
  for (std::size_t d = 0; d < corpus.n_documents() && info.covariates; ++d)
    given.covariates.values.insert(given.covariates.values.end(), {1, static_cast<double>(d % 5) - 2});
  if (info.labels == LabelUse::none) return given;
  for (std::uint16_t d = 0; d < corpus.n_documents(); ++d)
    given.allowed.push_back(d % 2 == 0
                                ? std::vector<std::uint16_t>{static_cast<std::uint16_t>(d % 4)}
                                : std::vector<std::uint16_t>{0, static_cast<std::uint16_t>(1 + d % 3)});
  if (info.labels == LabelUse::tree) given.parents = {4, 4, 0, 0};
  return given;
}

class StreamsOfASweep : public ::testing::TestWithParam<const ModelPlugin*> {
 protected:
  void run(const FitOptions& options, Openings& openings) {
    const GivenPriors given = given_to(GetParam()->info(), corpus_);
    const auto chain = GetParam()->start({corpus_, options, given}, chain_key(7, 1), pool_);
    for (std::uint64_t sweep = 1; sweep <= options.sweeps; ++sweep) {
      openings.begin_sweep();
      chain->sweep({corpus_, chain_key(7, 1), sweep, pool_, &openings});
    }
  }

  const Corpus corpus_ = random_problem(12, 20, 3).corpus();
  Pool pool_{2};
};

TEST_P(StreamsOfASweep, AreOpenedByOneKernelEach) {
  const FitOptions usual = GetParam()->default_options();
  std::vector<std::pair<std::string, std::vector<std::string>>> options;
  std::set<std::pair<std::string, std::string>> untried;
  for (const Field* field : usual.fields())
    if (const auto values = values_of(*field, usual.get(field->name)); !values.empty()) {
      options.emplace_back(field->name, values);
      for (const std::string& value : values)
        if (field->chooses_sampler && options_of(*GetParam(), {{std::string(field->name), value}}))
          untried.emplace(field->name, value);
    }
  Given given;
  for_combinations(options, given, [&](const Given& combination) {
    const auto chosen = options_of(*GetParam(), combination);
    if (!chosen) return;
    Openings openings;
    run(*chosen, openings);
    std::string text;
    for (const auto& [name, value] : combination) {
      untried.erase({name, value});
      text += " " + name + "=" + value;
    }
    EXPECT_GT(openings.opened, 0U) << text;
    for (const std::string& what : openings.again)
      ADD_FAILURE() << what << " opens a stream twice with" << text;
    for (const std::string& what : openings.shared) ADD_FAILURE() << what << " with" << text;
  });
  for (const auto& [name, value] : untried) ADD_FAILURE() << name << "=" << value << " was never tried";
}

INSTANTIATE_TEST_SUITE_P(Models, StreamsOfASweep,
                         ::testing::ValuesIn(all_models().begin(), all_models().end()), [](const auto& one) {
                           std::string name(one.param->info().name);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace themata::testing
