#include "themata/run/mallet_state.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "themata/io/error.hpp"
#include "themata/io/lines.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

constexpr std::size_t most_topics = 65535;

/// The whole text as a number; nothing where it is none.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::string_view next_line(LineReader& lines, std::string_view expected) {
  std::string_view line;
  if (!lines.next(line))
    throw InputError(lines.name(), 0, InputFault{"ends before its tokens", std::string(expected)});
  return line;
}

/// The numbers above 0 after "#name : ".
std::vector<double> read_parameters(LineReader& lines, std::string_view start) {
  const std::string expected = fmt::format("a line \"{}\" with numbers above 0", start);
  std::string_view line = next_line(lines, expected);
  if (!line.starts_with(start)) lines.refuse(InputFault{"is no state file of MALLET", expected});
  line.remove_prefix(start.size());
  std::vector<double> values;
  while (!line.empty()) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string_view::npos) break;
    line.remove_prefix(begin);
    const std::string_view text = line.substr(0, line.find(' '));
    const auto value = number_in<double>(text);
    if (!value || !std::isfinite(*value) || !(*value > 0) || values.size() == most_topics)
      lines.refuse(InputFault{fmt::format("'{:.40}' is not a parameter", text), expected});
    values.push_back(*value);
    line.remove_prefix(text.size());
  }
  if (values.empty()) lines.refuse(InputFault{"has no numbers", expected});
  return values;
}

/// A token's line. The source, an id, may have spaces, and nothing else may.
struct TokenLine {
  std::string_view document, position, type_index, type, topic;
};

TokenLine split(const LineReader& lines, std::string_view line) {
  std::string_view rest = line;
  bool whole = true;
  const auto take_last = [&] {
    const std::size_t space = rest.rfind(' ');
    whole = whole && space != std::string_view::npos;
    const std::string_view field = rest.substr(whole ? space + 1 : 0);
    rest = rest.substr(0, whole ? space : 0);
    return field;
  };
  TokenLine token;
  token.topic = take_last();
  token.type = take_last();
  token.type_index = take_last();
  token.position = take_last();
  const std::size_t space = rest.find(' ');
  if (!whole || space == std::string_view::npos)
    lines.refuse(InputFault{"is no token", "document, source, position, type index, type and topic"});
  token.document = rest.substr(0, space);
  return token;
}

/// Reads the tokens' lines one after another.
class TokenReader {
 public:
  TokenReader(LineReader& lines, const CorpusFolder& corpus, std::size_t n_topics)
      : lines_(lines), corpus_(corpus), n_topics_(n_topics) {}

  std::uint16_t read(std::size_t document, std::size_t position) {
    std::string_view line;
    if (!lines_.next(line))
      throw InputError(lines_.name(), 0,
                       InputFault{fmt::format("ends before token {} of document {}", position, document),
                                  fmt::format("the corpus's {} tokens", corpus_.corpus.n_tokens())});
    const TokenLine token = split(lines_, line);
    expect_number("document", token.document, document);
    expect_number("position", token.position, position);
    if (!number_in<std::uint32_t>(token.type_index))
      lines_.refuse(InputFault{fmt::format("has the type index '{:.40}'", token.type_index), "a number"});
    const std::string word = one_word(corpus_.vocabulary[corpus_.corpus.document(document)[position]]);
    if (token.type != word)
      lines_.refuse(InputFault{fmt::format("has the word '{:.40}'", token.type),
                               fmt::format("'{}', the corpus's word there", word)});
    const auto topic = number_in<std::uint16_t>(token.topic);
    if (!topic || *topic >= n_topics_)
      lines_.refuse(InputFault{fmt::format("has the topic '{:.40}'", token.topic),
                               fmt::format("a topic from 0 to {}", n_topics_ - 1)});
    return *topic;
  }

 private:
  void expect_number(std::string_view what, std::string_view text, std::size_t expected) const {
    if (number_in<std::uint64_t>(text) != expected)
      lines_.refuse(InputFault{fmt::format("has the {} '{:.40}'", what, text),
                               fmt::format("{}, as in the corpus", expected)});
  }

  LineReader& lines_;
  const CorpusFolder& corpus_;
  std::size_t n_topics_;
};

}  // namespace

StartTopics read_mallet_state(const std::string& path, const CorpusFolder& corpus) {
  constexpr std::string_view header = "#doc source pos typeindex type topic";
  LineReader lines(path);
  if (next_line(lines, header) != header)
    lines.refuse(
        InputFault{"is neither a fit folder nor a state file of MALLET", fmt::format("\"{}\"", header)});
  StartTopics start;
  start.weights = read_parameters(lines, "#alpha :");
  start.n_topics = start.weights.size();
  const std::vector<double> beta = read_parameters(lines, "#beta :");
  if (beta.size() != 1) lines.refuse(InputFault{"has several values of beta", "one"});
  start.hyperparameters[start_hyper::beta] = beta.front();
  start.hyperparameters[start_hyper::document_concentration] =
      std::accumulate(start.weights.begin(), start.weights.end(), 0.0);
  TokenReader tokens(lines, corpus, start.n_topics);
  start.topics.reserve(corpus.corpus.n_tokens());
  for (std::size_t d = 0; d < corpus.corpus.n_documents(); ++d)
    for (std::size_t i = 0; i < corpus.corpus.length(d); ++i) start.topics.push_back(tokens.read(d, i));
  std::string_view line;
  if (lines.next(line))
    lines.refuse(InputFault{"goes on after the corpus's last token", "the end of the file"});
  return start;
}

}  // namespace themata
