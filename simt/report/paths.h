// SPDX-License-Identifier: MIT
// Paths and foreign text made fit to print: relative to a root, control
// characters written out.
#pragma once

#include <string>

namespace simt::report {

/// `path` relative to `root` when it lies under it, without "./" and "..";
/// otherwise the file's own name, so that no absolute path is ever printed.
/// Empty stays empty.
std::string relative_path(const std::string& path, const std::string& root);

/// Control characters (also 0x7f and C1 in UTF-8) as \xNN, a tab as a blank,
/// so that a name cannot move a terminal's cursor.
std::string printable(const std::string& text);

}  // namespace simt::report
