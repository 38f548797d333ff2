#include "themata/diagnose/convergence.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "themata/diagnose/spectrum.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plural.hpp"
#include "themata/store/trace_file.hpp"

namespace themata {

namespace {

/// A consensus has draws of several chains, and no trace.
void refuse_consensus(const FitFolder& fit) {
  if (fit.manifest.contains("consensus"))
    throw InputError(fit.path.string(), 0, "is a consensus of chains; diagnose the fits that it is of");
}

/// A chain's rows after burn-in.
struct Rows {
  std::uint32_t chain = 1;
  Trace trace;
  std::size_t first = 0;  ///< row
  std::size_t n() const { return trace.n_rows() - first; }
};

Suggestion more_sweeps(const FitFolder& fit) {
  return {fit.status() == "complete" ? Remedy::extend_fit : Remedy::resume_fit, fit.path.string()};
}

Rows rows_after(const FitFolder& fit, std::uint32_t chain, std::uint64_t burn_in) {
  std::optional<Trace> trace = fit.trace(chain);
  if (!trace || trace->column("sweep").empty())
    throw InputError(trace_path(fit.path, chain).string(), 0,
                     fmt::format("has no rows of chain {} yet; R-hat needs {} after burn-in: run more sweeps",
                                 chain, least_draws_for_rhat),
                     more_sweeps(fit));
  const std::size_t skipped = trace->first_after(burn_in);
  return {chain, std::move(*trace), skipped};
}

void check_length(const Rows& rows, const FitFolder& fit, std::uint64_t burn_in) {
  if (rows.n() >= least_draws_for_rhat) return;
  throw InputError(
      trace_path(fit.path, rows.chain).string(), 0,
      fmt::format(
          "chain {} has {} in the trace after burn-in ({}); R-hat needs {}, effective sample sizes {}: run "
          "more sweeps, trace more of them (`trace-every`), or lower `burn-in`",
          rows.chain, count_of(rows.n(), "row"), count_of(burn_in, "sweep"), least_draws_for_rhat,
          least_draws_for_ess),
      more_sweeps(fit));
}

bool is_quantity(const std::string& name) { return name != "sweep" && name != "seconds"; }

/// The last `draws` values of a column.
std::vector<double> last_of(const Rows& rows, const std::string& name, std::size_t draws) {
  const std::vector<double>& column = rows.trace.column(name);
  return {column.end() - static_cast<std::ptrdiff_t>(draws), column.end()};
}

void check_columns(const std::vector<Rows>& chains, const FitFolder& fit) {
  for (const Rows& rows : chains)
    for (const std::string& name : chains.front().trace.names)
      if (std::ranges::find(rows.trace.names, name) == rows.trace.names.end())
        throw InputError(trace_path(fit.path, rows.chain).string(), 0,
                         fmt::format("has no column {}, which chain {} has", name, chains.front().chain));
}

ChainWindow window_of(const Rows& rows, std::size_t draws) {
  const std::vector<double>& sweeps = rows.trace.column("sweep");
  return {rows.chain, static_cast<std::uint64_t>(sweeps[sweeps.size() - draws]),
          static_cast<std::uint64_t>(sweeps.back()), draws, rows.n() - draws};
}

double mean_and_sd(const Chains& chains, double& sd) {
  std::vector<double> all;
  for (const auto& chain : chains) all.insert(all.end(), chain.begin(), chain.end());
  const double origin = all.front();  // as the origin, so that the mean of equal values is exactly that value
  const auto n = static_cast<double>(all.size());
  double sum = 0, squares = 0;
  for (const double x : all) sum += x - origin;
  const double mean = origin + sum / n;
  for (const double x : all) squares += (x - mean) * (x - mean);
  sd = std::sqrt(squares / (n - 1));
  return mean;
}

double pooled_inefficiency(const Chains& chains) {
  double size = 0;
  for (const auto& chain : chains) size += effective_size(chain);
  return static_cast<double>(chains.size() * chains.front().size()) / size;
}

Obstacle obstacle_in(const Chains& chains, const Diagnosis& found) {
  const double first = chains.front().front();
  bool constant = true;
  for (const auto& chain : chains)
    for (const double x : chain) {
      if (!std::isfinite(x)) return Obstacle::not_finite;
      constant = constant && x == first;
    }
  if (constant) return Obstacle::constant;
  if (chains.front().size() < least_draws_for_ess) return Obstacle::too_short;
  return std::isnan(found.ess_tail) ? Obstacle::few_values : Obstacle::none;
}

/// "largest topic", "2nd largest topic", ...
std::string size_title(std::string_view rank) {
  if (rank == "1") return "largest topic";
  const char* ending = rank == "2" ? "nd" : rank == "3" ? "rd" : "th";
  return fmt::format("{}{} largest topic", rank, ending);
}

}  // namespace

Diagnosis diagnose(std::string name, const Chains& chains) {
  Diagnosis result;
  result.name = std::move(name);
  result.mean = mean_and_sd(chains, result.sd);
  result.rhat = rank_rhat(chains);
  result.ess_bulk = ess_bulk(chains);
  result.ess_tail = ess_tail(chains);
  result.mcse = mcse_mean(chains);
  result.inefficiency = pooled_inefficiency(chains);
  result.obstacle = obstacle_in(chains, result);
  if (result.obstacle == Obstacle::constant) result.inefficiency = std::numeric_limits<double>::quiet_NaN();
  return result;
}

std::vector<Diagnosis> diagnose(const std::vector<NamedChains>& quantities, Pool& pool) {
  std::vector<Diagnosis> results(quantities.size());
  pool.for_each(quantities.size(),
                [&](std::size_t i) { results[i] = diagnose(quantities[i].name, quantities[i].chains); });
  return results;
}

TracedFit traced_fit(const FitFolder& fit, std::uint64_t burn_in) {
  refuse_consensus(fit);
  std::vector<Rows> chains;
  for (const std::uint32_t chain : fit.chains()) chains.push_back(rows_after(fit, chain, burn_in));
  if (chains.empty())
    throw InputError(fit.path.string(), 0,
                     "has not saved anything yet; wait for its first checkpoint, or resume the fit",
                     more_sweeps(fit));
  TracedFit result;
  result.burn_in = burn_in;
  std::size_t draws = chains.front().n();
  for (const Rows& rows : chains) {
    check_length(rows, fit, burn_in);
    draws = std::min(draws, rows.n());
  }
  check_columns(chains, fit);
  for (const Rows& rows : chains) {
    result.windows.push_back(window_of(rows, draws));
    result.sweeps = std::max(result.sweeps, result.windows.back().last_sweep);
  }
  const ChainWindow& window = result.windows.front();
  result.sweeps_a_draw =
      static_cast<double>(window.last_sweep - window.first_sweep) / static_cast<double>(draws - 1);
  for (const std::string& name : chains.front().trace.names) {
    if (!is_quantity(name)) continue;
    result.quantities.push_back({name, {}});
    for (const Rows& rows : chains) result.quantities.back().chains.push_back(last_of(rows, name, draws));
  }
  return result;
}

std::string title_of(std::string_view column) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> titles{
      {{"lp__", "log posterior"},
       {"word_part", "words given topics"},
       {"topics", "topics in use"},
       {"flag_tokens", "flag topic"},
       {"word_topic_zeros", "zeros of n_kv"},
       {"document_topic_zeros", "zeros of m_dk"}}};
  const auto* title = std::ranges::find(titles, column, [](const auto& pair) { return pair.first; });
  if (title != titles.end()) return std::string(title->second);
  if (column.starts_with("topic.")) return fmt::format("topic {}", column.substr(6));
  return column.starts_with("size.") ? size_title(column.substr(5)) : std::string(column);
}

}  // namespace themata
