// SPDX-License-Identifier: MIT
// Fills two templates. Launches are taken by need, those with findings early,
// until the page's bytes are used up; sums cover the rest.
#include "runner/page/page.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/page/html.h"
#include "runner/page/parts.h"
#include "runner/picture/svg.h"
#include "runner_page_files.h"

namespace learn {
namespace {

using simt::report::Launch;

constexpr size_t kMostLaunches = 24;      // shown one by one
constexpr size_t kRoom = 20'000;          // for what comes after the launches
constexpr size_t kMostJson = 256u << 20;  // bytes of a report that is read

/// The launches in the order in which they get a place on the page.
std::vector<const Launch*> by_need(const PageParts& parts) {
  std::vector<const Launch*> order;
  const auto add = [&](const Launch* launch) {
    if (launch == nullptr) return;
    if (std::find(order.begin(), order.end(), launch) == order.end()) {
      order.push_back(launch);
    }
  };
  add(parts.chosen);
  for (const auto& found : parts.run.report.diagnostics) {
    if (order.size() < kMostLaunches) add(parts.run.launch(found.launch));
  }
  // Then one of each kernel, then the others.
  std::vector<const Launch*> first_of_kernel;
  for (const auto& one : parts.run.report.launches) {
    if (first_of_kernel.size() >= kMostLaunches) break;
    const bool known = std::any_of(
        first_of_kernel.begin(), first_of_kernel.end(),
        [&](const Launch* other) { return other->kernel == one.kernel; });
    if (!known) first_of_kernel.push_back(&one);
  }
  for (const auto* one : first_of_kernel) add(one);
  for (const auto& one : parts.run.report.launches) {
    if (order.size() >= kMostLaunches) break;
    add(&one);
  }
  if (order.size() > kMostLaunches) order.resize(kMostLaunches);
  return order;
}

/// A launch on the page: its section, and its counts for the script.
struct Shown {
  const Launch* launch = nullptr;
  std::string section, counts;
};

std::vector<Shown> launches_within(const PageParts& parts, size_t room) {
  std::vector<Shown> shown;
  size_t size = 0;
  for (const auto* launch : by_need(parts)) {
    Shown one{launch, launch_html(parts, *launch),
              counts_json(parts, parts.run.lines(*launch))};
    size += one.section.size() + one.counts.size();
    if (size > room) break;
    shown.push_back(std::move(one));
  }
  std::sort(shown.begin(), shown.end(), [](const Shown& a, const Shown& b) {
    return a.launch->index < b.launch->index;
  });
  return shown;
}

std::string options_html(const PageParts& parts,
                         const std::vector<Shown>& shown) {
  std::string out;
  for (const auto& one : shown) {
    out +=
        fmt::format("<option value={}{}>{}: {}\n", one.launch->index,
                    one.launch == parts.chosen ? " selected" : "",
                    one.launch->index, escape_html(launch_name(*one.launch)));
  }
  return out + fmt::format("<option value=all{}>all {} launches, summed\n",
                           parts.chosen == nullptr ? " selected" : "",
                           parts.run.report.launches.size());
}

std::string launches_html(const PageParts& parts,
                          const std::vector<Shown>& shown) {
  std::string out;
  const size_t all = parts.run.report.launches.size();
  if (shown.size() < all) {
    out += fmt::format(
        "<p class=note>{} of {} launches are shown one by one: those that "
        "findings name, then one of each kernel, then the first ones. The sum "
        "is over all.</p>\n",
        shown.size(), all);
  }
  for (const auto& one : shown) out += one.section;
  return out + fmt::format(
                   "<section class=launch data-launch=all aria-labelledby=la>\n"
                   "<h2 id=la>All launches</h2>\n<p>The counts beside the "
                   "source are sums over all {} launches. Choose one launch to "
                   "see its pictures.</p>\n</section>\n",
                   all);
}

std::string data_json(const PageParts& parts, const std::vector<Shown>& shown) {
  std::string out = "{";
  for (const auto& one : shown) {
    out += fmt::format("\"{}\":{},", one.launch->index, one.counts);
  }
  return out + "\"all\":" + counts_json(parts, all_lines(parts.run)) + "}";
}

constexpr const char* kHead = R"x(<!doctype html>
<html lang=en>
<head>
<meta charset=utf-8>
<meta http-equiv=Content-Security-Policy content="default-src 'none'; style-src 'unsafe-inline'; script-src {hash}; base-uri 'none'; form-action 'none'">
<meta name=viewport content="width=device-width, initial-scale=1">
<meta name=color-scheme content="light dark">
<title>{title}: a run</title>
<style>
{style}{drawing}{player_style}</style>
</head>
)x";

constexpr const char* kBody = R"x(<body>
<a class=skip href="#findings">Skip to the findings</a>
{definitions}<header>
<h1>{title}: a run</h1>
{tabs}<nav aria-label="Parts of the page"><a href="#findings">Findings</a> <a href="#pictures">Pictures</a> <a href="#source">Source</a></nav>
<div class=tools role=group aria-label="What is shown">
<label>Launch <select id=launch>
{options}</select></label>
<label>Colours <select id=theme><option value=system selected>as the system<option value=light>light<option value=dark>dark</select></label>
<label><input id=keys type=checkbox checked> keys</label>
</div>
</header>
<main>
<div{report_panel}>
<section aria-labelledby=summary-h>
<h2 id=summary-h>The run</h2>
{summary}<details id=help>
<summary>Keys</summary>
<dl><dt><kbd>j</kbd> <kbd>k</kbd><dd>next and previous finding
<dt><kbd>1</kbd> to <kbd>9</kbd><dd>the places of the finding, in the source
<dt><kbd>f</kbd><dd>back to the finding
<dt><kbd>[</kbd> <kbd>]</kbd><dd>previous and next launch
<dt><kbd>?</kbd><dd>this list
</dl>
</details>
</section>
<section id=findings aria-labelledby=findings-h tabindex=-1>
<h2 id=findings-h>Findings</h2>
{findings}</section>
<section id=pictures aria-label="Launches and their pictures" tabindex=-1>
{launches}</section>
<section id=source aria-labelledby=source-h tabindex=-1>
<h2 id=source-h>Source, with counts per line</h2>
<p id=shown role=status>Counts of {chosen}.</p>
{sources}</section>
</div>
{steps}</main>
<footer><p>Counts are those of the PTX on the emulator (version {emulator}). docs/counting.md has the rule of each, docs/html-report.md says what is on this page.</footer>
<script type=application/json id=run>{data}</script>
{scripts}</body>
</html>
)x";

