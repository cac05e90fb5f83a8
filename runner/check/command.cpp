// SPDX-License-Identifier: MIT
// How a program of a lesson is started: its library, its machine, and no
// setting of the shell.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/tools.h"
#include "runner/check/judge.h"

namespace learn {

std::vector<std::string> settings_of_shell() {
  std::vector<std::string> names;
  for (char** one = environ; one != nullptr && *one != nullptr; ++one) {
    const std::string_view text(*one);
    if (!text.starts_with("SIMT_")) continue;
    names.emplace_back(text.substr(0, text.find('=')));
  }
  return names;
}

std::string case_filter(const std::string& name) {
  std::string filter;
  for (const char c : name) {
    if (c == ',' || c == '\\') filter += '\\';
    filter += c;
  }
  return filter;
}

void set_machine(const Lesson& lesson, Command& command) {
  const auto set = [&](const char* name, const std::string& value) {
    command.environment.emplace_back(name, value);
  };
  if (lesson.sms > 0) set("SIMT_SMS", std::to_string(lesson.sms));
  if (lesson.launch_limit > 0)
    set("SIMT_LIMIT", std::to_string(lesson.launch_limit));
  if (lesson.any_block_first) set("SIMT_BLOCK_ORDER", "any");
  if (!lesson.devices.empty())
    set("SIMT_DEVICE", fmt::format("{}", fmt::join(lesson.devices, ",")));
}

Command emulator_command(const fs::path& folder, const std::string& remedy) {
  if (!fs::exists(folder / "libcudart.so.13"))
    throw Stop{"libcudart.so.13 is missing. " + remedy};
  auto path = folder.string();
  if (const char* old = std::getenv("LD_LIBRARY_PATH"); old && *old) {
    path += std::string(":") + old;
  }
  return {{}, {{"LD_LIBRARY_PATH", path}}, {}};
}

Command program_command(const Place& place, const std::string& target,
                        bool gpu) {
  const auto library = gpu ? tools().cuda_root / "lib64" : place.emulator();
  auto command = emulator_command(library, "Type ./learn doctor");
  command.argv = {place.program(target).string()};
  command.folder = place.root;
  return command;
}

Command check_command(const Place& place, const std::string& target, bool gpu) {
  auto command = program_command(place, target, gpu);
  command.environment.emplace_back("NO_COLOR", "1");
  return command;
}

}  // namespace learn
