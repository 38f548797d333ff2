#include "moved_corpus.hpp"

#include <utility>

#include "themata/store/moved_corpus.hpp"

namespace themata::cli {

void add_corpus(CLI::App& subcommand, std::string& corpus) {
  subcommand.add_option("--corpus", corpus, "Where the fit's corpus now is, if it was moved")
      ->type_name("PATH");
}

FitFolder with_corpus(FitFolder fit, const std::string& corpus) {
  if (!corpus.empty()) use_corpus(fit, corpus);
  return fit;
}

std::vector<FitFolder> with_corpus(std::vector<FitFolder> fits, const std::string& corpus) {
  if (corpus.empty()) return fits;
  bool is_of_one = false;
  for (FitFolder& fit : fits)
    if (is_corpus_of(fit, corpus)) {
      use_corpus(fit, corpus);
      is_of_one = true;
    }
  if (!is_of_one) use_corpus(fits.front(), corpus);  // says that it is not
  return fits;
}

}  // namespace themata::cli
