#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "themata/inference/predictor.hpp"
#include "themata/models/covariates.hpp"
#include "themata/predict/inferred.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// A corpus translated to the word types of a fit. It was imported separately, so its word types have other
/// numbers: words are matched by their text, and unknown words are counted and ignored.
class NewDocuments {
 public:
  /// @throws InputError if both have words but none in common
  NewDocuments(CorpusFolder folder, const CorpusFolder& of_fit);

  static constexpr std::uint32_t unknown = UINT32_MAX;

  const CorpusFolder& folder() const { return folder_; }
  std::size_t size() const { return folder_.corpus.n_documents(); }
  /// The fit's word type for a word type of the corpus, or `unknown`.
  std::uint32_t in_fit(std::uint32_t type) const { return in_fit_[type]; }
  /// Number of document d's tokens whose words the fit knows, and of the others.
  std::uint32_t n_known(std::size_t d) const { return n_known_[d]; }
  std::uint32_t n_unknown(std::size_t d) const {
    return static_cast<std::uint32_t>(folder_.corpus.length(d)) - n_known_[d];
  }
  std::uint64_t tokens_known() const;
  std::uint64_t tokens_unknown() const;
  /// Number of documents without a known token.
  std::size_t n_empty() const;
  /// Words that the fit does not know, most frequent first.
  std::vector<UnknownWord> unknown_words() const;

 private:
  CorpusFolder folder_;
  std::vector<std::uint32_t> in_fit_, n_known_;
};

/// The covariates of new documents, by the fields of the fit's; none where the fit's documents have none.
/// @throws InputError if a document lacks one of the metadata fields, or has a level unknown to the fit
Covariates covariates_of(const NewDocuments& documents, const Covariates& of_fit);

/// The predictor of one document: its own where documents have covariates, else that of all.
class DocumentPredictor {
 public:
  /// @param words  of the document, all that it will be asked about; `all` must outlive this
  DocumentPredictor(const Predictor& all, const Covariates& covariates, std::size_t d,
                    std::span<const std::uint32_t> words)
      : all_(all), own_(covariates.empty() ? nullptr : all.with_covariates(covariates.of(d), words)) {}
  const Predictor& operator*() const { return own_ ? *own_ : all_; }
  const Predictor* operator->() const { return &**this; }

 private:
  const Predictor& all_;
  std::unique_ptr<Predictor> own_;
};

/// "stem english (the fit's corpus: none)", one for each option of an import that affects the words and
/// differs between the two corpora; none if one of them was not imported from text.
std::vector<std::string> import_differences(const CorpusFolder& corpus, const CorpusFolder& of_fit);

/// Some documents, reduced to their known tokens, with the word types that occur in them numbered from 0.
struct Batch {
  std::size_t first = 0;                              ///< the first document's number in the corpus
  std::vector<std::uint32_t> types;                   ///< the fit's word type of each word, ascending
  std::vector<std::vector<std::uint32_t>> documents;  ///< the words of each document
};

/// The same documents as bags: their words in ascending order, and a hash of each bag, below 2^48, by which
/// random numbers are addressed. A document then has the same topics in any batch, order and corpus.
struct BagBatch {
  Batch batch;
  std::vector<std::uint64_t> hashes;
};

/// The documents from `first` on that together have at most `cells` cells, counting one per token and
/// `per_document` more for each; at least one document.
Batch make_batch(const NewDocuments& documents, std::size_t first, std::size_t cells,
                 std::size_t per_document);
BagBatch make_bags(const NewDocuments& documents, std::size_t first, std::size_t cells,
                   std::size_t per_document);

}  // namespace themata
