// SPDX-License-Identifier: MIT
// Start and end of the process. The report comes from a destructor of this
// library, which runs after the program's own static destructors.
#include "simt/process/process.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "simt/context/entry.h"
#include "simt/context/work_words.h"
#include "simt/launch/interrupt.h"
#include "simt/launch/print_out.h"
#include "simt/launch/work_run.h"
#include "simt/process/forked.h"
#include "simt/process/imports.h"
#include "simt/process/last_findings.h"
#include "simt/process/open_function.h"
#include "simt/process/signals.h"
#include "simt/report/json.h"
#include "simt/report/suppressions.h"
#include "simt/steps/json.h"

namespace simt::cudart {
namespace {

State* process_state = nullptr;
std::atomic<bool> reported{false};  // or another thread is about to
std::atomic<bool> report_is_out{false};
int exit_status = 0;
// A pointer: start() may run before the code that would make a vector.
const std::vector<report::Suppression>* suppressions = nullptr;
constexpr int kPatienceMs = 1000;  // below kReportSeconds in signals.cpp

void complain(const std::string& sentence) {
  std::fprintf(stderr, "simt: %s\n", sentence.c_str());
}

/// Stops what other threads launched and keeps them out from now on. A thread
/// that does not come out in time is left alone: the report goes first. False
/// then.
bool stop_others(State& s) {
  interrupt_launches();
  for (int i = 0; i < kPatienceMs; ++i) {
    if (s.mutex.try_lock()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

constexpr std::string_view kOpenFiles = "/proc/self/fd/";

/// An open file is written through its descriptor, since a process may be
/// forbidden to open more; another one beside its place.
int open_to_write(const std::string& path) {
  if (!path.starts_with(kOpenFiles)) {
    return open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  }
  const int file = dup(std::atoi(path.c_str() + kOpenFiles.size()));
  // A pipe has no beginning.
  [[maybe_unused]] const bool emptied =
      ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0;
  return file;
}

/// Puts `text` at `path` so that a reader sees all of it or none; but for an
/// open file, which has no neighbours. Asks the C library for no memory: the
/// program may have destroyed its heap. `option` named the path.
void write_file(const std::string& path, const std::string& text,
                const std::string& option) {
  const bool open_file = path.starts_with("/proc/");
  const std::string part =
      open_file ? path : path + "." + std::to_string(getpid()) + ".part";
  const int file = open_to_write(part);
  bool good = file >= 0;
  for (size_t done = 0; good && done < text.size();) {
    const ssize_t more = write(file, text.data() + done, text.size() - done);
    if (more < 0 && errno == EINTR) continue;
    good = more > 0;
    done += good ? static_cast<size_t>(more) : 0;
  }
  if (file >= 0) good = close(file) == 0 && good;
  good = good && (open_file || std::rename(part.c_str(), path.c_str()) == 0);
  if (!good) {
    if (!open_file) std::remove(part.c_str());
    complain("cannot write the report to " + path + "; " + option +
             " must name a file in a folder that exists");
  }
}

/// Where the report goes; empty: nowhere. The file of a child is beside that of
/// its parent, which may still need it; but an open file is the parent's own.
std::string report_path(const State& s) {
  const std::string& path = s.options.json;
  if (fork_suffix().empty()) return path;
  return path.empty() || path.starts_with("/proc/") ? "" : path + fork_suffix();
}

/// Whether there is anything to tell of this process. A child has its own
/// report if it had a device.
bool has_report() {
  if (!process_state || forked_child()) return false;
  return fork_suffix().empty() || device_in_use();
}

/// A wrong name must not look like a program without findings.
void tell_if_none_chosen(const State& s, report::Report& report) {
  const report::Chosen& chosen = s.options.chosen;
  const auto& all = report.launches;
  const bool any =
      std::any_of(all.begin(), all.end(), [&](const report::Launch& launch) {
        return chosen.has(launch.kernel, launch.index);
      });
  if (chosen.all() || all.empty() || any) return;
  report.unseen.emplace_back(
      "none of the launches is one that SIMT_KERNEL and SIMT_LAUNCHES choose");
}

report::Report finished_report(State& s) {
  report::Report report = s.session.report();
  report.emulator = SIMT_VERSION;
  for (const Device& device : s.devices) {
    if (!report.device.empty()) report.device += ",";
    report.device += device.profile->name;
  }
  report.longest = report::longest_of(report.launches);
  report.schedule = s.options.schedule;
  report.counted_on = s.counted_on;
  report.refused = s.refused;
  report.unwatched = s.watch.unwatched();
  tell_if_none_chosen(s, report);
  if (suppressions)
    report::suppress(report, *suppressions, s.working_directory);
  const Profile& profile = *s.devices.front().profile;
  report.trace.device = {
      .name = std::string(profile.name),
      .multiprocessors = s.devices.front().sms,
      .warps = profile.max_threads_per_sm / kWarpSize,
      .blocks = profile.max_blocks_per_sm,
      .shared_bytes = profile.shared_per_sm,
      .registers = static_cast<uint64_t>(profile.registers_per_sm)};
  if (report.trace.summary && profile.banks == Banks::kHalfWarp)
    report.trace.device.banks = 16;
  if (report.trace.summary && profile.banks == Banks::kKepler)
    report.trace.device.bank_bytes = 8;
  return report;
}

void print_text(State& s, const report::Report& report) {
  const bool full = s.options.text == TextReport::kFull;
  if (s.options.text == TextReport::kNever) return;
  const bool silent = report.diagnostics.empty() && report.unseen.empty();
  if (!full && silent) return;
  report::TextOptions text;
  text.color = s.options.color && isatty(STDERR_FILENO) == 1;
  text.hints = s.options.hints;
  text.table = full;
  text.root = s.working_directory;
  text.sources = s.options.sources;
  const std::string written = report::to_text(report, text);
  std::fwrite(written.data(), 1, written.size(), stderr);
}

/// Reads the rules of SIMT_SUPPRESSIONS. What is wrong with them, or "".
std::string read_suppressions(const std::string& path) {
  if (path.empty()) return "";
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  if (!file.good() && !file.eof())
    return "SIMT_SUPPRESSIONS=" + path + " cannot be read";
  std::string error;
  suppressions = new std::vector<report::Suppression>(
      report::parse_suppressions(text, error));
  return error.empty() ? "" : "SIMT_SUPPRESSIONS=" + path + ": " + error;
}

/// Tells the runner that this library is the one that was loaded.
void shake_hands() {
  const char* path = std::getenv("SIMT_HANDSHAKE");
  if (!path || !*path) return;
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return;
  constexpr char kVersion[] = SIMT_VERSION "\n";
  // The runner takes an empty file as no answer, so a failure needs no word.
  [[maybe_unused]] const auto written =
      write(file, kVersion, sizeof(kVersion) - 1);
  close(file);
}

/// A file that the process writes: from the folder where it began, as the
/// program may change it; %p becomes the number of the process. A child by fork
/// has what its parent has, and fork_suffix().
std::string file_of(const std::filesystem::path& here, std::string name) {
  if (name.empty()) return name;
  for (size_t at = name.find("%p"); at != name.npos; at = name.find("%p", at))
    name.replace(at, 2, std::to_string(getpid()));
  return (here / name).string();
}

// What is registered before the C library starts the program would only be
// called after finish(): the first call of the API comes later.
void watch_exit() {
  static const int kRegistered =
      on_exit([](int status, void*) { exit_status = status; }, nullptr);
  (void)kRegistered;
}

__attribute__((constructor)) void start() {
  shake_hands();
  std::string error;
  Options options = read_options(
      [](const char* name) -> const char* { return std::getenv(name); }, error);
  if (error.empty()) error = read_suppressions(options.suppressions);
  if (!error.empty()) {
    complain(error);
    _exit(2);
  }
  std::error_code ignored;
  const auto here = std::filesystem::current_path(ignored);
  options.json = file_of(here, options.json);
  options.steps = file_of(here, options.steps);
  try {
    process_state = new State(std::move(options));
  } catch (const std::bad_alloc&) {
    complain(
        "cannot reserve addresses for device memory; raise the limit that "
        "`ulimit -v` shows");
    _exit(2);
  }
  process_state->working_directory = here.string();
  if (imports_any({"cudaStreamCreate", "cudaStreamCreateWithFlags",
                   "cudaStreamCreateWithPriority"})) {
    process_state->streams.expect_more();
  }
  // quick_exit runs no destructors, and has no status to tell.
  std::at_quick_exit([] { write_reports(Ending::kNoticed); });
  watch_forks(*process_state);
  give_state(*process_state);
  watch_entries(
      [] {
        watch_exit();
        enter_library();
      },
      leave_library);
  install_signal_handlers(write_reports);
}

/// Runs what waits in streams: what is wrong with it must be told. Not where a
/// launch of another thread was stopped.
void finish_work() {
  if (!has_report() || reported || interrupted()) return;
  Entry entry;
  finish_at_end(entry.state());
}

/// A second thread that calls exit() finds what the first left to do, which
/// may be nothing, and ends the process at once: here it waits for the report.
void wait_for_report(int, void*) {
  if (report_is_out) return;
  on_exit(wait_for_report, nullptr);  // for a third one
  report_is_out.wait(false);
}

__attribute__((destructor)) void finish() {
  on_exit(wait_for_report, nullptr);
  finish_work();
  write_reports(exit_status == 0 ? Ending::kDone : Ending::kNoticed);
  report_is_out = true;
  report_is_out.notify_all();
}

/// As SIMT_JSON and SIMT_JSON_PARTS ask; the report is as before when it is
/// written.
void write_json(const State& s, const std::string& path,
                report::Report& report) {
  report::Report left_out;
  const auto exchange = [&] {
    if (s.options.json_parts == report::Parts::kAll) return;
    std::swap(report.launches, left_out.launches);
    std::swap(report.trace, left_out.trace);
  };
  exchange();
  write_file(path, report::to_json(report, s.working_directory), "SIMT_JSON");
  exchange();
}

}  // namespace

void write_reports(Ending ending) {
  if (!has_report() || reported.exchange(true)) return;
  State& s = *process_state;
  const bool asked = interrupted();
  const bool alone = stop_others(s);
  if (asked && alone) finish_all(s);  // says where a launch stands
  print_lost(s);
  s.watch.guard.open_all();
  tell_host_races(s);
  std::fflush(stdout);  // what the program printed comes first
  if (asked && ending == Ending::kCut) tell_open_function(s);
  add_last_findings(s, ending);
  report::Report report = finished_report(s);
  if (const std::string path = report_path(s); !path.empty())
    write_json(s, path, report);
  if (!s.options.steps.empty() && fork_suffix().empty()) {
    s.steps.emulator = report.emulator;
    s.steps.device = report.device;
    s.steps.schedule = report.schedule;
    write_file(s.options.steps, steps::to_json(s.steps, s.working_directory),
               "SIMT_STEPS");
  }
  print_text(s, report);
}

}  // namespace simt::cudart
