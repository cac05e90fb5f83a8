// SPDX-License-Identifier: MIT
// A launch's section: what was launched, its totals, its requests to global
// memory line by line.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/page/html.h"
#include "runner/page/parts.h"
#include "runner/picture/svg.h"
#include "runner/picture/trace.h"
#include "simt/report/kernel_name.h"

namespace learn {
namespace {

using simt::report::GlobalTraffic;

constexpr size_t kMostRequestRows = 20;
constexpr int kBarUnit = 6;  // of a sector
constexpr int kBarMost = 32 * kBarUnit;

/// One line's loads or stores.
struct RequestRow {
  const simt::report::Line* line = nullptr;
  const char* kind = "load";
  const GlobalTraffic* traffic = nullptr;

  uint64_t extra() const { return traffic->sectors - traffic->ideal_sectors; }
};

std::vector<RequestRow> request_rows(const Launch& launch) {
  std::vector<RequestRow> rows;
  for (const auto& line : launch.lines) {
    const auto add = [&](const char* kind, const GlobalTraffic& traffic) {
      if (traffic.requests > 0) rows.push_back({&line, kind, &traffic});
    };
    add("load", line.counters.global_load);
    add("store", line.counters.global_store);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const RequestRow& a, const RequestRow& b) {
                     return a.extra() > b.extra();
                   });
  return rows;
}

/// The sectors that are enough, then those beyond.
std::string bar(const GlobalTraffic& traffic) {
  const auto width = [&](uint64_t sectors) {
    const uint64_t units = sectors * kBarUnit / traffic.requests;
    return static_cast<int>(std::min<uint64_t>(units, kBarMost));
  };
  const int ideal =
      std::min(width(traffic.ideal_sectors), width(traffic.sectors));
  const int all = width(traffic.sectors);
  return fmt::format(
      "<svg class=\"drawing bar\" viewBox=\"0 0 {0} 12\" aria-hidden=true>"
      "<rect class=c2 x=0 y=1 width={1} height=10 />"
      "<rect class=c5 x={1} y=1 width={2} height=10 /></svg>",
      kBarMost, ideal, all - ideal);
}

std::string request_row(const PageParts& parts, const RequestRow& row) {
  const auto& t = *row.traffic;
  const auto& [file, line, counters] = *row.line;
  const auto name = fmt::format("{}:{}", file, line);
  return fmt::format(
      "<tr><th scope=row>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}\n",
      line_link(parts, parts.run.file(file), line, name), row.kind, t.requests,
      t.sectors, t.ideal_sectors, tenths(t.sectors, t.requests), bar(t));
}

std::string requests_html(const PageParts& parts, const Launch& launch) {
  auto rows = request_rows(launch);
  if (rows.empty()) {
    return "<p>No line made a request to global memory.</p>\n";
  }
  const size_t all = rows.size();
  rows.resize(std::min(all, kMostRequestRows));
  std::string out =
      "<div class=wide role=region tabindex=0 aria-label=\"sectors per "
      "request\">\n<table class=requests>\n<caption>Requests to global memory: "
      "a sector is 32 bytes; green would be enough, red is beyond</caption>\n"
      "<thead><tr><th scope=col>Line<th scope=col>Kind<th scope=col>Requests"
      "<th scope=col>Sectors<th scope=col>Enough<th scope=col>Each<th "
      "scope=col>Sectors of one request, of 32\n<tbody>\n";
  for (const auto& row : rows) out += request_row(parts, row);
  out += "</table>\n</div>\n";
  if (all > rows.size()) {
    out += fmt::format(
        "<p class=note>{} more lines are left out: those with the fewest "
        "sectors beyond.</p>\n",
        all - rows.size());
  }
  return out;
}

/// "41.2 us, set by shared memory; DRAM 3.10 us, L2 1.20 us".
std::string floor_sentence(const Launch& launch) {
  using simt::report::time_text;
  const auto& floor = launch.floor;
  auto out = fmt::format("{}, set by {}", time_text(floor.ns), floor.limit);
  const char* between = "; ";
  for (const auto& part : floor.parts) {
    if (part.resource == floor.limit) continue;
    out += fmt::format("{}{} {}", between, part.resource, time_text(part.ns));
    between = ", ";
  }
  return out;
}

std::string totals_html(const Launch& launch) {
  const auto c = counts_of(launch.counters);
  std::string out = "<dl class=totals>";
  const auto add = [&](const char* key, const std::string& value) {
    out += fmt::format("<dt>{}<dd>{}", key, escape_html(value));
  };
  add("Device", launch.device);
  if (!launch.graph_node.empty()) add("Graph", launch.graph_node);
  add("Registers per thread", fmt::format("{}", launch.registers));
  add("Shared memory", fmt::format("{} bytes per block", shared_bytes(launch)));
  add("Blocks that fit",
      fmt::format("{} on one multiprocessor", launch.resident_blocks_per_sm));
  if (!launch.floor.limit.empty()) add("Floor", floor_sentence(launch));
  add("Instructions",
      fmt::format("{} by warps, {} by lanes", c.issued, c.lanes));
  add("Branches", fmt::format("{}, {} split a warp", c.branches, c.divergent));
  add("Block barriers", fmt::format("{} arrivals of warps", c.barriers));
  add("Global memory", fmt::format("{} requests, {} sectors; {} would do",
                                   c.requests, c.sectors, c.ideal_sectors));
  add("Shared memory used",
      fmt::format("{} requests, {} wavefronts; {} would do", c.shared,
                  c.wavefronts, c.ideal_wavefronts));
  return out + "</dl>\n";
}

}  // namespace

std::string launch_name(const Launch& launch) {
  const auto& g = launch.grid;
  const auto& b = launch.block;
  constexpr size_t kMostName = 120;  // a name of a template may be endless
  const auto kernel = simt::report::fitting_kernel(launch.kernel, kMostName);
  return fmt::format("{} <<<({},{},{}), ({},{},{})>>>", kernel, g[0], g[1],
                     g[2], b[0], b[1], b[2]);
}

std::string launch_html(const PageParts& parts, const Launch& launch) {
  return fmt::format(
      "<section class=launch data-launch={0} aria-labelledby=l{0}>\n"
      "<h2 id=l{0}>Launch {0}: <code>{1}</code></h2>\n{2}{3}"
      "<h3>Sectors per request</h3>\n{4}</section>\n",
      launch.index, escape_html(launch_name(launch)), totals_html(launch),
      figures_html(parts, launch), requests_html(parts, launch));
}

}  // namespace learn
