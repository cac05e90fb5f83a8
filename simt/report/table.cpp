// SPDX-License-Identifier: MIT
// Sums the lines of all launches of one kernel on one device, in the order in
// which kernels first ran. Reads sources through SourceCache and counts nothing
// itself.
#include "simt/report/table.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "simt/report/paths.h"
#include "simt/report/style.h"

namespace simt::report {
namespace {

struct KernelSum {
  const Launch* first = nullptr;
  uint64_t launches = 0, in_graphs = 0;
  LongestLaunch longest;
  std::map<std::pair<std::string, int>, Counters> lines;
};

std::vector<KernelSum> sums_of(const Report& report) {
  std::vector<KernelSum> sums;
  std::map<std::pair<std::string, std::string>, size_t> where;
  for (const Launch& launch : report.launches) {
    const auto [entry, fresh] =
        where.try_emplace({launch.symbol, launch.device}, sums.size());
    if (fresh) sums.push_back({&launch, 0, 0, {}, {}});
    KernelSum& sum = sums[entry->second];
    ++sum.launches;
    const LongestLaunch one = longest_of({launch});
    if (sum.longest.launch < 0 || one.ns > sum.longest.ns) sum.longest = one;
    if (!launch.graph_node.empty()) ++sum.in_graphs;
    for (const Line& line : launch.lines)
      sum.lines[{line.file, line.line}] += line.counters;
  }
  return sums;
}

std::string right(const std::string& text, size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// Wavefronts through shared memory, "-" when the line has no such access.
std::string wavefronts(const Counters& c) {
  const uint64_t requests = c.shared_load.requests + c.shared_store.requests +
                            c.shared_atomic.requests;
  if (requests == 0) return "-";
  return std::to_string(c.shared_load.wavefronts + c.shared_store.wavefronts +
                        c.shared_atomic.wavefronts);
}

/// Active lanes per 100 lanes issued, rounded down.
std::string lanes_percent(const Counters& c) {
  if (c.warp_instructions == 0) return "-";
  return std::to_string(c.thread_instructions * 100 /
                        (c.warp_instructions * 32));
}

std::string row(const std::string& line, const std::string& issued,
                const std::string& lanes, const std::string& wavefront,
                const std::string& text) {
  const std::string left = right(line, 5) + "  " + right(issued, 10) + "  " +
                           right(lanes, 6) + "  " + right(wavefront, 10) + " |";
  if (text.empty()) return left + "\n";
  return left + " " + clipped(text, kColumns - left.size() - 1) + "\n";
}

/// Names the device too when the program has several.
std::string counted_on(const Launch& launch, const Report& report) {
  if (launch.counted_on.empty()) return report.counted_on;
  if (launch.device == report.device) return launch.counted_on;
  return launch.counted_on + " for " + launch.device;
}

std::string in_graphs(const KernelSum& sum) {
  if (sum.in_graphs == 0) return "";
  if (sum.in_graphs == sum.launches) return " by graphs";
  return ", " + std::to_string(sum.in_graphs) + " of them by graphs";
}

std::string table(const KernelSum& sum, const Report& report,
                  const TextOptions& options, SourceCache& source) {
  std::string title =
      printable(sum.first->kernel) + ": " + std::to_string(sum.launches) +
      (sum.launches == 1 ? " launch" : " launches") + in_graphs(sum) +
      ", counted on " + printable(counted_on(*sum.first, report));
  std::string out;
  for (const std::string& line : wrap(title, kColumns)) out += line + "\n";
  if (sum.longest.launch >= 0) {
    out += (sum.launches == 1 ? "" : "the longest launch: ") +
           floor_text(sum.longest) + "\n";
  }
  if (sum.lines.empty())
    return out + "no source lines (compile with -lineinfo)\n";
  std::string file;
  for (const auto& [place, counters] : sum.lines) {
    if (place.first != file) {
      file = place.first;
      out += printable(relative_path(file, options.root)) + "\n";
      out += row("line", "issued", "lanes%", "wavefronts", "source");
    }
    out +=
        row(place.second > 0 ? std::to_string(place.second) : "-",
            std::to_string(counters.warp_instructions), lanes_percent(counters),
            wavefronts(counters), source.line(file, place.second).value_or(""));
  }
  return out;
}

}  // namespace

std::string line_tables(const Report& report, const TextOptions& options,
                        SourceCache& source) {
  std::string out;
  for (const KernelSum& sum : sums_of(report)) {
    if (!out.empty()) out += "\n";
    out += table(sum, report, options, source);
  }
  return out;
}

}  // namespace simt::report
