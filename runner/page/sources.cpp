// SPDX-License-Identifier: MIT
// Reads the program's source files and lays them out with counts.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include "runner/base/text_file.h"
#include "runner/page/html.h"
#include "runner/page/parts.h"

namespace learn {
namespace {

constexpr int kWholeFile = 3000;         // lines; of a longer one parts
constexpr int kAround = 3;               // lines before and after those
constexpr size_t kMostSource = 2 << 20;  // bytes of a file that is read
constexpr size_t kMostLineBytes = 400;   // of a line that is shown
constexpr size_t kMostTables = 480'000;  // bytes of HTML for all files
constexpr size_t kMostFindings = 50;

/// Looks for the file in each folder, then for its bare name.
fs::path find_source(const std::string& name,
                     const std::vector<fs::path>& folders) {
  std::error_code none;
  for (const auto& part : {fs::path(name), fs::path(name).filename()}) {
    for (const auto& folder : folders) {
      const auto path = folder / part;
      if (fs::is_regular_file(path, none)) return path;
    }
  }
  return {};
}

SourceText read_source(const std::string& name, const PageFacts& facts) {
  SourceText source;
  source.name = name;
  const auto path =
      stays_inside(name) ? find_source(name, facts.folders) : fs::path();
  std::error_code none;
  if (path.empty()) {
    source.missing = "This file was not found";
  } else if (fs::file_size(path, none) > kMostSource) {
    source.missing = "This file is larger than 2 MB and was not read";
  } else if (std::ifstream stream(path, std::ios::binary); !stream) {
    source.missing = "This file cannot be read";
  } else {
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    source.lines = split_lines(text);
    source.newer =
        !facts.program.empty() && fs::last_write_time(path, none) >
                                      fs::last_write_time(facts.program, none);
  }
  return source;
}

/// Chooses the lines to show; `used` are those with counts or findings.
void choose_lines(SourceText& source, const std::set<int>& used) {
  const int count = static_cast<int>(source.lines.size());
  if (!source.missing.empty()) {
    source.shown = used;
    source.shown.erase(0);
    return;
  }
  source.whole = count <= kWholeFile;
  if (source.whole) {
    for (int line = 1; line <= count; ++line) source.shown.insert(line);
    return;
  }
  for (const int line : used) {
    // A line may be any number: `#line` says so.
    for (int at = std::max(1, line - kAround); at <= count; ++at) {
      if (at - kAround > line) break;
      source.shown.insert(at);
    }
  }
}

std::string shown_line(const std::string& line) {
  const bool dos = !line.empty() && line.back() == '\r';
  return escape_html(std::string_view(line).substr(0, line.size() - dos),
                     kMostLineBytes);
}

std::string marks_html(const PageParts& parts, const std::vector<Mark>& marks) {
  std::string out;
  for (const auto& [finding, place] : marks) {
    const bool several =
        parts.run.report.diagnostics[finding].places.size() > 1;
    const auto label = several ? fmt::format("{}.{}", finding + 1, place + 1)
                               : fmt::format("{}", finding + 1);
    out += fmt::format(R"(<a href="#d{}" aria-label="finding {}">{}</a> )",
                       finding, label, label);
  }
  return out;
}

const char* row_class(const PageParts& parts, const std::vector<Mark>& marks) {
  for (const auto& [finding, place] : marks) {
    if (is_error(parts.run.report.diagnostics[finding])) return " class=e";
  }
  return marks.empty() ? "" : " class=w";
}

/// The cells between the line's number and the findings; the script writes
/// the same for another launch.
std::string count_cells(const Counts* c) {
  if (c == nullptr) return "<td><td><td><td><td><td>";
  const auto or_none = [](uint64_t value, uint64_t requests) {
    return requests == 0 ? std::string() : fmt::format("{}", value);
  };
  const uint64_t all_lanes = c->issued * 32;  // 0 also of a forged count
  const uint64_t lanes = all_lanes == 0 ? 0 : c->lanes * 100 / all_lanes;
  return fmt::format(
      "<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}", c->issued,
      or_none(lanes, c->issued), or_none(c->sectors, c->requests),
      tenths(c->sectors, c->requests), or_none(c->wavefronts, c->shared),
      or_none(c->wavefronts - c->ideal_wavefronts, c->shared));
}

constexpr const char* kHeads =
    "<thead><tr><th scope=col>Line<th scope=col><abbr title=\"instructions "
    "that warps issued\">Issued</abbr><th scope=col><abbr title=\"of 100 "
    "lanes, so many took part\">Lanes</abbr><th scope=col><abbr "
    "title=\"32-byte "
    "sectors of global memory\">Sectors</abbr><th scope=col><abbr "
    "title=\"sectors for each request to global memory\">Each</abbr><th "
    "scope=col><abbr title=\"wavefronts of shared-memory requests\">Wavefronts"
    "</abbr><th scope=col><abbr title=\"wavefronts above the least "
    "possible\">Extra"
    "</abbr><th scope=col>Finding<th scope=col>Source\n<tbody>\n";

using CountsAt = std::map<std::pair<int, int>, Counts>;

std::string row_html(const PageParts& parts, const CountsAt& counts, int file,
                     int line) {
  static const std::vector<Mark> kNone;
  const auto found = parts.marks.find({file, line});
  const auto& marks = found == parts.marks.end() ? kNone : found->second;
  const auto at = counts.find({file, line});
  const auto& text = parts.sources[file].lines;
  return fmt::format(
      "<tr id=f{}-{}{}><th scope=row>{}{}<td>{}<td>{}\n", file, line,
      row_class(parts, marks), line,
      count_cells(at == counts.end() ? nullptr : &at->second),
      marks_html(parts, marks),
      line <= static_cast<int>(text.size()) ? shown_line(text[line - 1]) : "");
}

std::string notes_html(const SourceText& source) {
  std::string out;
  if (!source.missing.empty()) {
    out += fmt::format(
        "<p class=note>{}: only the counts of its lines are shown. The page "
        "looks in the working directory and beside the program.</p>\n",
        source.missing);
  }
  if (source.newer) {
    out +=
        "<p class=note>This file is newer than the program: its lines may "
        "not be those that ran. Build the program again.</p>\n";
  }
  if (!source.whole) {
    out += fmt::format(
        "<p class=note>The file has {} lines. Shown are those that ran or that "
        "a finding names, and {} before and after each.</p>\n",
        source.lines.size(), kAround);
  }
  return out;
}

/// Stops when `room` is used up, and says so.
std::string file_html(PageParts& parts, const CountsAt& counts, int file,
                      size_t room) {
  const auto& source = parts.sources[file];
  std::string out = fmt::format(
      "<section>\n<h3 id=s{0}>{1}</h3>\n{2}"
      "<div class=wide role=region aria-labelledby=s{0} tabindex=0>\n"
      "<table class=source>\n<caption>Counts per line of {1}</caption>\n{3}",
      file, escape_html(source.name), notes_html(source), kHeads);
  int before = 0;
  int cut = 0;
  for (const int line : source.shown) {
    if (out.size() > room) {
      ++cut;
      continue;
    }
    if (before != 0 && line > before + 1) {
      out += fmt::format("<tr class=gap><td colspan=9>lines {} to {}\n",
                         before + 1, line - 1);
    }
    out += row_html(parts, counts, file, line);
    parts.rows.insert({file, line});
    before = line;
  }
  out += "</table>\n</div>\n";
  if (cut > 0) {
    out += fmt::format(
        "<p class=note>{} more lines are left out: the page would be too "
        "large.</p>\n",
        cut);
  }
  return out + "</section>\n";
}

void note_marks(PageParts& parts) {
  for (size_t i = 0; i < parts.findings; ++i) {
    const auto& places = parts.run.report.diagnostics[i].places;
    for (size_t j = 0; j < places.size(); ++j) {
      if (places[j].file.empty() || places[j].line <= 0) continue;
      const int file = parts.run.file(places[j].file);
      parts.marks[{file, places[j].line}].emplace_back(static_cast<int>(i),
                                                       static_cast<int>(j));
    }
  }
}

/// The launch of the first finding, else the one with most extra wavefronts and
/// sectors, else the first.
const simt::report::Launch* first_shown(const RunModel& run) {
  for (const auto& found : run.report.diagnostics) {
    if (const auto* launch = run.launch(found.launch)) return launch;
  }
  const simt::report::Launch* best = nullptr;
  uint64_t most = 0;
  for (const auto& one : run.report.launches) {
    const auto extra = counts_of(one.counters).extra();
    if (best != nullptr && extra <= most) continue;
    best = &one;
    most = extra;
  }
  return best;
}

}  // namespace

PageParts gather_parts(const RunModel& run, const PageFacts& facts) {
  PageParts parts{run, facts, {}, {}, 0, {}, first_shown(run)};
  parts.findings = std::min(run.report.diagnostics.size(), kMostFindings);
  note_marks(parts);
  std::vector<std::set<int>> used(run.files.size());
  for (const auto& launch : run.report.launches) {
    for (const auto& line : launch.lines) {
      used[run.file(line.file)].insert(line.line);
    }
  }
  for (const auto& [place, marks] : parts.marks) {
    used[place.first].insert(place.second);
  }
  for (size_t i = 0; i < run.files.size(); ++i) {
    parts.sources.push_back(read_source(run.files[i], facts));
    choose_lines(parts.sources.back(), used[i]);
  }
  return parts;
}

std::string sources_html(PageParts& parts) {
  CountsAt counts;
  if (parts.chosen != nullptr) {
    for (const auto& line : parts.run.lines(*parts.chosen)) {
      counts[{line.file, line.line}] = line.counts;
    }
  }
  // Files that were found come first: the rest are mostly NVIDIA's headers.
  std::vector<int> order;
  for (const bool missing : {false, true}) {
    for (size_t i = 0; i < parts.sources.size(); ++i) {
      if (parts.sources[i].missing.empty() != missing &&
          !parts.sources[i].shown.empty()) {
        order.push_back(static_cast<int>(i));
      }
    }
  }
  std::string out;
  int left_out = 0;
  for (const int file : order) {
    if (out.size() >= kMostTables) {
      ++left_out;
      continue;
    }
    out += file_html(parts, counts, file, kMostTables - out.size());
  }
  if (left_out > 0) {
    out += fmt::format(
        "<p class=note>{} more files are left out: the page would be too "
        "large.</p>\n",
        left_out);
  }
  return out.empty() ? "<p>No source line is known: build the program with "
                       "nvcc's -lineinfo.</p>\n"
                     : out;
}

std::string tenths(uint64_t part, uint64_t whole) {
  if (whole == 0) return {};
  const uint64_t value = (part * 10 + whole / 2) / whole;
  return fmt::format("{}.{}", value / 10, value % 10);
}

std::vector<LineCounts> all_lines(const RunModel& run) {
  std::map<std::pair<int, int>, LineCounts> sums;
  for (const auto& launch : run.report.launches) {
    for (const auto& line : run.lines(launch)) {
      auto& sum = sums[{line.file, line.line}];
      sum.file = line.file;
      sum.line = line.line;
      sum.counts += line.counts;
    }
  }
  std::vector<LineCounts> lines;
  for (const auto& [place, sum] : sums) lines.push_back(sum);
  return lines;
}

std::string line_link(const PageParts& parts, int file, int line,
                      const std::string& text) {
  if (parts.rows.count({file, line}) == 0) return escape_html(text);
  return fmt::format("<a class=go href=\"#f{}-{}\">{}</a>", file, line,
                     escape_html(text));
}

std::string counts_json(const PageParts& parts,
                        const std::vector<LineCounts>& lines) {
  std::string out = "[";
  for (const auto& line : lines) {
    if (parts.rows.count({line.file, line.line}) == 0) continue;
    const auto& c = line.counts;
    out += fmt::format("{}[{},{},{},{},{},{},{},{},{}]",
                       out.size() > 1 ? "," : "", line.file, line.line,
                       c.issued, c.lanes, c.requests, c.sectors, c.shared,
                       c.wavefronts, c.wavefronts - c.ideal_wavefronts);
  }
  return out + "]";
}

}  // namespace learn
