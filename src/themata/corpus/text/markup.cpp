#include "themata/corpus/text/markup.hpp"

#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>

namespace themata::text {

namespace {

constexpr std::size_t longest_entity = 12, longest_tag = 1000;

/// The names of U+00A0 to U+00FF.
constexpr std::string_view latin =
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 "
    "acute micro para middot cedil "
    "sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave "
    "Eacute Ecirc Euml Igrave "
    "Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml "
    "Yacute THORN szlig agrave "
    "aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth "
    "ntilde ograve oacute ocirc "
    "otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

struct Named {
  std::string_view name;
  std::uint32_t character;
};
constexpr std::array others{
    Named{"amp", '&'},       Named{"lt", '<'},        Named{"gt", '>'},        Named{"quot", '"'},
    Named{"apos", '\''},     Named{"OElig", 0x152},   Named{"oelig", 0x153},   Named{"Scaron", 0x160},
    Named{"scaron", 0x161},  Named{"Yuml", 0x178},    Named{"fnof", 0x192},    Named{"circ", 0x2C6},
    Named{"tilde", 0x2DC},   Named{"ensp", 0x2002},   Named{"emsp", 0x2003},   Named{"thinsp", 0x2009},
    Named{"zwnj", 0x200C},   Named{"zwj", 0x200D},    Named{"lrm", 0x200E},    Named{"rlm", 0x200F},
    Named{"ndash", 0x2013},  Named{"mdash", 0x2014},  Named{"lsquo", 0x2018},  Named{"rsquo", 0x2019},
    Named{"sbquo", 0x201A},  Named{"ldquo", 0x201C},  Named{"rdquo", 0x201D},  Named{"bdquo", 0x201E},
    Named{"dagger", 0x2020}, Named{"Dagger", 0x2021}, Named{"bull", 0x2022},   Named{"hellip", 0x2026},
    Named{"permil", 0x2030}, Named{"prime", 0x2032},  Named{"lsaquo", 0x2039}, Named{"rsaquo", 0x203A},
    Named{"euro", 0x20AC},   Named{"trade", 0x2122},  Named{"larr", 0x2190},   Named{"rarr", 0x2192},
    Named{"minus", 0x2212},  Named{"infin", 0x221E},  Named{"asymp", 0x2248},  Named{"ne", 0x2260},
    Named{"le", 0x2264},     Named{"ge", 0x2265}};

const std::map<std::string_view, std::uint32_t>& entities() {
  static const std::map<std::string_view, std::uint32_t> all = [] {
    std::map<std::string_view, std::uint32_t> names;
    std::uint32_t character = 0xA0;
    for (std::size_t begin = 0; begin < latin.size();) {
      const std::size_t end = std::min(latin.find(' ', begin), latin.size());
      names[latin.substr(begin, end - begin)] = character++;
      begin = end + 1;
    }
    for (const Named& one : others) names[one.name] = one.character;
    return names;
  }();
  return all;
}

std::string in_utf8(std::uint32_t character) {
  std::array<char, U8_MAX_LENGTH> bytes{};
  std::int32_t n = 0;
  UBool failed = 0;
  char* const first = bytes.data();
  U8_APPEND(first, n, U8_MAX_LENGTH, static_cast<UChar32>(character), failed);
  return failed != 0 ? std::string() : std::string(bytes.data(), static_cast<std::size_t>(n));
}

/// @param name  what is between & and ;
std::optional<std::uint32_t> character_of(std::string_view name) {
  if (!name.starts_with('#')) {
    const auto found = entities().find(name);
    return found == entities().end() ? std::nullopt : std::optional(found->second);
  }
  name.remove_prefix(1);
  const bool is_hex = name.starts_with('x') || name.starts_with('X');
  if (is_hex) name.remove_prefix(1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number, is_hex ? 16 : 10);
  const bool is_character = error == std::errc() && end == name.data() + name.size() && number >= 0x20 &&
                            number <= 0x10FFFF && (number < 0xD800 || number > 0xDFFF);
  return is_character ? std::optional(number) : std::nullopt;
}

std::optional<Replacement> entity_at(std::string_view text, std::size_t at) {
  const std::size_t end = text.find(';', at);
  if (end == std::string_view::npos || end - at > longest_entity) return std::nullopt;
  const auto character = character_of(text.substr(at + 1, end - at - 1));
  if (!character) return std::nullopt;
  return Replacement{end + 1, *character == 0xA0 ? " " : in_utf8(*character)};
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_of_host(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }
bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// The end of a tag: <name ...>, </name>, <!-- ... -->. @param open, close  its brackets
std::optional<std::size_t> end_of_tag(std::string_view text, std::size_t at, std::string_view open,
                                      std::string_view close) {
  if (text.substr(at, open.size()) != open) return std::nullopt;
  const std::size_t name = at + open.size();
  if (text.substr(name, 3) == "!--") {
    const std::size_t end = text.find("--" + std::string(close), name);
    return end == std::string_view::npos ? std::nullopt : std::optional(end + 2 + close.size());
  }
  const std::size_t first = text.substr(name, 1) == "/" ? name + 1 : name;
  if (first >= text.size() || !(is_letter(text[first]) || text[first] == '!' || text[first] == '?'))
    return std::nullopt;
  const std::size_t end = text.find(close, first), other = text.find(open, first);
  if (end == std::string_view::npos || end > other || end - at > longest_tag) return std::nullopt;
  return end + close.size();
}

}  // namespace

std::optional<Replacement> markup_at(std::string_view text, std::size_t at) {
  if (text[at] == '<') {
    const auto end = end_of_tag(text, at, "<", ">");
    return end ? std::optional(Replacement{*end, " "}) : std::nullopt;
  }
  if (text[at] != '&') return std::nullopt;
  if (const auto end = end_of_tag(text, at, "&lt;", "&gt;")) return Replacement{*end, " "};
  return entity_at(text, at);
}

std::optional<std::size_t> end_of_address(std::string_view text, std::size_t at) {
  const bool begins = at == 0 || !(is_of_host(text[at - 1]) || text[at - 1] == '_' || text[at - 1] == '@');
  if (!begins) return std::nullopt;
  const std::string_view rest = text.substr(at);
  for (const std::string_view scheme : {"https://", "http://", "ftp://", "www."}) {
    if (!rest.starts_with(scheme)) continue;
    std::size_t end = at + scheme.size();
    while (end < text.size() && !is_white(text[end]) &&
           std::string_view("<>\"").find(text[end]) == std::string_view::npos)
      ++end;
    return end > at + scheme.size() ? std::optional(end) : std::nullopt;
  }
  std::size_t mark = at;
  while (mark < text.size() && (is_of_host(text[mark]) || text[mark] == '_' || text[mark] == '+')) ++mark;
  if (mark == at || mark >= text.size() || text[mark] != '@') return std::nullopt;
  std::size_t end = mark + 1;
  while (end < text.size() && is_of_host(text[end])) ++end;
  while (end > mark + 1 && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
  return text.substr(mark + 1, end - mark - 1).find('.') == std::string_view::npos ? std::nullopt
                                                                                   : std::optional(end);
}

bool has_markup(std::string_view text) {
  for (std::size_t at = text.find_first_of("<&"); at != std::string_view::npos;
       at = text.find_first_of("<&", at + 1))
    if (markup_at(text, at)) return true;
  return false;
}

bool has_address(std::string_view text) {
  for (const std::string_view scheme : {"https://", "http://", "www."})
    if (text.find(scheme) != std::string_view::npos) return true;
  for (std::size_t mark = text.find('@'); mark != std::string_view::npos; mark = text.find('@', mark + 1)) {
    std::size_t begin = mark;
    while (begin > 0 && is_of_host(text[begin - 1])) --begin;
    if (end_of_address(text, begin)) return true;
  }
  return false;
}

}  // namespace themata::text
