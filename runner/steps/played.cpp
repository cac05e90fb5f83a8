// SPDX-License-Identifier: MIT
// Most sentences of a run come again and again: each is written once.
#include "runner/steps/played.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "runner/base/text_file.h"
#include "runner/steps/beside.h"
#include "runner/steps/text.h"
#include "simt/report/paths.h"
#include "simt/steps/json.h"

namespace learn {
namespace {

using Json = nlohmann::ordered_json;

/// A tab stays a tab: the page sets its width.
std::string printable_line(std::string line) {
  if (line.ends_with('\r')) line.pop_back();
  std::string text;
  for (size_t at = 0; at < line.size();) {
    const size_t tab = std::min(line.find('\t', at), line.size());
    text += simt::report::printable(line.substr(at, tab - at));
    if (tab < line.size()) text += '\t';
    at = tab + 1;
  }
  return text;
}

Json sources_of(const Steps& run, Sources& sources) {
  Json all = Json::array();
  for (const auto& file : run.files) {
    Json lines = Json::array();
    for (const auto& line : sources.lines(file))
      lines.push_back(printable_line(line));
    all.push_back(std::move(lines));
  }
  return all;
}

Json arrays_of(const Steps& run, const CellNames& cells) {
  Json all = Json::array();
  for (size_t i = 0; i < run.arrays.size(); ++i) {
    const auto array = static_cast<int>(i);
    all.push_back(
        {{"element", cells.element(array)}, {"extents", cells.extents(array)}});
  }
  return all;
}

void say_steps(const Steps& run, StepText& text, Json& to) {
  std::map<std::string, size_t> known;
  to["text"] = Json::array();
  to["said"] = Json::array();
  for (size_t i = 0; i < run.steps.size(); ++i) {
    const auto prefix = fmt::format("Step {}", i).size();
    Json said = Json::array();
    for (auto& line : split_lines(text.paragraph(i).substr(prefix))) {
      const auto [found, fresh] = known.try_emplace(line, known.size());
      if (fresh) to["text"].push_back(line);
      said.push_back(found->second);
    }
    to["said"].push_back(std::move(said));
  }
}

Json json_of(const Difference& differs, const Steps& run, const Steps& beside) {
  Json to;
  to["sentence"] = differs.sentence(run, beside);
  if (differs.first) to["first"] = *differs.first;
  if (differs.otherwise)
    to["otherwise"] = {differs.otherwise->first, differs.otherwise->second};
  if (differs.fires) {
    to["fires"] = {differs.fires->first, differs.fires->second};
    to["fired"] = differs.fired;
  }
  return to;
}

/// "<" as JSON may write it in a string; it stands nowhere else.
std::string without_tags(const std::string& json) {
  std::string text;
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string played_json(const Steps& run, Sources& sources,
                        const Steps* beside) {
  StepText text(run, sources);
  Json to;
  to["sources"] = sources_of(run, sources);
  to["arrays"] = arrays_of(run, text.cells());
  to["headings"] = Json::array();
  for (size_t i = 0; i < run.launches.size(); ++i)
    to["headings"].push_back(text.heading(static_cast<int>(i)));
  say_steps(run, text, to);
  to["nowhere"] = Json::array();
  for (const auto& one : run.fires)
    if (one.step < 0) to["nowhere"].push_back(StepText::nowhere(one));
  if (beside != nullptr)
    to["differs"] = json_of(difference(run, *beside), run, *beside);
  std::string trace = simt::steps::to_json(run, "");
  if (!trace.empty()) trace.pop_back();
  for (char& c : trace)
    if (c == '\n') c = ',';
  const auto rest = to.dump(-1, ' ', false, Json::error_handler_t::replace);
  return without_tags("{\"trace\":[" + trace + "]," + rest.substr(1));
}

}  // namespace learn
