// SPDX-License-Identifier: MIT
#include "runner/lesson/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "runner/lesson/place.h"

namespace learn {
namespace {
constexpr const char* kBlank = " \t\r\n";
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw Stop{"cannot read " + path.string()};
  return text.str();
}

std::optional<std::string> read_foreign(const fs::path& path, size_t most) {
  const int file =
      open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return {};
  struct stat info {};
  std::optional<std::string> text;
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
      static_cast<uint64_t>(info.st_size) <= most) {
    text.emplace(static_cast<size_t>(info.st_size), '\0');
    const auto got = read(file, text->data(), text->size());
    text->resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  }
  close(file);
  return text;
}

void write_text(const fs::path& path, std::string_view text) {
  const auto fresh = path.string() + ".new";
  errno = 0;
  std::ofstream file(fresh, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (!file) {
    error = {errno != 0 ? errno : EIO, std::generic_category()};
  } else {
    fs::rename(fresh, path, error);
  }
  if (!error) return;
  std::error_code ignored;
  fs::remove(fresh, ignored);
  throw Stop{"cannot write " + path.string() + ": " + error.message()};
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

std::string trim(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  const auto end = text.find_last_not_of(kBlank);
  return std::string(text.substr(begin, end - begin + 1));
}

std::string squeeze(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string result, word;
  while (words >> word) result += (result.empty() ? "" : " ") + word;
  return result;
}

std::vector<std::string> dedent(std::vector<std::string> lines) {
  auto shared = std::string::npos;
  for (const auto& line : lines) {
    shared = std::min(shared, line.find_first_not_of(" \t"));
  }
  for (auto& line : lines) line.erase(0, std::min(shared, line.size()));
  return lines;
}

}  // namespace learn
