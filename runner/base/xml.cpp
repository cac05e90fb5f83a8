// SPDX-License-Identifier: MIT
#include "runner/base/xml.h"

#include <cctype>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace learn {
namespace {

constexpr int kDeepest = 64;

/// A cursor over the text; every step answers whether it could be taken.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  std::optional<Element> document() {
    skip_blank();
    if (take("<?") && !skip_past("?>")) return {};
    skip_blank();
    Element root;
    if (!element(root, 0)) return {};
    skip_blank();
    if (!rest_.empty()) return {};
    return root;
  }

 private:
  bool element(Element& result, int depth) {
    if (depth > kDeepest || !take("<")) return false;
    result.name = word();
    if (result.name.empty()) return false;
    for (skip_blank(); !rest_.empty() && is_name(rest_[0]); skip_blank()) {
      if (!attribute(result)) return false;
    }
    if (take("/>")) return true;
    return take(">") && content(result, depth);
  }

  bool content(Element& result, int depth) {
    for (;;) {
      const auto end = rest_.find('<');
      if (end == std::string_view::npos) return false;
      result.text += resolve(rest_.substr(0, end));
      rest_.remove_prefix(end);
      if (take("<!--")) {
        if (!skip_past("-->")) return false;
        continue;
      }
      if (take("</")) {
        if (word() != result.name) return false;
        skip_blank();
        return take(">");
      }
      if (!element(result.children.emplace_back(), depth + 1)) return false;
    }
  }

  bool attribute(Element& result) {
    auto key = word();
    if (!take("=\"")) return false;
    const auto end = rest_.find('"');
    if (end == std::string_view::npos) return false;
    result.attributes[std::move(key)] = resolve(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return true;
  }

  static std::string resolve(std::string_view text) {
    static constexpr std::pair<std::string_view, char> kEntities[] = {
        {"&lt;", '<'},
        {"&gt;", '>'},
        {"&amp;", '&'},
        {"&quot;", '"'},
        {"&apos;", '\''}};
    std::string result;
    while (!text.empty()) {
      size_t length = 1;
      char c = text[0];
      for (const auto& [entity, meaning] : kEntities) {
        if (text.substr(0, entity.size()) == entity) {
          length = entity.size();
          c = meaning;
        }
      }
      result += c;
      text.remove_prefix(length);
    }
    return result;
  }

  static bool is_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
           c == '-' || c == ':';
  }

  std::string word() {
    size_t n = 0;
    while (n < rest_.size() && is_name(rest_[n])) ++n;
    std::string result(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return result;
  }

  bool take(std::string_view what) {
    if (rest_.substr(0, what.size()) != what) return false;
    rest_.remove_prefix(what.size());
    return true;
  }

  bool skip_past(std::string_view what) {
    const auto at = rest_.find(what);
    if (at == std::string_view::npos) return false;
    rest_.remove_prefix(at + what.size());
    return true;
  }

  void skip_blank() {
    const auto at = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
  }

  std::string_view rest_;
};

}  // namespace

std::string Element::attribute(const std::string& key) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? "" : found->second;
}

const Element* Element::child(std::string_view wanted) const {
  for (const auto& one : children) {
    if (one.name == wanted) return &one;
  }
  return nullptr;
}

std::optional<Element> parse_xml(std::string_view text) {
  return Parser(text).document();
}

std::string escape_xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace learn
