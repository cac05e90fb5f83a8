// SPDX-License-Identifier: MIT
// What the options of the verb emulate may be: asked before the program starts.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/command/emulate.h"

namespace learn {
namespace {

void require_number(const char* option, const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || text.size() > 19) {
    throw Stop{fmt::format("{} takes a whole number such as 3, not `{}`",
                           option, text)};
  }
}

void require_status(const std::string& text) {
  require_number("--error-exitcode", text);
  if (text.empty()) return;
  const int status = text.size() <= 3 ? std::stoi(text) : 0;
  if (status >= 1 && status <= 255) return;
  throw Stop{fmt::format(
      "--error-exitcode takes a number from 1 to 255, not `{}`", text)};
}

}  // namespace

void require_possible(const EmulateOptions& options) {
  require_number("--schedule", options.schedule);
  require_number("--schedules", options.schedules);
  require_number("--fail", options.fail);
  require_status(options.error_exitcode);
  const std::pair<const std::string&, const char*> files[] = {
      {options.html, "the page"},
      {options.sarif, "the findings"},
      {options.write_suppressions, "the rules"}};
  for (const auto& [file, what] : files)
    if (!file.empty()) require_writable(file, what);
}

}  // namespace learn
