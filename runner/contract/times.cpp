// SPDX-License-Identifier: MIT
// Times in a page's tables, taken from what a GPU gave. A row of the table is
// a row of the recording: its first cell is the label there.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/contract/marked.h"

namespace learn {
namespace {

constexpr std::array kGpus = {"H200", "H100"};  // heads of columns
constexpr double kMilli = 1000;                 // from here on, milliseconds
constexpr double kFew = 10;                     // below, two decimals
constexpr const char* kUnrecorded = "-";        // such a GPU was not at hand

using Row = std::vector<std::string>;

Row cells_of(const std::string& line) {
  Row cells;
  const auto inside = trim(line);
  size_t from = 1;
  while (from < inside.size()) {
    const auto bar = std::min(inside.find('|', from), inside.size());
    cells.push_back(trim(inside.substr(from, bar - from)));
    from = bar + 1;
  }
  return cells;
}

bool is_row(const std::string& line) { return line.rfind("|", 0) == 0; }

/// "12.3 µs (45 %)" or "1.23 ms".
std::string shown_time(const std::string& us, const std::string& percent) {
  const double number = std::stod(us);
  auto text = number < kFew     ? fmt::format("{:.2f} µs", number)
              : number < kMilli ? fmt::format("{:.1f} µs", number)
                                : fmt::format("{:.2f} ms", number / kMilli);
  if (!percent.empty()) text += fmt::format(" ({:.0f} %)", std::stod(percent));
  return text;
}

/// The rows "LABEL  12.3 us  45 %" of a recording, by label.
std::map<std::string, std::string> recorded_times(const fs::path& file) {
  std::map<std::string, std::string> times;
  for (const auto& line : split_lines(read_text(file))) {
    if (const auto row =
            match(line, "(.*\\S) {2,}([0-9.]+) us(?: +([0-9.]+) %)?.*")) {
      times[(*row)[1]] = shown_time((*row)[2], (*row)[3]);
    }
  }
  return times;
}

/// One table below its mark.
class TimesTable {
 public:
  TimesTable(const Place& place, MarkedPage& page, size_t mark,
             std::string name)
      : place_(place), page_(page), at_(mark + 1), name_(std::move(name)) {}

  void keep() {
    if (at_ >= page_.lines.size() || !is_row(page_.lines[at_])) {
      page_.complain(at_ - 1, "below the mark stands a table");
      return;
    }
    const auto head = cells_of(page_.lines[at_]);
    bool any = false;
    bool recorded = false;
    for (size_t column = 1; column < head.size(); ++column) {
      for (const char* gpu : kGpus) {
        if (head[column] != gpu) continue;
        recorded |= keep_column(column, gpu);
        any = true;
      }
    }
    if (any && !recorded) {
      page_.complain(at_, fmt::format("no GPU has a recording of {}; "
                                      "bench/record.sh makes one",
                                      name_));
    } else if (!any) {
      page_.complain(at_, fmt::format("no column of the table is headed {}",
                                      fmt::join(kGpus, " or ")));
    }
  }

 private:
  /// False where there is no recording of such a GPU.
  bool keep_column(size_t column, std::string gpu) {
    std::transform(gpu.begin(), gpu.end(), gpu.begin(), [](unsigned char c) {
      return static_cast<char>(std::tolower(c));
    });
    const auto file = place_.root / "bench/data" / gpu / (name_ + ".txt");
    const bool recorded = fs::exists(file);
    std::map<std::string, std::string> times;
    if (recorded) times = recorded_times(file);
    bool any = false;
    for (size_t i = at_ + 2; i < page_.lines.size() && is_row(page_.lines[i]);
         ++i) {
      auto cells = cells_of(page_.lines[i]);
      cells.resize(std::max(cells.size(), column + 1));
      const auto found = times.find(cells[0]);
      if (recorded && found == times.end()) continue;
      any = true;
      const std::string wanted = recorded ? found->second : kUnrecorded;
      if (cells[column] == wanted) continue;
      if (!page_.update) {
        page_.complain(i, fmt::format("{} says {}; type ./learn dev text {} "
                                      "--update",
                                      place_.shown(file), wanted, page_.name));
        continue;
      }
      cells[column] = wanted;
      page_.lines[i] = fmt::format("| {} |", fmt::join(cells, " | "));
      page_.changed = true;
    }
    if (!any) {
      page_.complain(at_, "no row of the table begins with a label of " +
                              place_.shown(file));
    }
    return recorded;
  }

  const Place& place_;
  MarkedPage& page_;
  size_t at_;  // the head of the table
  std::string name_;
};

}  // namespace

void keep_times(const Place& place, MarkedPage& page) {
  for (size_t i = 0; i < page.lines.size(); ++i) {
    if (const auto mark = match(page.lines[i], "<!-- times: (\\S+) -->")) {
      TimesTable(place, page, i, (*mark)[1]).keep();
    }
  }
}

}  // namespace learn
