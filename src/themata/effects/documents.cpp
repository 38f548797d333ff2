#include "themata/effects/documents.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

std::vector<bool> with_words(const Corpus& corpus) {
  std::vector<bool> wanted(corpus.n_documents());
  for (std::size_t d = 0; d < wanted.size(); ++d) wanted[d] = corpus.length(d) > 0;
  return wanted;
}

std::size_t left_out(const std::vector<bool>& with_words, const std::vector<bool>& used) {
  return static_cast<std::size_t>(std::ranges::count(with_words, true) - std::ranges::count(used, true));
}

void check_missing(std::span<const Covariate> fields, const std::vector<bool>& wanted,
                   std::span<const DocumentRow> rows) {
  constexpr std::size_t named = 5;
  for (const Covariate& variable : fields) {
    std::vector<std::string> lacking;
    std::size_t n = 0;
    for (std::size_t d = 0; d < wanted.size(); ++d)
      if (wanted[d] && variable.missing[d] && n++ < named)
        lacking.push_back(fmt::format("{} (row {})", one_line(rows[d].id), rows[d].row));
    if (n == 0) continue;
    throw UsageError(
        fmt::format("{} of {} documents with words have no {}: {}{}; `leave-out-missing` leaves "
                    "them out",
                    n, std::ranges::count(wanted, true), one_line(variable.name), listed(lacking, ", "),
                    n > named ? ", ..." : ""));
  }
}

}  // namespace themata
