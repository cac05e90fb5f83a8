// SPDX-License-Identifier: MIT
// A report as text for a person: the one place that knows how a finding
// looks. The shape is fixed by tests/host/report_text_test.cpp.
#include <algorithm>
#include <string>

#include "simt/report/paths.h"
#include "simt/report/report.h"
#include "simt/report/source.h"
#include "simt/report/style.h"
#include "simt/report/table.h"

namespace simt::report {
namespace {

/// Writes one diagnostic.
class Writer {
 public:
  Writer(const TextOptions& options, SourceCache& source)
      : options_(options), source_(source) {}

  std::string write(const Diagnostic& d) {
    paint_ = d.severity == Severity::kError ? Paint::kError : Paint::kWarning;
    gutter_ = gutter_of(d);
    headline(d);
    if (!d.places.empty()) excerpt(d);
    notes(d);
    return std::move(out_);
  }

 private:
  /// Width of the largest line number.
  static size_t gutter_of(const Diagnostic& d) {
    size_t width = 1;
    for (const Place& p : d.places)
      width = std::max(width, std::to_string(p.line).size());
    return width;
  }

  void headline(const Diagnostic& d) {
    const std::string label =
        std::string(name_of(d.severity)) + "[" + d.name + "]";
    const auto lines = wrap(printable(d.message), kColumns - 2);
    std::string first = lines[0];
    std::vector<std::string> rest(lines.begin() + 1, lines.end());
    if (label.size() + 2 + first.size() > kColumns) {
      const auto again =
          wrap(printable(d.message), kColumns - label.size() - 2);
      first = again[0];
      rest.assign(again.begin() + 1, again.end());
    }
    out_ += painted(label, paint_, options_.color) +
            painted(": ", Paint::kBold, options_.color) +
            painted(first, Paint::kBold, options_.color) + "\n";
    for (const std::string& line : rest)
      out_.append("  ").append(painted(line, Paint::kBold, options_.color)) +=
          "\n";
  }

  void bar(const std::string& number, const std::string& text) {
    std::string left(gutter_ - std::min(gutter_, number.size()), ' ');
    out_ += painted(left + number + " |", Paint::kGutter, options_.color);
    if (!text.empty()) out_.append(" ").append(text);
    out_ += "\n";
  }

  void arrow(const std::string& sign, const std::string& where) {
    out_ += std::string(gutter_, ' ') +
            painted(sign, Paint::kGutter, options_.color) + " " + where + "\n";
  }

  std::string position(const Place& p) const {
    if (p.file.empty()) return "no source line (compile with -lineinfo)";
    std::string text = printable(relative_path(p.file, options_.root));
    if (p.line > 0) text += ":" + std::to_string(p.line);
    if (p.line > 0 && p.column > 0) text += ":" + std::to_string(p.column);
    return text;
  }

  void excerpt(const Diagnostic& d) {
    const Place& first = primary_place(d);
    arrow("-->", position(first));
    bar("", "");
    std::vector<const Place*> order;
    for (const Place& p : d.places) order.push_back(&p);
    // The primary place's file comes first, then by line.
    std::stable_sort(order.begin(), order.end(),
                     [&](const Place* a, const Place* b) {
                       const bool other_a = a->file != first.file;
                       const bool other_b = b->file != first.file;
                       if (other_a != other_b) return other_b;
                       if (a->file != b->file) return a->file < b->file;
                       return a->line < b->line;
                     });
    const Place* before = nullptr;
    for (const Place* p : order) {
      if (before != nullptr && before->file != p->file)
        arrow(":::", position(*p));
      if (before == nullptr || before->file != p->file ||
          before->line != p->line)
        source_line(*p);
      mark(*p, p == &first);
      before = p;
    }
    bar("", "");
  }

  void source_line(const Place& p) {
    if (p.file.empty() || p.line == 0) return;
    const auto text = source_.line(p.file, p.line);
    bar(std::to_string(p.line),
        text ? clipped(*text, kColumns - gutter_ - 3) : "");
  }

  void mark(const Place& p, bool is_primary) {
    const bool shown = source_.line(p.file, p.line).has_value();
    const size_t indent = shown && p.column > 0 ? size_t(p.column) - 1 : 0;
    std::string text = printable(p.what);
    if (p.number > 0)
      text.insert(0, std::string("(").append(std::to_string(p.number)) += ") ");
    const std::string sign =
        painted(is_primary ? "^" : "-", is_primary ? paint_ : Paint::kGutter,
                options_.color);
    const size_t room = kColumns - gutter_ - 5;
    if (indent > room / 2 && indent + text.size() > room) {
      // Far to the right there is no room for words: they go below the mark.
      if (indent <= room) bar("", std::string(indent, ' ') + sign);
      for (const std::string& line : wrap(text, room)) bar("", line);
      return;
    }
    const auto lines = wrap(text, room - indent);
    bar("", std::string(indent, ' ') + sign + " " + lines[0]);
    for (size_t i = 1; i < lines.size(); ++i)
      bar("", std::string(indent + 2, ' ') + lines[i]);
  }

