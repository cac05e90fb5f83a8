// SPDX-License-Identifier: MIT
// Reads lesson.toml key by key and refuses an unknown one by its name. Each
// line is looked at before toml++ sees it, which does not withstand all of
// them.
#include "runner/lesson/lesson.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/base/stop.h"
#include "runner/base/suggest.h"
#include "runner/base/text_file.h"
#include "runner/lesson/picture_toml.h"
#include "runner/lesson/toml_reader.h"
#include "runner/process/limits.h"

namespace learn {
namespace {

constexpr const char* kFolder = "([0-9]{2}|exam_[1-9])_[a-z0-9_]+";

CaseKind kind_from(const std::string& word) {
  if (word == "tiny") return CaseKind::kTiny;
  return word == "awkward" ? CaseKind::kAwkward : CaseKind::kTechnique;
}

/// The list of words under `key`, each of which looks like `form`.
std::vector<std::string> read_words(const TomlReader& reader, const char* key,
                                    const char* form,
                                    const std::string& wanted) {
  std::vector<std::string> words;
  const auto* list = reader.get(key).as_array();
  if (list == nullptr) reader.bad(key, wanted);
  for (const auto& entry : *list) {
    const auto word = entry.value_exact<std::string>();
    if (!word || !match(*word, form)) reader.bad(key, wanted);
    words.push_back(*word);
  }
  return words;
}

std::vector<std::string> read_devices(const TomlReader& reader) {
  const std::string wanted =
      "a list of profiles such as [\"h200\", \"k20m\"]; docs/devices.md has "
      "them";
  auto devices = read_words(reader, "devices", "[a-z][a-z0-9]*", wanted);
  // On one of another kind the other cases would mean something else.
  if (devices.empty() || devices.front() != "h200") {
    reader.bad("devices", "a list that begins with \"h200\"");
  }
  return devices;
}

std::string read_arch(const TomlReader& reader) {
  const auto& node = reader.get("arch");
  const auto number = node.value_exact<int64_t>();
  const auto arch = number ? std::to_string(*number)
                           : node.value_exact<std::string>().value_or("");
  const bool known =
      number ? arch == "75" || arch == "80" || arch == "90" : arch == "90a";
  if (!known) reader.bad("arch", "75, 80, 90 or \"90a\"");
  if (arch != "75" && reader.has("devices")) {
    reader.bad("arch", "75 where `devices` shows older ones");
  }
  return arch;
}

/// "add_scaled 3 6": argument 3 points to as many elements as 6 says.
std::vector<Filled> read_fills(const TomlReader& reader) {
  std::vector<Filled> fills;
  for (const auto& entry :
       read_words(reader, "fills", "[A-Za-z_][A-Za-z0-9_]* [1-9] [1-9]",
                  "a list such as [\"add_scaled 3 6\"]: a function, which "
                  "argument it fills, and which one says how many elements")) {
    const auto blank = entry.find(' ');
    fills.push_back({entry.substr(0, blank), entry[blank + 1] - '0',
                     entry[blank + 3] - '0'});
  }
  return fills;
}

/// Whether a line that begins with [ or [[ goes on with a table's name; true
/// for all other lines.
bool names_its_table(std::string_view line) {
  constexpr std::string_view kBlank = " \t";
  size_t at = line.find_first_not_of(kBlank);
  if (at == std::string_view::npos || line[at] != '[') return true;
  at = line.find_first_not_of(kBlank, at + 1);
  if (at != std::string_view::npos && line[at] == '[') {
    at = line.find_first_not_of(kBlank, at + 1);
  }
  if (at == std::string_view::npos) return false;
  return std::isalnum(static_cast<unsigned char>(line[at])) != 0 ||
         std::string_view("_-\"']").find(line[at]) != std::string_view::npos;
}

bool is_plain(char c) { return (c >= ' ' && c <= '~') || c == '\t'; }

/// Keeps from toml++ 3.3 what it does not withstand: a table's line without a
/// name, and keys with some letters that are not ASCII.
void check_lines(const std::string& file, const std::string& text) {
  const auto lines = split_lines(text);
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool plain = std::all_of(line.begin(), line.end(), is_plain);
    if (plain && names_its_table(line)) continue;
    throw Stop{fmt::format(
        "{}:{}: {}", file, i + 1,
        plain ? "after [ comes the name of a table, such as [[case]]"
              : "write this line in ASCII: letters without accents, no control "
                "characters")};
  }
}

std::vector<Case> read_cases(const std::string& file,
                             const TomlReader& reader) {
  std::vector<Case> cases;
  std::set<std::string> names;
  const auto* list = reader.get("case").as_array();
  if (list == nullptr || list->empty()) {
    reader.bad("case", "a list of [[case]] tables");
  }
  for (const auto& entry : *list) {
    const auto* table = entry.as_table();
    if (table == nullptr) reader.bad("case", "a list of [[case]] tables");
    const TomlReader one(file, *table);
    one.only({"name", "kind", "points", "asks"});
    Case result{one.text("name"),
                kind_from(one.one_of("kind", {"tiny", "awkward", "technique"})),
                one.number("points", 0, 100),
                one.has("asks") ? squeeze(one.text("asks")) : ""};
    if (!names.insert(result.name).second) {
      one.fail(fmt::format("the case `{}` stands here twice", result.name));
    }
    cases.push_back(std::move(result));
  }
  const bool tiny = std::any_of(cases.begin(), cases.end(), [](const Case& c) {
    return c.kind == CaseKind::kTiny;
  });
  if (!tiny) {
    reader.bad("case", "tables of which at least one has kind = \"tiny\"");
  }
  const bool some = std::any_of(cases.begin(), cases.end(),
                                [](const Case& c) { return c.points > 0; });
  if (!some) {
    reader.bad("case", "tables of which at least one has points = 1 or more");
  }
  return cases;
}

Ask read_ask(const std::string& file, const toml::table& table) {
  const TomlReader reader(file, table);
  reader.only({"question", "choices", "answer", "because", "shown_by"});
  constexpr size_t kFewest = 2, kMost = 5;
  Ask ask;
  ask.question = squeeze(reader.text("question"));
  const std::string wanted =
      fmt::format("a list of {} to {} sentences", kFewest, kMost);
  ask.choices = read_words(reader, "choices", ".+", wanted);
  if (ask.choices.size() < kFewest || ask.choices.size() > kMost) {
    reader.bad("choices", wanted);
  }
  ask.answer = static_cast<size_t>(
      reader.number("answer", 1, static_cast<int>(ask.choices.size())));
  ask.because = squeeze(reader.text("because"));
  ask.shown_by = reader.text("shown_by");
  if (!match(ask.shown_by, "(mistake|also_right) [a-z0-9_]+")) {
    reader.bad("shown_by", "such as \"mistake no_barrier\"");
  }
  return ask;
}

void require_known_cases(const std::string& file, const Lesson& lesson) {
  for (const auto& panel : lesson.picture->panels) {
    const bool known = panel.test_case.empty() ||
                       std::any_of(lesson.cases.begin(), lesson.cases.end(),
                                   [&](const Case& one) {
                                     return one.name == panel.test_case;
                                   });
    if (!known) {
      throw Stop{fmt::format("{}: the picture's case `{}` is no [[case]]", file,
                             panel.test_case)};
    }
  }
}

}  // namespace

