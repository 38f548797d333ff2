#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "common.hpp"

namespace themata::python {

template <class V>
inline constexpr bool is_numbers = std::is_same_v<V, SharedFloats>;
template <class N>
inline constexpr bool is_numbers<std::vector<N>> = std::is_arithmetic_v<N> && !std::is_same_v<N, bool>;

/// A value as it is pickled: many numbers as their bytes, a choice as its number.
template <class V>
nb::object pickled(const V& value) {
  if constexpr (is_numbers<V>)
    return nb::bytes(value.data(), value.size() * sizeof(*value.data()));
  else if constexpr (std::is_enum_v<V>)
    return nb::cast(static_cast<int>(value));
  else
    return nb::cast(value);
}

template <class V>
V unpickled(nb::handle state) {
  if constexpr (is_numbers<V>) {
    const auto bytes = nb::cast<nb::bytes>(state);
    std::vector<std::remove_cvref_t<decltype(*std::declval<V>().data())>> numbers(bytes.size() /
                                                                                  sizeof(numbers[0]));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(numbers[0]));
    return numbers;
  } else if constexpr (std::is_enum_v<V>)
    return static_cast<V>(nb::cast<int>(state));
  else
    return nb::cast<V>(state);
}

/// A class of results for Python: plain members, which are pickled in the order in which they are named here.
template <class T>
class Record : public nb::class_<T> {
 public:
  Record(nb::handle scope, const char* name) : nb::class_<T>(scope, name) {
    parts().clear();
    this->def("__getstate__", [](const T& of) {
      nb::list state;
      for (const Part& part : parts()) state.append(part.get(of));
      return State(state);
    });
    this->def("__setstate__", [](T& place, const State& state) {
      if (state.size() != parts().size()) throw nb::value_error("pickled by another version of pythemata");
      T made;
      for (std::size_t i = 0; i < parts().size(); ++i) parts()[i].set(made, state[i]);
      new (&place) T(std::move(made));
    });
  }

  /// A member that Python reads. @param member  of T or of what it is derived from
  template <class V, class Base>
  Record& field(const char* name, V Base::*member) {
    this->def_ro(name, member);
    return part(member);
  }

  /// A member that Python reads and writes.
  template <class V, class Base>
  Record& option(const char* name, V Base::*member) {
    this->def_rw(name, member);
    return part(member);
  }

  /// A member that Python does not see.
  template <class V, class Base>
  Record& part(V Base::*member) {
    parts().push_back({[member](const T& of) { return pickled(of.*member); },
                       [member](T& of, nb::handle state) { of.*member = unpickled<V>(state); }});
    return *this;
  }

 private:
  using State = nb::typed<nb::list, nb::any>;
  struct Part {
    std::function<nb::object(const T&)> get;
    std::function<void(T&, nb::handle)> set;
  };
  static std::vector<Part>& parts() {
    static std::vector<Part> all;
    return all;
  }
};

}  // namespace themata::python