  void notes(const Diagnostic& d) {
    std::vector<std::pair<std::string, std::string>> rows;
    std::vector<std::pair<std::string, std::string>> after;
    for (const Note& note : d.notes)
      (note.key == "note" ? after : rows).push_back({note.key, note.text});
    if (!d.why.empty()) rows.push_back({"why", d.why});
    rows.insert(rows.end(), after.begin(), after.end());
    if (!d.seen.empty()) rows.push_back({"seen", d.seen});
    if (d.launches > 1)
      rows.push_back({"also", "in " + std::to_string(d.launches - 1) +
                                  " other launches of this kernel"});
    else if (!d.site.empty() && d.count > 1)
      rows.push_back(
          {"also", std::to_string(d.count - 1) + " more of the same"});
    if (options_.hints && !d.hint.empty()) rows.push_back({"hint", d.hint});
    rows.push_back({"learn", page_of(d)});
    size_t key_width = 0;
    for (const auto& [key, text] : rows)
      key_width = std::max(key_width, key.size());
    for (const auto& [key, text] : rows) note_row(key, key_width, text);
  }

  void note_row(const std::string& key, size_t key_width,
                const std::string& text) {
    const size_t used = gutter_ + 3 + key_width + 2;
    const auto lines = wrap(printable(text), kColumns - used);
    const std::string pad(key_width - key.size() + 1, ' ');
    out_ += std::string(gutter_ + 1, ' ') +
            painted("=", Paint::kGutter, options_.color) + " " +
            painted(key + ":", Paint::kBold, options_.color) + pad + lines[0] +
            "\n";
    for (size_t i = 1; i < lines.size(); ++i)
      out_ += std::string(used, ' ') + lines[i] + "\n";
  }

  const TextOptions& options_;
  SourceCache& source_;
  Paint paint_ = Paint::kError;
  size_t gutter_ = 1;
  std::string out_;
};

std::string amount(size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// Which findings are shown: errors before warnings, the first ones of each.
std::vector<bool> chosen(const Report& report, const TextOptions& options) {
  std::vector<bool> shown(report.diagnostics.size());
  size_t left = options.most;
  for (const bool errors : {true, false}) {
    for (size_t i = 0; i < shown.size() && left > 0; ++i) {
      if ((report.diagnostics[i].severity == Severity::kError) != errors)
        continue;
      shown[i] = true;
      --left;
    }
  }
  return shown;
}

/// What was left out and how to see it; empty when nothing was.
std::string remainder(const Report& report, const TextOptions& options) {
  size_t errors = 0, warnings = 0;
  const auto shown = chosen(report, options);
  for (size_t i = 0; i < shown.size(); ++i) {
    if (shown[i]) continue;
    ++(report.diagnostics[i].severity == Severity::kError ? errors : warnings);
  }
  std::string text;
  if (errors + warnings > 0) {
    text = "not shown: " + amount(errors, "error") + " and " +
           amount(warnings, "warning") +
           "; SIMT_JSON=FILE writes every one to a file\n";
  }
  if (report.diagnostics_dropped > 0) {
    text += "not kept: " + amount(report.diagnostics_dropped, "warning") +
            " after the first 1000\n";
  }
  if (report.suppressed > 0) {
    text += "suppressed: " + amount(report.suppressed, "finding") +
            ", by SIMT_SUPPRESSIONS, SIMT_KERNEL or SIMT_LAUNCHES\n";
  }
  for (const std::string& why : report.unseen)
    text += "not seen: " + why + "\n";
  if (!options.table) return text;
  for (const auto& [memory, calls] : report.unwatched) {
    text += "not watched: reads by the host of " + memory + ", while work of " +
            amount(calls, "runtime call") + " might write it\n";
  }
  return text;
}

}  // namespace

std::string to_text(const Report& report, const TextOptions& options) {
  SourceCache source(options.sources);
  std::string out;
  const auto shown = chosen(report, options);
  for (const bool errors : {true, false}) {
    for (size_t i = 0; i < shown.size(); ++i) {
      const Diagnostic& d = report.diagnostics[i];
      if (!shown[i] || (d.severity == Severity::kError) != errors) continue;
      if (!out.empty()) out += "\n";
      out += Writer(options, source).write(d);
    }
  }
  const std::string rest = remainder(report, options);
  if (!rest.empty()) out += "\n" + rest;
  if (options.table) {
    const std::string tables = line_tables(report, options, source);
    if (!out.empty() && !tables.empty()) out += "\n";
    out += tables;
  }
  return out;
}

}  // namespace simt::report
