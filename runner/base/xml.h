// SPDX-License-Identifier: MIT
// Reads the XML that doctest writes, by pugixml: elements, attributes, text. No
// namespaces, no DTD. A file that is cut off, or has more, is an error.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace learn {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::vector<Element> children;
  std::string text;  // of this element alone, entities resolved

  /// The attribute's value, or "".
  std::string attribute(const std::string& key) const;
  /// The first child of this name, or null.
  const Element* child(std::string_view name) const;
};

/// The root element, or nothing when `text` is not one whole document.
std::optional<Element> parse_xml(std::string_view text);

/// `text` with & < > " written as XML wants them.
std::string escape_xml(std::string_view text);

}  // namespace learn
