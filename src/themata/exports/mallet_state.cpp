#include <cstdint>
#include <string>
#include <vector>

#include "themata/exports/shared.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

/// Word types ordered by first occurrence: their numbers in MALLET after it has imported the same documents,
/// which it checks when it reads a state.
std::vector<std::size_t> by_first_occurrence(const Corpus& corpus) {
  constexpr std::size_t unseen = SIZE_MAX;
  std::vector<std::size_t> number(corpus.n_types(), unseen);
  std::size_t next = 0;
  for (const std::uint32_t v : corpus.tokens())
    if (number[v] == unseen) number[v] = next++;
  return number;
}

}  // namespace

void export_mallet_state(const ShownFit& shown, const Place& output) {
  const Corpus& corpus = shown.corpus.corpus;
  const std::vector<DocumentRow> documents = read_documents(shown.corpus);
  std::vector<std::string> words;
  words.reserve(shown.corpus.vocabulary.size());
  for (const std::string& word : shown.corpus.vocabulary) words.push_back(one_word(word));
  const std::vector<std::size_t> number = by_first_occurrence(corpus);
  OutputFile file(output, Compression::gzip);
  file.write("#doc source pos typeindex type topic\n#alpha :");
  for (const double weight : shown.draw.prior_weights()) file.print(" {}", weight);
  file.print("\n#beta : {}\n", shown.draw.model->beta());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    const auto tokens = corpus.document(d);
    const std::uint16_t* z = shown.draw.z.data() + corpus.offsets()[d];
    const std::string before = fmt::format("{} {} ", d, one_word(documents[d].id));
    for (std::size_t i = 0; i < tokens.size(); ++i)
      file.print("{}{} {} {} {}\n", before, i, number[tokens[i]], words[tokens[i]], z[i]);
  }
  file.commit();
}

}  // namespace themata
