// SPDX-License-Identifier: MIT
// What a verdict asks of the emulator's report. Knows nothing of JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "runner/base/place.h"
#include "simt/report/report.h"

namespace learn {

constexpr size_t kMostReport = 256 << 20;  // bytes

/// The findings of the report in `file`, without its launches and its trace;
/// nothing when there is none. Throws Stop when it has more than `most` bytes:
/// the program may have written it.
std::optional<simt::report::Report> read_emulator_report(
    const fs::path& file, size_t most = kMostReport);

/// Why `report` may lack a finding that decides, as a sentence without a full
/// stop; "" when it lacks none.
std::string doubt(const simt::report::Report& report);

/// "lessons/13_bank_conflicts/exercise.cu:12", where the finding begins; ""
/// when it has no place.
std::string where(const simt::report::Diagnostic& finding);

}  // namespace learn
