// SPDX-License-Identifier: MIT
// Small helpers on text and text files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace learn {

/// The whole file; throws Stop when it cannot be read.
std::string read_text(const std::filesystem::path& path);
/// A file that somebody else made: nothing when it is no plain file (a link, a
/// pipe, a folder), or longer than `most` bytes. Never waits.
std::optional<std::string> read_foreign(const std::filesystem::path& path,
                                        size_t most);
/// Throws Stop when `what` cannot be written to `path`: asked before a run, so
/// that nobody waits for nothing.
void require_writable(const std::filesystem::path& path,
                      const std::string& what);
/// Replaces the file by way of a neighbour, so that no half file is left.
void write_text(const std::filesystem::path& path, std::string_view text);

/// Whether a file that a program named lies in the folder that it is looked for
/// in.
bool stays_inside(const std::filesystem::path& name);

/// Lines without their ends; a last empty piece is dropped.
std::vector<std::string> split_lines(std::string_view text);
std::string join_lines(const std::vector<std::string>& lines);
std::string trim(std::string_view text);
/// 16 hexadecimal digits that follow from `text` (FNV-1a, 64 bits): tells
/// whether something changed, and is no protection against forging.
std::string fingerprint_of(std::string_view text);
/// Runs of white space become one blank, none at the ends.
std::string squeeze(std::string_view text);
/// Removes the indentation that all lines with text share.
std::vector<std::string> dedent(std::vector<std::string> lines);

}  // namespace learn