constexpr const char* kTabs =
    R"x(<div class=tabs role=tablist aria-label="The run"><button type=button role=tab id=tab-report aria-controls=report aria-selected=true>Report</button><button type=button role=tab id=tab-steps aria-controls=steps aria-selected=false tabindex=-1>Step by step</button></div>
)x";
constexpr const char* kReportPanel =
    " id=report role=tabpanel aria-labelledby=tab-report";
constexpr const char* kStepsPanel =
    "<div id=steps role=tabpanel aria-labelledby=tab-steps hidden>\n{}</div>\n";

std::string scripts_html(bool tabs) {
  std::string out = fmt::format("<script>{}</script>\n<script>{}</script>\n",
                                kPageTheme.text, kPageScript.text);
  if (tabs) out += fmt::format("<script>{}</script>\n", kPlayerScript.text);
  return out;
}

std::string chosen_words(const PageParts& parts) {
  if (parts.chosen == nullptr) return "no launch: there was none";
  return fmt::format("launch {}: {}", parts.chosen->index,
                     launch_name(*parts.chosen));
}

}  // namespace

std::string run_page(const simt::report::Report& report,
                     const PageFacts& facts) {
  const RunModel run(report);
  auto parts = gather_parts(run, facts);
  const auto title = escape_html(facts.title);
  const bool tabs = !facts.steps.empty();
  std::string hashes = fmt::format("{} {}", kPageTheme.hash, kPageScript.hash);
  if (tabs) hashes += fmt::format(" {}", kPlayerScript.hash);
  auto page = fmt::format(
      kHead, fmt::arg("hash", hashes), fmt::arg("title", title),
      fmt::arg("style", kPageStyle), fmt::arg("drawing", Svg::page_style()),
      fmt::arg("player_style", tabs ? kPlayerStyle : ""));
  const auto sources = sources_html(parts);  // first: it notes the rows
  const auto summary = summary_html(parts);
  const auto findings = findings_html(parts);
  const auto sums = counts_json(parts, all_lines(run));
  const size_t used = page.size() + summary.size() + findings.size() +
                      sources.size() + sums.size() + kRoom +
                      std::string(kPageScript.text).size();
  const auto shown =
      launches_within(parts, used < kMostPageBytes ? kMostPageBytes - used : 0);
  page += fmt::format(
      kBody, fmt::arg("definitions", Svg::page_definitions()),
      fmt::arg("title", title), fmt::arg("options", options_html(parts, shown)),
      fmt::arg("tabs", tabs ? kTabs : ""),
      fmt::arg("report_panel", tabs ? kReportPanel : ""),
      fmt::arg("steps", tabs ? fmt::format(kStepsPanel, facts.steps) : ""),
      fmt::arg("summary", summary), fmt::arg("findings", findings),
      fmt::arg("launches", launches_html(parts, shown)),
      fmt::arg("chosen", escape_html(chosen_words(parts))),
      fmt::arg("sources", sources),
      fmt::arg("emulator", escape_html(report.emulator)),
      fmt::arg("data", data_json(parts, shown)),
      fmt::arg("scripts", scripts_html(tabs)));
  return page;
}

void write_page(const std::string& json, PageFacts facts,
                const fs::path& file) {
  if (!json.empty()) {
    write_text(file, run_page(read_run(json), facts));
    return;
  }
  facts.good = false;
  facts.ending +=
      " It left no report: it was killed, or it ended by _exit. So nothing can "
      "be shown of its kernels.";
  write_text(file, run_page({}, facts));
}

void write_page_of_file(const fs::path& json, const PageFacts& facts,
                        const fs::path& file) {
  std::error_code none;
  if (!fs::exists(json)) return write_page({}, facts, file);
  if (fs::file_size(json, none) > kMostJson) {
    throw Stop{
        "the report is larger than 256 MB, too large for a page: run the "
        "program on less data, or with fewer launches"};
  }
  write_page(read_text(json), facts, file);
}

}  // namespace learn
