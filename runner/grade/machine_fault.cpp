// SPDX-License-Identifier: MIT
// Goes by known sentences of the compiler's tools, by signals, free space and
// the kernel's count of killed processes. A line that names a source may be the
// student's words, and proves nothing.
#include "runner/grade/machine_fault.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <cctype>
#include <csignal>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>

#include "runner/base/text_file.h"
#include "runner/process/limits.h"

namespace learn {
namespace {

constexpr uint64_t kLittleDisk = 16 << 20;  // bytes: a compiler needs more

/// What tools print, and what it means. Texts are the C library's.
struct Sign {
  const char* text;
  const char* meaning;
};
constexpr const char* kNotWritten = "the compiler could not write its output";
constexpr Sign kSigns[] = {
    {"No space left on device", "the disk is full"},
    {"Disk quota exceeded", "the disk is full"},
    {"Read-only file system", "the disk cannot be written"},
    {"Input/output error", "the disk cannot be read or written"},
    {"Too many open files in system", "the system has no files left"},
    {"Resource temporarily unavailable", "no other process can be started"},
    {"Cannot fork", "no other process can be started"},
    {"died due to signal 9", "the compiler was killed from outside"},
    {"Killed signal terminated", "the compiler was killed from outside"},
    {"when writing output to", kNotWritten},
    {"error writing to", kNotWritten},
    {"error while writing", kNotWritten},
    {"can't write", kNotWritten},
    {"cannot open output file", kNotWritten},
};
constexpr const char* kMemoryGone[] = {
    "out of memory", "Cannot allocate memory", "virtual memory exhausted",
    "std::bad_alloc", "memory exhausted"};

/// Lines about a place in the source begin so. A student can put any text there
/// (static_assert).
bool names_source(const std::string& line) {
  for (const auto* ending : {".cu", ".cuh", ".h", ".hpp"}) {
    const auto at = line.find(ending);
    if (at == std::string::npos) continue;
    const auto next = at + std::strlen(ending);
    const bool place = next + 1 < line.size() &&
                       (line[next] == '(' || line[next] == ':') &&
                       std::isdigit(static_cast<unsigned char>(line[next + 1]));
    if (place) return true;
  }
  return false;
}

/// What the tools said before they spoke of the source: what follows may be
/// the student's words, empty lines and all.
std::string own_lines(const std::string& output) {
  std::string own;
  for (const auto& line : split_lines(output)) {
    if (names_source(line)) break;
    own += line + "\n";
  }
  return own;
}

bool is_full(const fs::path& folder) {
  struct statvfs facts {};
  if (statvfs(folder.c_str(), &facts) != 0) return false;
  const auto bytes = uint64_t(facts.f_bavail) * facts.f_frsize;
  return bytes < kLittleDisk || (facts.f_files > 0 && facts.f_favail == 0);
}

/// What puts up the walls failed before the program began.
std::string fault_of_walls(const Outcome& outcome) {
  const auto text = outcome.err.text();
  if (outcome.ok() || text.rfind("bwrap: ", 0) != 0) return {};
  return "bubblewrap could not start it: " + split_lines(text).front();
}

bool killed(const Outcome& outcome) {
  return outcome.end == Outcome::End::kSignalled && outcome.code == SIGKILL &&
         outcome.limit == Outcome::Limit::kNone;
}

/// One that used what it may have is the source's affair, and so is one that
/// asked for more at once than it may have: then this machine still has some.
bool had_enough(const Outcome& outcome, uint64_t memory, uint64_t available) {
  const uint64_t half = memory_granted(memory) / 2;
  return outcome.peak >= half || available >= half;
}

}  // namespace

uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (uint64_t kilobytes = 0; file >> name >> kilobytes;) {
    if (name == "MemAvailable:") return kilobytes << 10;
    std::getline(file, unit);
  }
  return 0;
}

