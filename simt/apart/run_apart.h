// SPDX-License-Identifier: MIT
// Stands for functions whose code is not in this program: a call runs in a
// fork of this process, which loads the function's file and never comes back.
// Arguments need no care, since a fork has the same memory; the value returns
// through a socket. See docs/isolation.md.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <tuple>
#include <type_traits>
#include <vector>

namespace simt::apart {

/// A function of the file that LOCKSTEP_APART names.
struct Function {
  const char* symbol;  // mangled
  const char* name;    // for sentences
};
/// Made for each program, see runner/grade/kit.cpp.
extern const Function kFunctions[];

/// Memory that the function may change; all else it changes is lost.
struct Range {
  void* begin;
  size_t bytes;
};

/// Runs `issue`, which calls what it is given the address of, in a fork. Fills
/// `ranges` with what is there at its end. Throws std::runtime_error with a
/// sentence when the function throws, or does not return; where this machine is
/// to blame, whoever judges is told so, too (blame.h).
void run(const Function& function, const std::function<void(void*)>& issue,
         const std::vector<Range>& ranges);

/// Argument `Pointer` of a function points to as many elements as argument
/// `Count` says, and it fills them. From 0.
template <size_t Pointer, size_t Count>
struct Fills {
  template <typename Arguments>
  static Range of(const Arguments& arguments) {
    auto* begin = std::get<Pointer>(arguments);
    const auto count = static_cast<size_t>(std::get<Count>(arguments));
    return {begin, begin ? count * sizeof *begin : 0};
  }
};

/// The body of function `Number`; `F` is its type.
template <size_t Number, typename F, typename... Filled>
struct Stub;

template <size_t Number, typename R, typename... A, typename... Filled>
struct Stub<Number, R(A...), Filled...> {
  static R call(A... arguments) {
    using Real = R (*)(A...);
    std::vector<Range> ranges{Filled::of(std::tie(arguments...))...};
    const auto& function = kFunctions[Number];
    if constexpr (std::is_void_v<R>) {
      run(
          function, [&](void* at) { reinterpret_cast<Real>(at)(arguments...); },
          ranges);
    } else {
      static_assert(std::is_trivially_copyable_v<R>);
      R result{};
      ranges.push_back({&result, sizeof result});
      run(
          function,
          [&](void* at) { result = reinterpret_cast<Real>(at)(arguments...); },
          ranges);
      return result;
    }
  }
};

}  // namespace simt::apart
