#include "themata/report/rating_page.hpp"

#include <fmt/core.h>

#include <iterator>
#include <string_view>

#include "themata/io/plain_text.hpp"
#include "themata/report/page_parts.hpp"

namespace themata {

namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : one_line(text)) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result.push_back(c);
    }
  return result;
}

template <class... Args>
void append(std::string& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

/// Isolates a word's writing direction.
std::string word_html(const std::string& word) { return fmt::format("<bdi>{}</bdi>", escaped(word)); }

std::string choice(const std::string& item, std::string_view value, std::string_view text) {
  return fmt::format(R"(<li><label><input type="radio" name="{0}" value="{1}"><b>{1}</b>{2}</label></li>)",
                     item, value, text);
}

void append_words(std::string& html, const std::vector<std::uint32_t>& words,
                  const std::vector<std::string>& vocabulary) {
  for (std::size_t i = 0; i < words.size(); ++i)
    append(html, "{}{}", i == 0 ? "" : " · ", word_html(vocabulary[words[i]]));
}

void append_intrusion(std::string& html, const RatingTasks& tasks,
                      const std::vector<std::string>& vocabulary) {
  html +=
      "<section>\n<h2>Find the word that does not belong</h2>\n"
      "<p>In each box, all words but one come from the same list. Which one does not belong with the "
      "others?</p>\n"
      "<div class=\"items\">\n";
  for (const IntrusionItem& item : tasks.intrusion) {
    append(html, "<fieldset><legend>{}</legend><ul class=\"choices\">", item.id);
    for (std::size_t i = 0; i < item.words.size(); ++i)
      html +=
          choice(item.id, std::string(1, static_cast<char>('A' + i)), word_html(vocabulary[item.words[i]]));
    html += "</ul></fieldset>\n";
  }
  html += "</div>\n</section>\n";
}

void append_rating(std::string& html, const RatingTasks& tasks, const std::vector<std::string>& vocabulary) {
  html +=
      "<section>\n<h2>How well do the words go together?</h2>\n"
      "<p>Think of a subject that someone might write or ask about. How well do these words name one?</p>\n"
      "<dl><dt>3</dt><dd>Well: the words are about one subject, and you can name it.</dd>\n"
      "<dt>2</dt><dd>In part: some words are about one subject, others are not.</dd>\n"
      "<dt>1</dt><dd>Not at all: you see no subject that the words have in common.</dd></dl>\n"
      "<div class=\"items wide\">\n";
  for (const RatingItem& item : tasks.rating) {
    append(html, "<fieldset><legend>{}</legend><p class=\"words\">", item.id);
    append_words(html, item.words, vocabulary);
    append(html, "</p><ul class=\"scale\">{}{}{}</ul></fieldset>\n", choice(item.id, "1", "not at all"),
           choice(item.id, "2", "in part"), choice(item.id, "3", "well"));
  }
  html += "</div>\n</section>\n";
}

/// The two lists side by side, or one above the other in a narrow window.
void append_lists(std::string& html, const PreferenceItem& item, const std::vector<std::string>& vocabulary) {
  html +=
      "<div class=\"items\" style=\"margin-top: 0; gap: .2rem 1.6rem; "
      "grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr))\">";
  for (std::size_t list = 0; list < item.lists.size(); ++list) {
    append(html, "<p class=\"words\"><b>{}</b> ", list + 1);
    append_words(html, item.lists[list].words, vocabulary);
    html += "</p>";
  }
  html += "</div>";
}

void append_preference(std::string& html, const RatingTasks& tasks,
                       const std::vector<std::string>& vocabulary) {
  html +=
      "<section>\n<h2>Which of the two lists describes a clearer topic?</h2>\n"
      "<p>In each box, compare the two lists. Which one is more clearly about one subject? Answer 0 if you "
      "see "
      "no clear difference.</p>\n<div class=\"items wide\">\n";
  for (const PreferenceItem& item : tasks.preference) {
    append(html, "<fieldset><legend>{}</legend>", item.id);
    append_lists(html, item, vocabulary);
    append(html, "<ul class=\"scale\">{}{}{}</ul></fieldset>\n", choice(item.id, "1", "the first list"),
           choice(item.id, "2", "the second list"), choice(item.id, "0", "no clear difference"));
  }
  html += "</div>\n</section>\n";
}

}  // namespace

std::string rating_page(const RatingTasks& tasks, const std::vector<std::string>& vocabulary) {
  std::string sections;
  if (!tasks.intrusion.empty()) append_intrusion(sections, tasks, vocabulary);
  append_rating(sections, tasks, vocabulary);
  if (!tasks.preference.empty()) append_preference(sections, tasks, vocabulary);
  constexpr std::string_view mark = "<!--TASKS-->";
  std::string page(page_parts::rating);
  return page.replace(page.find(mark), mark.size(), sections);
}

}  // namespace themata
