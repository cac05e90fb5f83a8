// SPDX-License-Identifier: MIT
// A report as JSON, schema 1, in both directions. docs/report.md names every
// key. Knows nothing of files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "simt/report/report.h"

namespace simt::report {

/// Two-space indent, keys in the documented order. Paths under `root` become
/// relative to it. What only orders findings and what only the text form shows
/// is left out: of a finding its weight, whether it is stuck, in how many
/// launches it was seen and its hint; of a place its number.
std::string to_json(const Report& report, const std::string& root);

/// What of a report is wanted: all, or no launches and no trace, which are most
/// of it. What from_json does not read stays empty.
enum class Parts : uint8_t { kAll, kFindings };

/// The report that `text` is, as to_json wrote it. A program could have
/// written the text itself: every key is there, each number has a range, and
/// an index of a trace names what is there. Nothing when it is no such report;
/// `why` is then a clause that says where.
std::optional<Report> from_json(std::string_view text, Parts parts,
                                std::string& why);

}  // namespace simt::report