const char* part_title(int part) {
  constexpr const char* kTitles[] = {"",
                                     "First steps",
                                     "Shared memory",
                                     "Synchronising a block",
                                     "Reduction ladder",
                                     "Warps",
                                     "Grid synchronisation",
                                     "Matrices",
                                     "After Turing",
                                     "Put together"};
  return kTitles[part];
}

const char* name_of(CaseKind kind) {
  switch (kind) {
    case CaseKind::kTiny:
      return "tiny";
    case CaseKind::kAwkward:
      return "awkward";
    case CaseKind::kTechnique:
      break;
  }
  return "technique";
}

int Lesson::points() const {
  int sum = 0;
  for (const auto& one : cases) sum += one.points;
  return sum;
}

fs::path Lesson::folder(const Place& place) const {
  return place.root / "lessons" / name;
}

fs::path Lesson::answers(const Place& place) const {
  return place.root / "solutions" / name;
}

Lesson read_lesson(const Place& place, const std::string& name) {
  const auto parts = match(name, kFolder);
  if (!parts) {
    throw Stop{
        fmt::format("lessons/{}: a lesson's folder is named like "
                    "13_bank_conflicts or exam_2_shared_memory; rename it",
                    name)};
  }
  const auto path = place.root / "lessons" / name / "lesson.toml";
  const auto file = place.shown(path);
  if (!fs::exists(path)) throw Stop{file + " is missing"};
  const auto text = read_text(path);
  check_lines(file, text);
  toml::table table;
  try {
    table = toml::parse(text, path.string());
  } catch (const toml::parse_error& error) {
    throw Stop{fmt::format("{}:{}: {}", file, error.source().begin.line,
                           error.description())};
  }
  const TomlReader reader(file, table);
  reader.only({"title", "part",        "kind",         "needs",   "minutes",
               "goal",  "seeds",       "time_limit_s", "devices", "sms",
               "arch",  "block_order", "launch_limit", "region",  "fills",
               "given", "formerly",    "case",         "ask",     "picture"});
  Lesson lesson;
  lesson.name = name;
  lesson.number = (*parts)[1];
  lesson.title = reader.text("title");
  lesson.part = reader.number("part", 1, 9);
  lesson.kind = reader.one_of("kind", {"fill", "fix", "ladder", "exam"});
  lesson.needs = read_words(reader, "needs", "[0-9]{2}",
                            "a list such as [\"05\", \"06\"]");
  if (reader.has("devices")) lesson.devices = read_devices(reader);
  if (reader.has("sms")) lesson.sms = reader.number("sms", 1, 132);
  if (reader.has("launch_limit")) {
    lesson.launch_limit = reader.number("launch_limit", 1'000, 1'000'000'000);
  }
  if (reader.has("arch")) lesson.arch = read_arch(reader);
  if (reader.has("block_order")) {
    lesson.any_block_first = reader.one_of("block_order", {"any"}) == "any";
  }
  lesson.minutes = reader.number("minutes", 5, 120);
  lesson.goal = squeeze(reader.text("goal"));
  lesson.seeds = static_cast<uint64_t>(reader.number("seeds", 1, 64));
  if (table.contains("time_limit_s")) {
    lesson.time_limit_s = reader.number("time_limit_s", 1, 300);
  }
  lesson.time_limit_s *= slower();
  if (reader.has("region")) {
    lesson.device_region =
        reader.one_of("region", {"device", "host"}) == std::string("device");
  }
  if (reader.has("fills")) lesson.fills = read_fills(reader);
  if (reader.has("given")) lesson.given = reader.text("given");
  if (reader.has("formerly")) {
    lesson.formerly = reader.text("formerly");
    if (!match(lesson.formerly, kFolder)) {
      reader.bad("formerly", "a folder's name such as \"07_bank_conflicts\"");
    }
  }
  lesson.cases = read_cases(file, reader);
  if (reader.has("ask")) {
    const auto* ask = reader.get("ask").as_table();
    if (ask == nullptr) reader.bad("ask", "a table [ask]");
    lesson.ask = read_ask(file, *ask);
  }
  if (reader.has("picture")) {
    const auto* picture = reader.get("picture").as_table();
    if (picture == nullptr) reader.bad("picture", "a table [picture]");
    lesson.picture = read_picture(file, *picture);
    require_known_cases(file, lesson);
  }
  return lesson;
}