std::string fault_of_build(const Outcome& outcome, uint64_t memory,
                           const fs::path& folder, uint64_t available,
                           bool words) {
  if (outcome.end == Outcome::End::kNotStarted) {
    return fmt::format("the compiler could not be started: {}",
                       std::string(strerrordesc_np(outcome.code)));
  }
  if (outcome.limit != Outcome::Limit::kNone) return {};
  if (killed(outcome)) return "the compiler was killed from outside";
  if (const auto walls = fault_of_walls(outcome); !walls.empty()) return walls;
  std::error_code error;
  if (!fs::exists(folder, error)) return "the folder that it works in is gone";
  const auto output = outcome.out.text() + "\n" + outcome.err.text();
  const auto own = own_lines(output);
  for (const auto& sign : kSigns) {
    if (words && own.find(sign.text) != std::string::npos) return sign.meaning;
  }
  for (const auto* text : kMemoryGone) {
    // Facts beside words: the course's small exercise may have had enough.
    if (!had_enough(outcome, memory, available) &&
        own.find(text) != std::string::npos) {
      return "there was no memory for the compiler";
    }
  }
  if (is_full(folder)) return "the disk is full";
  return words && trim(output).empty() ? "the compiler failed and said nothing"
                                       : "";
}

std::string fault_of_run(const Outcome& outcome, const Word& word,
                         uint64_t memory, uint64_t available) {
  // What ended for want of what it had used up itself.
  if (outcome.limit == Outcome::Limit::kMemory) return {};
  if (!word.machine.empty()) return word.machine;
  if (killed(outcome)) {
    return "the check was killed from outside, perhaps since this machine had "
           "no memory";
  }
  if (word.no_memory && !had_enough(outcome, memory, available))
    return "there was no memory for the check";
  if (word.began) return {};
  if (const auto walls = fault_of_walls(outcome); !walls.empty()) return walls;
  const auto said = split_lines(outcome.err.text());
  return "the check could not be started" +
         (said.empty() ? std::string() : ": " + said.front());
}

uint64_t oom_kills() {
  std::ifstream file("/proc/vmstat");
  uint64_t count = 0;
  for (std::string name; file >> name >> count;) {
    if (name == "oom_kill") return count;
  }
  return 0;
}

std::string fault_of_verdict(const Verdict& verdict, uint64_t before) {
  bool killed_call = false, own_limit = false;
  for (const auto& run : verdict.runs) {
    own_limit |= run.outcome.limit == Outcome::Limit::kMemory;
    killed_call |= run.killed_call;
  }
  if (!killed_call || own_limit || oom_kills() == before) return {};
  return "this machine had no memory, and its kernel killed processes";
}

std::string without_paths(const std::string& text) {
  constexpr std::string_view kNoName = " \t\r\n:;,()[]<>\"'`*";
  const auto in_name = [&](char c) {
    return c != '/' && kNoName.find(c) == std::string_view::npos;
  };
  std::string shown;
  for (size_t at = 0; at < text.size();) {
    const bool inside =
        at > 0 && (in_name(text[at - 1]) || text[at - 1] == '/');
    auto end = at;
    size_t names = 0, last = at;
    while (!inside && end + 1 < text.size() && text[end] == '/' &&
           in_name(text[end + 1])) {
      last = ++end;
      while (end < text.size() && in_name(text[end])) ++end;
      ++names;
    }
    if (names < 2) end = last = at;  // no path of ours, or the word "/name"
    if (end == at) ++end;
    shown += text.substr(last, end - last);
    at = end;
  }
  return shown;
}

std::string without_scratch(std::string text) {
  constexpr std::string_view kName = "lockstep-learn-";
  for (auto at = text.find(kName); at != std::string::npos;
       at = text.find(kName)) {
    const auto before = text.find_last_of(" \"'\n", at);
    const auto begin = before == std::string::npos ? 0 : before + 1;
    const auto end = text.find_first_of("/ \"'\n:", at);
    const bool slash = end != std::string::npos && text[end] == '/';
    text.erase(begin, end == std::string::npos ? end : end - begin + slash);
  }
  return text;
}

}  // namespace learn
