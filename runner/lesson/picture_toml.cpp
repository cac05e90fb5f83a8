// SPDX-License-Identifier: MIT
// A panel starts with the keys that all panels share. Numbers have bounds here;
// whether a named case exists is asked in lesson.cpp.
#include "runner/lesson/picture_toml.h"

#include <string>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/base/text_file.h"

namespace learn {
namespace {

constexpr int kMostPanels = 6;

/// A text, or a list of texts, as a list.
std::vector<std::string> read_list(const TomlReader& reader, const char* key) {
  const auto& node = reader.get(key);
  if (const auto one = node.value_exact<std::string>(); one && !one->empty()) {
    return {*one};
  }
  std::vector<std::string> list;
  if (const auto* array = node.as_array()) {
    for (const auto& entry : *array) {
      const auto word = entry.value_exact<std::string>();
      if (!word || word->empty()) reader.bad(key, "a list of texts");
      list.push_back(*word);
    }
  }
  if (list.empty()) reader.bad(key, "a text between quotes or a list of them");
  return list;
}

void read_program(const TomlReader& reader, Panel& panel) {
  if (reader.has("program")) {
    panel.program = reader.text("program");
    if (!match(panel.program, "example|solution|mistake [a-z0-9_]+")) {
      reader.bad("program", "example, solution or mistake NAME");
    }
  }
  if (reader.has("case")) panel.test_case = reader.text("case");
  if (reader.has("device")) panel.device = reader.text("device");
}

void read_kind(const TomlReader& reader, Panel& panel) {
  if (!reader.has("kind")) return;
  panel.kind = reader.one_of(
      "kind", {"banks", "sectors", "lanes", "elements", "barriers", "blocks"});
}

void read_lines(const TomlReader& reader, Panel& panel) {
  if (panel.kind == "blocks") return;
  panel.lines = read_list(reader, "line");
  panel.labels = panel.lines;
  if (!reader.has("labels")) return;
  panel.labels = read_list(reader, "labels");
  if (panel.labels.size() != panel.lines.size()) {
    reader.bad("labels", "as many texts as `line` has");
  }
}

/// A list of two whole numbers from `least` to `most`.
void read_pair(const TomlReader& reader, const char* key, int least, int most,
               std::array<int, 2>& pair) {
  if (!reader.has(key)) return;
  const auto wanted = fmt::format(
      "two whole numbers from {} to {}, such as "
      "[8, 32]",
      least, most);
  const auto* list = reader.get(key).as_array();
  if (list == nullptr || list->size() != 2) reader.bad(key, wanted);
  for (size_t i = 0; i < 2; ++i) {
    const auto value = (*list)[i].value_exact<int64_t>();
    if (!value || *value < least || *value > most) reader.bad(key, wanted);
    pair[i] = static_cast<int>(*value);
  }
}

void read_numbers(const TomlReader& reader, Panel& panel) {
  const auto read = [&](const char* key, int least, int most, int& value) {
    if (reader.has(key)) value = reader.number(key, least, most);
  };
  read("launch", 0, 100000, panel.launch);
  read("block", 0, 1 << 20, panel.block);
  read("warp", 0, 31, panel.warp);
  read("execution", 0, 4096, panel.execution);
  read("executions", 1, 16, panel.executions);
  read("follow", 0, 31, panel.follow);
  read("count", 1, 32, panel.count);
  read("element_bytes", 1, 16, panel.element_bytes);
}

Panel read_panel(const TomlReader& reader, Panel panel) {
  reader.only({"kind",  "caption", "line",      "labels",     "program",
               "case",  "device",  "launch",    "access",     "variable",
               "block", "warp",    "execution", "executions", "follow",
               "by",    "count",   "shape",     "range",      "element_bytes"});
  read_kind(reader, panel);
  if (panel.kind.empty()) reader.get("kind");
  panel.caption = reader.text("caption");
  read_program(reader, panel);
  const bool example = panel.program == "example";
  if (!example && panel.test_case.empty()) reader.get("case");
  if (example && !panel.test_case.empty()) {
    reader.fail("an example has no cases: leave `case` out");
  }
  read_lines(reader, panel);
  if (reader.has("access")) {
    panel.access = reader.one_of("access", {"load", "store", "atomic"});
  }
  if (reader.has("variable")) panel.variable = reader.text("variable");
  if (reader.has("by")) {
    panel.by = panel.kind == "barriers"
                   ? reader.one_of("by", {"warp", "block"})
                   : reader.one_of("by", {"block", "warp", "thread", "line"});
  }
  read_pair(reader, "shape", 1, 4096, panel.shape);
  read_pair(reader, "range", 0, 1 << 24, panel.range);
  read_numbers(reader, panel);
  return panel;
}

}  // namespace

Picture read_picture(const std::string& file, const toml::table& table) {
  const TomlReader reader(file, table);
  reader.only({"alt", "kind", "program", "case", "device", "panel"});
  Picture picture;
  picture.alt = squeeze(reader.text("alt"));
  if (picture.alt.find_first_of("[]<>") != std::string::npos) {
    reader.bad("alt", "a text without [ ] < >");
  }
  Panel common;
  read_kind(reader, common);
  read_program(reader, common);
  // A student's copy keeps the words and has no panel: the lines of some are
  // those of the answer.
  if (!reader.has("panel")) return picture;
  const auto* list = reader.get("panel").as_array();
  if (list == nullptr || list->empty() || list->size() > kMostPanels) {
    reader.bad("panel", "1 to 6 tables [[picture.panel]]");
  }
  for (const auto& entry : *list) {
    const auto* one = entry.as_table();
    if (one == nullptr) reader.bad("panel", "1 to 6 tables [[picture.panel]]");
    picture.panels.push_back(read_panel(TomlReader(file, *one), common));
  }
  return picture;
}

}  // namespace learn
