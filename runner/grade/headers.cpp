// SPDX-License-Identifier: MIT
// Looks where the compiler would look, in its order: the lesson's folder, the
// course, then C++ and the toolkit. The names of C++ are a list, since a system
// has more headers than that.
#include "runner/grade/headers.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "runner/base/tools.h"

namespace learn {
namespace {

/// ISO C++17, [headers] and [depr.c.headers]; <bit>, <concepts>, <numbers>,
/// <ranges> and <span> of C++20 are there, and empty.
constexpr std::string_view kOfCpp[] = {"algorithm",
                                       "any",
                                       "array",
                                       "atomic",
                                       "bit",
                                       "bitset",
                                       "cassert",
                                       "cctype",
                                       "cerrno",
                                       "cfenv",
                                       "cfloat",
                                       "charconv",
                                       "chrono",
                                       "cinttypes",
                                       "climits",
                                       "clocale",
                                       "cmath",
                                       "complex",
                                       "concepts",
                                       "condition_variable",
                                       "csetjmp",
                                       "csignal",
                                       "cstdarg",
                                       "cstddef",
                                       "cstdint",
                                       "cstdio",
                                       "cstdlib",
                                       "cstring",
                                       "ctime",
                                       "cuchar",
                                       "cwchar",
                                       "cwctype",
                                       "deque",
                                       "exception",
                                       "execution",
                                       "filesystem",
                                       "forward_list",
                                       "fstream",
                                       "functional",
                                       "future",
                                       "initializer_list",
                                       "iomanip",
                                       "ios",
                                       "iosfwd",
                                       "iostream",
                                       "istream",
                                       "iterator",
                                       "limits",
                                       "list",
                                       "locale",
                                       "map",
                                       "memory",
                                       "memory_resource",
                                       "mutex",
                                       "new",
                                       "numbers",
                                       "numeric",
                                       "optional",
                                       "ostream",
                                       "queue",
                                       "random",
                                       "ranges",
                                       "ratio",
                                       "regex",
                                       "scoped_allocator",
                                       "set",
                                       "shared_mutex",
                                       "span",
                                       "sstream",
                                       "stack",
                                       "stdexcept",
                                       "streambuf",
                                       "string",
                                       "string_view",
                                       "system_error",
                                       "thread",
                                       "tuple",
                                       "type_traits",
                                       "typeindex",
                                       "typeinfo",
                                       "unordered_map",
                                       "unordered_set",
                                       "utility",
                                       "valarray",
                                       "variant",
                                       "vector",
                                       "assert.h",
                                       "ctype.h",
                                       "errno.h",
                                       "fenv.h",
                                       "float.h",
                                       "inttypes.h",
                                       "limits.h",
                                       "locale.h",
                                       "math.h",
                                       "setjmp.h",
                                       "signal.h",
                                       "stdarg.h",
                                       "stddef.h",
                                       "stdint.h",
                                       "stdio.h",
                                       "stdlib.h",
                                       "string.h",
                                       "time.h",
                                       "uchar.h",
                                       "wchar.h",
                                       "wctype.h"};

bool is_file(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

}  // namespace

HeaderTest headers_for(const Place& place, const Lesson& lesson) {
  const auto root = Place::of_this_build().root;
  const auto own = lesson.folder(place);
  return [root, own](const std::string& name) {
    if (!is_plain_header(name)) return false;
    // The folders that the compiler looks into first.
    if (is_file(own / name)) return name == "lesson.h" || name == "rungs.cuh";
    if (is_file(root / name)) return name.starts_with("common/");
    const bool standard = std::find(std::begin(kOfCpp), std::end(kOfCpp),
                                    name) != std::end(kOfCpp);
    const auto toolkit = tools().cuda_root / "include";
    return standard || is_file(toolkit / name) ||
           is_file(toolkit / "cccl" / name);
  };
}

}  // namespace learn
