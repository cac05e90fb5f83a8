// SPDX-License-Identifier: MIT
// The findings as a list, each with its places and their source lines; and
// the words at the top of the page.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "runner/base/text_file.h"
#include "runner/page/html.h"
#include "runner/page/parts.h"

namespace learn {
namespace {

using simt::report::Diagnostic;
using simt::report::Report;

constexpr size_t kMostText = 600;        // bytes of a sentence or name
constexpr size_t kMostPrinted = 40'000;  // bytes of what the check printed

std::string source_line(const PageParts& parts,
                        const simt::report::Place& place) {
  if (place.file.empty() || place.line <= 0) return {};
  const auto& lines = parts.sources[parts.run.file(place.file)].lines;
  if (place.line > static_cast<int>(lines.size())) return {};
  return trim(lines[place.line - 1]);
}

std::string place_html(const PageParts& parts, const simt::report::Place& place,
                       int finding, int number) {
  std::string where;
  if (!place.file.empty()) {
    const auto text = place.line > 0
                          ? fmt::format("{}:{}", place.file, place.line)
                          : place.file;
    where = line_link(parts, parts.run.file(place.file), place.line, text);
  }
  const auto code = source_line(parts, place);
  return fmt::format("<li data-n=\"{}.{}\">{} <span>{}</span>{}\n", finding + 1,
                     number + 1, where, escape_html(place.what, kMostText),
                     code.empty() ? ""
                                  : fmt::format("<pre><code>{}</code></pre>",
                                                escape_html(code, kMostText)));
}

std::string facts_html(const Diagnostic& found) {
  std::string out = "<dl>";
  const auto add = [&](const std::string& key, const std::string& text) {
    if (text.empty()) return;
    out += fmt::format("<dt>{}<dd>{}", escape_html(key),
                       escape_html(text, kMostText));
  };
  for (const auto& note : found.notes) add(note.key, note.text);
  add("why", found.why);
  add("seen", found.seen);
  add("learn", page_of(found));
  return out + "</dl>";
}

std::string finding_html(const PageParts& parts, int number) {
  const auto& found = parts.run.report.diagnostics[number];
  const char* kind = is_error(found) ? "error" : "warning";
  std::string out = fmt::format(
      "<li><article id=d{0} class={1} tabindex=-1 aria-labelledby=d{0}h>\n"
      "<h3 id=d{0}h><span class=kind>{1}: {2}</span> {3}</h3>\n",
      number, kind, escape_html(found.name),
      escape_html(found.message, kMostText));
  if (!found.kernel.empty()) {
    out += fmt::format("<p class=kernel>in <code>{}</code>, launch {}",
                       escape_html(found.kernel, kMostText), found.launch);
    out += fmt::format(
        " <button type=button data-show={0}>show launch {0}</button></p>\n",
        found.launch);
  }
  out += "<ol class=places>\n";
  for (size_t i = 0; i < found.places.size(); ++i) {
    out += place_html(parts, found.places[i], number, static_cast<int>(i));
  }
  return out + "</ol>\n" + facts_html(found) + "\n</article>\n";
}

size_t errors_in(const Report& run) {
  return static_cast<size_t>(std::count_if(
      run.diagnostics.begin(), run.diagnostics.end(), simt::report::is_error));
}

std::string count_words(size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace

std::string findings_html(const PageParts& parts) {
  const auto& run = parts.run.report;
  if (run.diagnostics.empty()) {
    return "<p>The emulator found nothing wrong and nothing slow.</p>\n";
  }
  std::string out = "<ol class=findings>\n";
  for (size_t i = 0; i < parts.findings; ++i) {
    out += finding_html(parts, static_cast<int>(i));
  }
  out += "</ol>\n";
  const uint64_t more =
      run.diagnostics.size() - parts.findings + run.diagnostics_dropped;
  if (more > 0) {
    out += fmt::format(
        "<p class=note>{} more findings are left out: the page shows the first "
        "{}.</p>\n",
        more, parts.findings);
  }
  return out;
}

std::string summary_html(const PageParts& parts) {
  const auto& run = parts.run.report;
  const auto& facts = parts.facts;
  const size_t errors = errors_in(run);
  std::string out = fmt::format(
      "<p class=\"ending {}\">{}</p>\n<dl>\n"
      "<dt>Found<dd>{}, {}\n<dt>Launches<dd>{}\n<dt>Device<dd>{}\n"
      "<dt>Schedule<dd>seed {}\n<dt>Counted on<dd>{}\n"
      "<dt>This page again<dd><code>{}</code>\n</dl>\n",
      facts.good ? "good" : "bad", escape_html(facts.ending),
      count_words(errors, "error"),
      count_words(run.diagnostics.size() - errors, "warning"),
      run.launches.size(), escape_html(run.device), run.schedule,
      escape_html(run.counted_on.empty() ? "nothing: no kernel ran"
                                         : run.counted_on),
      escape_html(facts.command, kMostText));
  if (facts.words.empty()) return out;
  return out + fmt::format(
                   "<details>\n<summary>What the check printed</summary>\n"
                   "<pre class=printed>{}</pre>\n</details>\n",
                   escape_html(facts.words, kMostPrinted));
}

}  // namespace learn
