// SPDX-License-Identifier: MIT
// Reads the keys of one TOML table; every complaint names file and line.
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/suggest.h"

namespace learn {

/// Reads keys of one table and complains with the file's name and line.
class TomlReader {
 public:
  TomlReader(std::string file, const toml::table& table)
      : file_(std::move(file)), table_(table) {}

  [[noreturn]] void fail(const std::string& what, int line = 0) const {
    if (line == 0) line = static_cast<int>(table_.source().begin.line);
    throw Stop{fmt::format("{}:{}: {}", file_, line, what)};
  }

  bool has(const char* key) const { return table_.contains(key); }

  const toml::node& get(const char* key) const {
    const auto* node = table_.get(key);
    if (node == nullptr) {
      fail(
          fmt::format("the key `{}` is missing; docs/lesson-contract.md has an "
                      "example of it",
                      key));
    }
    return *node;
  }

  std::string text(const char* key) const {
    const auto value = get(key).value_exact<std::string>();
    if (!value || value->empty()) bad(key, "a text between quotes");
    return *value;
  }

  int number(const char* key, int least, int most) const {
    const auto value = get(key).value_exact<int64_t>();
    if (!value || *value < least || *value > most) {
      bad(key, fmt::format("a whole number from {} to {}", least, most));
    }
    return static_cast<int>(*value);
  }

  std::string one_of(const char* key,
                     std::initializer_list<const char*> words) const {
    const auto value = get(key).value_exact<std::string>();
    if (value && std::find(words.begin(), words.end(), *value) != words.end()) {
      return *value;
    }
    bad(key, fmt::format("one of {}", fmt::join(words, ", ")));
  }

  void only(std::initializer_list<const char*> allowed) const {
    for (const auto& [key, node] : table_) {
      if (std::find(allowed.begin(), allowed.end(), key.str()) ==
          allowed.end()) {
        const auto close =
            nearest(std::string(key.str()), {allowed.begin(), allowed.end()});
        fail(fmt::format(
                 "the key `{}` is not known; {}", key.str(),
                 close.empty()
                     ? fmt::format("known are {}", fmt::join(allowed, ", "))
                     : fmt::format("did you mean `{}`?", close)),
             static_cast<int>(node.source().begin.line));
      }
    }
  }

  [[noreturn]] void bad(const char* key, const std::string& wanted) const {
    fail(fmt::format("`{}` must be {}", key, wanted),
         static_cast<int>(get(key).source().begin.line));
  }

 private:
  std::string file_;
  const toml::table& table_;
};

}  // namespace learn
