// SPDX-License-Identifier: MIT
// Writes the objects of SARIF 2.1.0, sections 3.13 to 3.29.
#include "simt/report/sarif.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace simt::report {
namespace {

using Json = nlohmann::ordered_json;

/// A path as a relative URI reference (RFC 3986): what is no letter, digit or
/// one of a few signs is written as %XX.
std::string uri_of(std::string_view path) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path) {
    if (kPlain.find(c) != kPlain.npos) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += {'%', kHex[byte / 16], kHex[byte % 16]};
  }
  return uri;
}

Json location_of(const Place& place) {
  Json physical;
  physical["artifactLocation"] = {{"uri", uri_of(place.file)},
                                  {"uriBaseId", "%SRCROOT%"}};
  if (place.line > 0) {
    physical["region"]["startLine"] = place.line;
    if (place.column > 0) physical["region"]["startColumn"] = place.column;
  }
  Json location;
  location["physicalLocation"] = std::move(physical);
  if (!place.what.empty()) location["message"]["text"] = place.what;
  return location;
}

/// The headline and what stands below it in the text form.
std::string message_of(const Diagnostic& d) {
  std::string text = d.message;
  if (!d.why.empty()) text += "\nwhy: " + d.why;
  for (const Note& note : d.notes) text += "\n" + note.key + ": " + note.text;
  if (!d.seen.empty()) text += "\nseen: " + d.seen;
  return text;
}

Json result_of(const Diagnostic& d, size_t rule) {
  Json result;
  result["ruleId"] = d.name;
  result["ruleIndex"] = rule;
  result["level"] = name_of(d.severity);
  result["message"]["text"] = message_of(d);
  Json locations = Json::array(), related = Json::array();
  const bool shown = !d.places.empty() && !primary_place(d).file.empty();
  if (shown) locations.push_back(location_of(primary_place(d)));
  for (const Place& place : d.places) {
    if (place.file.empty() || (shown && &place == &primary_place(d))) continue;
    (locations.empty() ? locations : related).push_back(location_of(place));
  }
  result["locations"] = std::move(locations);
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  result["occurrenceCount"] = d.count;
  if (!d.kernel.empty()) result["properties"]["kernel"] = d.kernel;
  return result;
}

}  // namespace

std::string to_sarif(const Report& report) {
  std::vector<std::string> names;
  Json rules = Json::array(), results = Json::array();
  for (const Diagnostic& d : report.diagnostics) {
    const auto known = std::find(names.begin(), names.end(), d.name);
    const auto rule = static_cast<size_t>(known - names.begin());
    if (known == names.end()) {
      names.push_back(d.name);
      rules.push_back(
          {{"id", d.name}, {"help", {{"text", "See " + page_of(d) + "."}}}});
    }
    results.push_back(result_of(d, rule));
  }
  Json driver = {{"name", "Lockstep"}, {"rules", std::move(rules)}};
  if (!report.emulator.empty()) driver["semanticVersion"] = report.emulator;
  Json run;
  run["tool"]["driver"] = std::move(driver);
  run["results"] = std::move(results);
  Json out;
  out["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  out["version"] = "2.1.0";
  out["runs"] = Json::array({std::move(run)});
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace simt::report
