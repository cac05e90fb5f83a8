// SPDX-License-Identifier: MIT
// The reports of a run that may have several processes: which file is whose,
// and where each goes. Inside this room only.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "runner/base/place.h"

namespace learn {

/// `%p` in a file's name stands for the number of a process.
std::string with_process(std::string file, pid_t process);
bool names_process(const std::string& file);

/// One process's report in the folder of a run.
struct ProcessReport {
  fs::path file;
  pid_t process = 0;  // of a child by fork, that of its parent
  std::string forks;  // "", ".fork1", ".fork1.fork2"
};

/// All reports in `folder`: those of process `first` and of its children by
/// fork, then those of the other processes by their numbers.
std::vector<ProcessReport> reports_in(const fs::path& folder, pid_t first);

/// The report of process `first`. Where it has none but all are of one process
/// that it started, of that one. "" else.
fs::path main_report(const fs::path& folder, pid_t first);

/// Copies the reports to where `json` says. With %p each process has a file of
/// that name; else the first has `json`, others `json`.2 and so on, and a child
/// by fork what its parent has and `.fork1`.
void deliver_reports(const fs::path& folder, pid_t first,
                     const std::string& json);

}  // namespace learn
