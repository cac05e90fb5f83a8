// SPDX-License-Identifier: MIT
// pugixml reads, and is more generous than we are: what it lets pass is looked
// at once more.
#include "runner/base/xml.h"

#include <algorithm>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace learn {
namespace {

constexpr int kDeepest = 64;

// All that a document may have is kept, so that what has no place in ours is
// seen; blanks and line ends stay as they are.
constexpr unsigned kKept = pugi::parse_fragment | pugi::parse_pi |
                           pugi::parse_declaration | pugi::parse_doctype |
                           pugi::parse_comments | pugi::parse_cdata |
                           pugi::parse_ws_pcdata | pugi::parse_escapes;

/// Copies `from` into `to`; false where it holds what doctest does not write.
bool take_element(const pugi::xml_node& from, int depth, Element& to) {
  if (depth > kDeepest) return false;
  to.name = from.name();
  for (const auto& one : from.attributes()) {
    to.attributes[one.name()] = one.value();
  }
  for (const auto& one : from.children()) {
    if (one.type() == pugi::node_element) {
      if (!take_element(one, depth + 1, to.children.emplace_back())) {
        return false;
      }
    } else if (one.type() == pugi::node_pcdata) {
      to.text += one.value();
    } else if (one.type() != pugi::node_comment) {
      return false;
    }
  }
  return true;
}

/// The only element, with at most a declaration before it; nothing where the
/// document has more.
std::optional<pugi::xml_node> root_of(const pugi::xml_document& document) {
  std::optional<pugi::xml_node> root;
  bool declared = false;
  for (const auto& one : document.children()) {
    const auto type = one.type();
    if (type == pugi::node_pcdata) {
      const std::string_view text = one.value();
      if (text.find_first_not_of(" \t\r\n") != text.npos) return {};
    } else if (type == pugi::node_element && !root) {
      root = one;
    } else if ((type == pugi::node_declaration || type == pugi::node_pi) &&
               !root && !declared) {
      declared = true;
    } else {
      return {};
    }
  }
  return root;
}

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
  // pugixml takes a zero for the end, and loses a letter that is the last.
  auto bytes = std::string(text) + "\n";
  std::replace(bytes.begin(), bytes.end(), '\0', ' ');
  pugi::xml_document document;
  const auto parsed = document.load_buffer_inplace(bytes.data(), bytes.size(),
                                                   kKept, pugi::encoding_utf8);
  const auto root = parsed ? root_of(document) : std::nullopt;
  Element result;
  if (!root || !take_element(*root, 0, result)) return {};
  return result;
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
