// SPDX-License-Identifier: MIT
// Works on the text of a path; no file is asked for. Control characters, those
// of C1 in UTF-8 too, are written as \x and two digits.
#include "simt/report/paths.h"

#include <filesystem>

namespace simt::report {

std::string relative_path(const std::string& path, const std::string& root) {
  namespace fs = std::filesystem;
  if (path.empty()) return path;
  const fs::path file = fs::path(path).lexically_normal();
  if (file.is_relative()) return file.generic_string();
  if (!root.empty()) {
    fs::path base = fs::path(root).lexically_normal();
    if (!base.has_filename()) base = base.parent_path();
    const fs::path inside = file.lexically_relative(base);
    if (!inside.empty() && *inside.begin() != "..")
      return inside.generic_string();
  }
  return file.filename().generic_string();
}

std::string printable(const std::string& text) {
  const char* digits = "0123456789abcdef";
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool c1 = byte == 0xc2 && i + 1 < text.size() &&
                    static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (byte == '\t') {
      out += ' ';
    } else if (byte < 0x20 || byte == 0x7f || c1) {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
      if (!c1) continue;
      const auto next = static_cast<unsigned char>(text[++i]);
      out += "\\x";
      out += digits[next >> 4];
      out += digits[next & 15];
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace simt::report
