#include "themata/models/dmr/design.hpp"

#include <cmath>
#include <map>

#include "themata/random/elementary.hpp"

namespace themata::dmr {

Design distinct_rows(const Covariates& covariates) {
  Design design;
  design.n_columns = covariates.n_columns();
  std::map<std::vector<double>, std::uint32_t> number;
  for (std::size_t d = 0; d < covariates.n_documents(); ++d) {
    const auto x = covariates.of(d);
    const auto next = static_cast<std::uint32_t>(number.size());
    const auto [place, is_new] = number.emplace(std::vector<double>(x.begin(), x.end()), next);
    if (is_new) {
      design.rows.insert(design.rows.end(), x.begin(), x.end());
      design.documents.push_back(0);
    }
    design.row_of.push_back(place->second);
    design.documents[place->second] += 1;
  }
  return design;
}

double predictor_of(std::span<const double> x, std::span<const double> lambda) {
  double sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) sum += x[j] * lambda[j];
  return sum;
}

std::vector<double> weights_of(std::span<const double> x, std::span<const double> lambda) {
  std::vector<double> weights(lambda.size() / x.size());
  for (std::size_t k = 0; k < weights.size(); ++k)
    weights[k] = portable_exp(predictor_of(x, lambda.subspan(k * x.size(), x.size())));
  return weights;
}

bool in_range(const Design& design, std::span<const double> lambda) {
  for (std::size_t r = 0; r < design.n_rows(); ++r)
    for (std::size_t at = 0; at < lambda.size(); at += design.n_columns)
      if (!(std::fabs(predictor_of(design.row(r), lambda.subspan(at, design.n_columns))) < largest_predictor))
        return false;
  return true;
}

}  // namespace themata::dmr
