// SPDX-License-Identifier: MIT
// What a device knows is in the CUDA C++ Programming Guide, "Format
// specifiers"; simt/machine/printf.h reads the formats.
#include "simt/checks/format_check.h"

#include <string_view>

#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

constexpr size_t kMost = 64;  // a format may be made while the kernel runs

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// "%-8zx" to "%-8llx": the conversion with another length, and at its end
/// `kind`.
std::string with_length(const std::string& conversion, const char* length,
                        char kind) {
  const size_t end = conversion.find_first_of("hlLqjztnCS", 1);
  return "`" + conversion.substr(0, end) + length + kind + "`";
}

bool is_signed(char kind) { return kind == 'd' || kind == 'i'; }
bool is_integer(char kind) { return has("diouxX", {&kind, 1}); }

/// What stands for it in a format that the device knows.
std::string remedy(const std::string& conversion) {
  const char kind = conversion.back();
  if (has(conversion, ".*")) {
    return "a number after the point: a `*` stands for the width alone";
  }
  if (kind == 'n') return "no `%n`: count the characters in the program";
  if (kind == 'C' || kind == 'S') {
    return with_length(conversion, "", kind == 'C' ? 'c' : 's');
  }
  if (has(conversion, "L") && !is_integer(kind)) {
    return with_length(conversion, "", kind) +
           ": a kernel's long double is a double";
  }
  if (!is_integer(kind)) return "`%%` for a percent sign";
  if (has(conversion, "hh")) {
    return with_length(conversion, "", kind) + ", and the argument as (" +
           (is_signed(kind) ? "signed" : "unsigned") + " char)";
  }
  return with_length(conversion, "ll", kind) + ", and the argument as (" +
         (is_signed(kind) ? "long long)" : "unsigned long long)");
}

}  // namespace

void FormatCheck::on_format_error(const FormatError& error) {
  if (error.pc >= scene_.kernel().info.size()) return;
  const Key key{scene_.index().site_of(error.pc), error.conversion};
  if (found_.size() == kMost && !found_.contains(key)) return;
  auto [entry, fresh] = found_.try_emplace(key);
  if (fresh) entry->second.first = error;
  ++entry->second.count;
}

report::Diagnostic FormatCheck::describe(const Found& found) const {
  const FormatError& error = found.first;
  const std::string conversion = "`" + error.conversion + "`";
  const std::string thread = scene_.thread_name(error.at.warp, error.lane);
  report::Diagnostic d =
      scene_.start("printf-format", report::Severity::kWarning);
  d.count = found.count;
  d.places = {scene_.place(error.pc,
                           thread + " of block " +
                               scene_.block_name(error.at.block) +
                               " prints here",
                           error.at, error.lane)};
  if (error.kind == FormatError::Kind::kLeftOut) {
    d.message = conversion +
                " comes after the last argument that `printf` in a "
                "kernel can have";
    d.notes = {{"type", "a second call for the rest"}};
    d.why =
        "a call has at most 32 arguments beside the format; a conversion "
        "after them is printed as it stands";
  } else {
    d.message = "`printf` in a kernel does not know " + conversion;
    d.notes = {{"type", remedy(error.conversion)}};
    d.why =
        "a GPU does not read such an argument as C does, so the text is wrong "
        "there; here it is printed as C does";
  }
  d.seen = found.count == 1 ? "once in this launch"
                            : std::to_string(found.count) +
                                  " times in this launch; the first is shown";
  return d;
}

void FormatCheck::on_launch_end(const Executions&) {
  for (const auto& [key, found] : found_) scene_.add(describe(found));
  found_.clear();
}

}  // namespace simt::checks
