// SPDX-License-Identifier: MIT
// A call that does not have the form that clang writes stays as it is.
#include "runner/clang/copies.h"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

namespace learn::clang {
namespace {

constexpr std::string_view kCall = "call void @llvm.memcpy.";

/// The arguments of the call whose `(` stands at `open`; `close` becomes the
/// place of its `)`. Empty when that is not in the line.
std::vector<std::string> arguments(const std::string& line, size_t open,
                                   size_t& close) {
  std::vector<std::string> all(1);
  int depth = 0;
  for (size_t i = open + 1; i < line.size(); ++i) {
    const char c = line[i];
    if (c == ')' && depth == 0) {
      close = i;
      return all;
    }
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      all.emplace_back();
    } else if (c != ' ' || !all.back().empty()) {
      all.back() += c;
    }
  }
  return {};
}

/// One side of a copy.
struct Side {
  std::string pointer;  // `ptr addrspace(3) %x`; empty: of another form
  int align = 0;
};

/// Reads `ptr addrspace(3) noundef align 16 %x`.
Side side(const std::string& argument) {
  const std::string_view kAlign = "align ";
  const size_t align = argument.find(kAlign);
  if (argument.rfind("ptr ", 0) != 0 || align == std::string::npos) return {};
  std::string type = "ptr ";
  if (argument.rfind("ptr addrspace(", 0) == 0) {
    type = argument.substr(0, argument.find(')') + 1) + " ";
  }
  const size_t number = align + kAlign.size();
  const size_t end = argument.find(' ', number);
  if (end == std::string::npos) return {};
  // The value follows the last attribute: a name, or a constant's words.
  std::string value = argument.substr(end + 1);
  if (value.rfind("dereferenceable(", 0) == 0) {
    value = value.substr(value.find(' ') + 1);
  }
  const bool plain = value[0] == '%' || value[0] == '@' ||
                     value.rfind("getelementptr", 0) == 0 ||
                     value.rfind("addrspacecast", 0) == 0;
  if (!plain) return {};
  return {type + value, std::atoi(argument.c_str() + number)};
}

/// What follows `mark` in the line from `at` on, up to a comma; else empty.
std::string after(const std::string& line, size_t at, const std::string& mark) {
  const size_t found = line.find(mark, at);
  if (found == std::string::npos) return {};
  const size_t begin = found + mark.size();
  return line.substr(begin, line.find(',', begin) - begin);
}

/// The names of CUDA's vectors that are aligned to their 8 or 16 bytes.
bool is_vector(std::string_view name) {
  for (const std::string_view one :
       {"6short4\"", "7ushort4\"", "4int2\"", "5uint2\"", "6float2\"",
        "4int4\"", "5uint4\"", "6float4\"", "5long2\"", "6ulong2\"",
        "9longlong2\"", "10ulonglong2\"", "7double2\""}) {
    if (name.substr(0, one.size()) == one) return true;
  }
  return false;
}

using Numbers = std::set<int>;

/// The numbers of those `!tbaa` that say that a vector is copied: by a line
/// `!98 = !{!12, i64 16, !"_ZTS6float4", ...}` for the type, and one
/// `!151 = !{!98, !98, i64 0, i64 16}` for the access.
Numbers tags_of_vectors(const std::string& ir) {
  Numbers types, tags;
  for (const bool of_types : {true, false}) {
    std::istringstream in(ir);
    for (std::string line; std::getline(in, line);) {
      int number = 0, base = 0, access = 0, name = 0;
      if (line[0] != '!') continue;
      if (of_types) {
        std::sscanf(line.c_str(), "!%d = !{!%d, i64 %d, !\"_ZTS%n", &number,
                    &base, &access, &name);
        if (name > 0 && is_vector(std::string_view(line).substr(name)))
          types.insert(number);
      } else if (std::sscanf(line.c_str(), "!%d = !{!%d, !%d, i64 0, i64 ",
                             &number, &base, &access) == 3 &&
                 base == access && types.count(base) != 0) {
        tags.insert(number);
      }
    }
  }
  return tags;
}

/// The two lines for the call in `line`; `number` makes its name.
std::string wide(const std::string& line, size_t call, const Numbers& vectors,
                 int number) {
  const size_t open = line.find('(', call);
  size_t close = 0;
  if (open == std::string::npos) return {};
  const auto words = arguments(line, open, close);
  if (words.size() != 4 || words[3] != "i1 false") return {};
  const int bytes = words[2] == "i64 16" ? 16 : words[2] == "i64 8" ? 8 : 0;
  const Side to = side(words[0]), from = side(words[1]);
  if (bytes == 0 || to.pointer.empty() || from.pointer.empty()) return {};
  const bool aligned = to.align >= bytes && from.align >= bytes;
  const std::string tag = after(line, close, ", !tbaa !");
  const bool vector = !tag.empty() && vectors.count(std::stoi(tag)) != 0;
  // 8 aligned bytes are one access already.
  if (bytes == 16 ? !aligned && !vector : aligned || !vector) return {};
  // Of what follows, the source line counts.
  std::string rest = ", align " + std::to_string(bytes);
  if (const std::string place = after(line, close, ", !dbg "); !place.empty()) {
    rest += ", !dbg " + place;
  }
  const std::string name = "%wide.copy." + std::to_string(number);
  const std::string type = bytes == 16 ? "<4 x i32>" : "<2 x i32>";
  return "  " + name + " = load " + type + ", " + from.pointer + rest +
         "\n  store " + type + " " + name + ", " + to.pointer + rest + "\n";
}

}  // namespace

std::string with_wide_copies(const std::string& ir) {
  const Numbers vectors = tags_of_vectors(ir);
  std::string result;
  int number = 0;
  std::istringstream in(ir);
  for (std::string line; std::getline(in, line);) {
    std::string made;
    const size_t call = line.find(kCall);
    if (call != std::string::npos) made = wide(line, call, vectors, number++);
    result += made.empty() ? line + "\n" : made;
  }
  return result;
}

}  // namespace learn::clang
