// SPDX-License-Identifier: MIT
// Reads and writes rules, and matches them by fnmatch(3).
#include "simt/report/suppressions.h"

#include <fnmatch.h>

#include <algorithm>
#include <optional>
#include <set>

#include "simt/report/paths.h"

namespace simt::report {
namespace {

constexpr std::string_view kBlanks = " \t\r";

/// Takes the next word off `line`: up to a blank that stands in no quotes. The
/// quotes are left out. Nothing when a quote is never closed.
std::optional<std::string> next_word(std::string_view& line) {
  std::string word;
  bool quoted = false;
  size_t i = 0;
  for (; i < line.size(); ++i) {
    if (line[i] == '"')
      quoted = !quoted;
    else if (!quoted && kBlanks.find(line[i]) != kBlanks.npos)
      break;
    else
      word += line[i];
  }
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks, i), line.size()));
  if (quoted) return std::nullopt;
  return word;
}

bool is_name(const std::string& word) {
  return !word.empty() &&
         word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-*?") == word.npos;
}

/// `text` is "key=value". False when it is not one of the three.
bool read_field(const std::string& text, Suppression& rule) {
  const size_t equals = text.find('=');
  if (equals == text.npos || equals + 1 == text.size()) return false;
  const std::string key = text.substr(0, equals);
  const std::string value = text.substr(equals + 1);
  if (key == "line") {
    rule.line = value;
    return value[0] != '0' &&
           value.find_first_not_of("0123456789") == value.npos;
  }
  if (key != "kernel" && key != "file") return false;
  (key == "kernel" ? rule.kernel : rule.file) = value;
  return true;
}

std::optional<Suppression> read_rule(std::string_view line) {
  Suppression rule;
  const auto name = next_word(line);
  if (!name || !is_name(*name)) return std::nullopt;
  rule.name = *name;
  while (!line.empty()) {
    const auto field = next_word(line);
    if (!field || !read_field(*field, rule)) return std::nullopt;
  }
  return rule;
}

bool matches(const Suppression& rule, const Diagnostic& d,
             const std::string& root) {
  if (!matches_pattern(rule.name, d.name) ||
      !matches_pattern(rule.kernel, d.kernel))
    return false;
  if (rule.file.empty() && rule.line.empty()) return true;
  return std::any_of(d.places.begin(), d.places.end(), [&](const Place& place) {
    return matches_pattern(rule.file, relative_path(place.file, root)) &&
           matches_pattern(rule.line, std::to_string(place.line));
  });
}

/// A value of a rule that matches `text`: what a pattern takes for more than a
/// character, and a quote, become a ?.
std::string value_of(std::string text) {
  for (char& c : text)
    if (c == '"' || c == '[' || c == '\n') c = '?';
  return text.find_first_of(kBlanks) == text.npos ? text : '"' + text + '"';
}

/// "void sums::reduce<int>(int*)" gives "sums::reduce".
std::string bare_name(std::string name) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  for (size_t at = name.find(kUnnamed); at != name.npos;
       at = name.find(kUnnamed))
    name.erase(at, kUnnamed.size());
  name.resize(std::min(name.find_first_of("(<"), name.size()));
  return name.substr(name.rfind(' ') + 1);  // npos + 1 is 0
}

}  // namespace

bool matches_pattern(const std::string& pattern, const std::string& text) {
  return pattern.empty() ||
         fnmatch(pattern.c_str(), text.c_str(), FNM_NOESCAPE) == 0;
}

bool Chosen::has(const std::string& name, int launch) const {
  const bool of_kernel = name.empty() || matches_pattern(kernel, name) ||
                         matches_pattern(kernel, bare_name(name));
  return of_kernel && (launch < 0 || (launch >= first && launch <= last));
}

bool Chosen::has(const Diagnostic& finding) const {
  return has(finding.kernel, finding.launch);
}

std::vector<Suppression> parse_suppressions(std::string_view text,
                                            std::string& error) {
  std::vector<Suppression> rules;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (line.empty() || line.front() == '#') continue;
    auto rule = read_rule(line);
    if (!rule) {
      error = "line " + std::to_string(number) +
              " is no rule; one is `shared-race kernel=\"add(*)\" "
              "file=add.cu line=12`, where all but the name may be left out";
      return {};
    }
    rules.push_back(std::move(*rule));
  }
  return rules;
}

std::string to_suppressions(const Report& report) {
  std::string text;
  std::set<std::string> written;
  for (const Diagnostic& d : report.diagnostics) {
    std::string line = d.name;
    if (!d.kernel.empty()) line += " kernel=" + value_of(d.kernel);
    if (!d.places.empty() && !d.places.front().file.empty()) {
      const Place& place = d.places.front();
      line += " file=" + value_of(place.file);
      if (place.line > 0) line += " line=" + std::to_string(place.line);
    }
    if (written.insert(line).second) text += line + "\n";
  }
  return text;
}

void suppress(Report& report, const std::vector<Suppression>& rules,
              const std::string& root) {
  const auto unwanted = [&](const Diagnostic& d) {
    return std::any_of(rules.begin(), rules.end(), [&](const Suppression& r) {
      return matches(r, d, root);
    });
  };
  report.suppressed += std::erase_if(report.diagnostics, unwanted);
}

}  // namespace simt::report
