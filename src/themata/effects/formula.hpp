#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace themata {

/// A variable in a formula, and what is done to it.
struct FormulaPart {
  enum class Form { plain, factor, spline };
  std::string variable;
  Form form = Form::plain;
  std::size_t df = 0;  ///< of a spline: its columns; 0 for the usual number

  bool operator==(const FormulaPart&) const = default;
};

/// The product of its parts; none for the constant.
using FormulaTerm = std::vector<FormulaPart>;

/// The right side of a regression, as R writes it: `~ s(year) + party`.
///   a + b          both
///   a:b            their interaction;  a*b  is  a + b + a:b
///   s(a), s(a, 6)  a natural cubic spline of 4, or 6, columns
///   factor(a)      a level for each value, also of numbers
///   `my field`     a name with other characters than letters, digits, '.' and '_'
///   1              nothing but the constant, which every formula has
struct Formula {
  std::string text;
  std::vector<FormulaTerm> terms;  ///< in order, each once, without the constant

  std::vector<std::string> variables() const;              ///< each once, in order
  bool is_always_factor(std::string_view variable) const;  ///< stands in factor() alone
};

/// @throws UsageError saying where the text is not a formula, and what was expected
Formula parse_formula(std::string_view text);

}  // namespace themata
