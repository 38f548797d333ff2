#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace themata {

struct Draft;
struct ImportOptions;

namespace text {
class StopWords;
}

/// Which sequences of words become one word each.
struct PhraseOptions {
  static constexpr std::uint32_t usual_words = 3, most_words = 8;
  static constexpr std::uint64_t usual_count = 10;
  static constexpr double usual_score = 0.5;

  bool find = false;                      ///< find those that are one by how often they occur
  std::uint32_t words = usual_words;      ///< at most so many in one that is found, at least 2
  std::uint64_t min_count = usual_count;  ///< occurrences of one that is found
  double min_score = usual_score;         ///< of one that is found, at most 1
  std::string file;                       ///< of given ones; "": none
  std::vector<std::string> list = {};     ///< given ones, instead of a file

  bool any() const { return find || !file.empty() || !list.empty(); }
};

/// A sequence of words that is joined to one.
struct Phrase {
  std::string text;                        ///< its words, with a space between them
  std::uint64_t count = 0, documents = 0;  ///< where it was joined; 0 of a given one that the texts lack
  double score = 0;                        ///< of one that was found, above 0; 0 of one that was given
};

/// phrases.tsv of a corpus folder: a line of the columns' names, then one for each.
std::vector<std::string> phrase_lines(const std::vector<Phrase>& phrases);
/// The phrases of such lines. @param name  of the file, for errors @throws InputError
std::vector<Phrase> phrases_in(const std::vector<std::string>& lines, const std::string& name);
/// Equal for equal sets of phrases.
std::string hash_of(const std::vector<Phrase>& phrases);

/// Whether two words follow each other, by the text between them: blanks without an empty line, or a hyphen
/// or an apostrophe alone, or nothing. Other marks end a phrase.
bool are_adjacent(std::string_view between);

/// Of the token that stands for a word: it does not follow the word before it (the first of a document, or
/// words with a mark between them).
constexpr std::uint32_t apart = std::uint32_t{1} << 31;

/// Joins phrases in a draft of all words of the texts, whose tokens have `apart`; then applies the rules for
/// words to what is in no phrase. What a phrase is, of those that are found:
/// - it begins and ends with words that the rules keep; words between may be stop words;
/// - its score is the least of its cuts into two parts x and y: ln(p(xy) / (p(x) p(y))) / -ln p(xy), with
///   proportions of all words (normalized pointwise mutual information: Bouma 2009). It is 1 if neither part
///   occurs without the other, 0 if they meet as often as by chance.
/// In the text the longest phrase is joined, from left to right.
/// @param no_words  stop words of several words; those that are phrases are dropped, and leave the list
/// @throws InputError, ResourceError
void join_phrases(Draft& draft, const ImportOptions& options, const text::StopWords& stop_words,
                  std::vector<std::string>& no_words);

}  // namespace themata
