#pragma once

#include <vector>

#include "fuzz/bytes.hpp"
#include "themata/effects/questions.hpp"

namespace themata::fuzz {

/// Documents with a field of each kind: numbers, dates, texts, and a name that needs quotes.
inline const std::vector<DocumentRow>& rows_with_metadata() {
  static const std::vector<DocumentRow> rows = [] {
    std::vector<DocumentRow> made;
    for (unsigned d = 0; d < 12; ++d) {
      DocumentRow row;
      row.id = "d" + std::to_string(d);
      row.row = d + 1;
      row.metadata = {{"y", 1990 + d % 7},
                      {"p", d % 2 == 0 ? "D" : "R"},
                      {"t", "2001-0" + std::to_string(1 + d % 9) + "-02"},
                      {"my field", d * d}};
      if (d == 5) row.metadata.erase("p");
      made.push_back(std::move(row));
    }
    return made;
  }();
  return rows;
}

/// Reads a formula, and after line ends contrasts of its variables; makes the matrix of the regression.
/// @returns whether there is one
inline bool read_formula(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  std::vector<std::string> lines(1);
  for (const char c : bytes.rest())
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return succeeds([&] {
    const Formula formula = parse_formula(lines.front());
    for (const FormulaTerm& term : formula.terms) require(!term.empty());
    constexpr std::size_t most_terms = 8;  // more take time and show nothing new
    if (formula.terms.size() > most_terms) return;
    const Design design(formula, rows_with_metadata(), std::vector<bool>(rows_with_metadata().size(), true),
                        {});
    const Eigen::MatrixXd matrix = design.matrix();
    require(matrix.rows() == static_cast<Eigen::Index>(design.n_used()) &&
            matrix.cols() == static_cast<Eigen::Index>(design.n_columns()));
    EffectOptions options{.formula = lines.front()};
    options.contrasts.assign(lines.begin() + 1, lines.end());
    require(Questions(design, options).rows().cols() == matrix.cols());
  });
}

}  // namespace themata::fuzz