std::vector<Lesson> read_lessons(const Place& place) {
  std::vector<Lesson> lessons;
  std::error_code error;
  for (const auto& entry :
       fs::directory_iterator(place.root / "lessons", error)) {
    if (!entry.is_directory()) continue;
    if (!fs::exists(entry.path() / "lesson.toml")) continue;
    lessons.push_back(read_lesson(place, entry.path().filename().string()));
  }
  const auto key = [](const Lesson& lesson) {
    return std::tuple(lesson.part, lesson.kind == "exam", lesson.name);
  };
  std::sort(lessons.begin(), lessons.end(),
            [&](const Lesson& a, const Lesson& b) { return key(a) < key(b); });
  return lessons;
}

Lesson find_lesson(const Place& place, const std::string& word) {
  const auto lessons = read_lessons(place);
  const bool digit = word.size() == 1 && word[0] >= '0' && word[0] <= '9';
  const auto number = digit ? "0" + word : word;
  std::vector<std::string> names;
  for (const auto& lesson : lessons) {
    if (lesson.number == number || lesson.name == word) return lesson;
    const auto noun = lesson.name.substr(lesson.number.size() + 1);
    if (noun == word) return lesson;
    names.push_back(noun);
    names.push_back(lesson.name);
    names.push_back(lesson.number);
  }
  const auto close = nearest(number, names);
  throw Stop{fmt::format(
      "there is no lesson `{}`{} ./learn list shows all of them", word,
      close.empty() ? "." : fmt::format("; did you mean `{}`?", close))};
}

}  // namespace learn
