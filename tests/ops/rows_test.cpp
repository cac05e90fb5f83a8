// SPDX-License-Identifier: MIT
// Each row of simt/ops that only computes is reached by a form of forms.py, and
// so compared with a GPU, or stands in unrecorded.txt below what tests it:
//   rows_test MODULES UNRECORDED
// Knows nothing of values.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "simt/ops/table.h"
#include "simt/program/program.h"
#include "simt/ptx/module.h"

namespace {

namespace fs = std::filesystem;
using simt::ops::Op;

/// Adds the rows that a module's instructions have; false: it has no kernel.
bool add_rows(const fs::path& path, std::set<const Op*>& reached) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  simt::ptx::ParseError error;
  const auto module = simt::ptx::parse(text.str(), error);
  const auto* test = module ? module->find_function("test") : nullptr;
  std::string why;
  const auto kernel = test != nullptr
                          ? simt::program::decode(*module, *test, {}, why)
                          : nullptr;
  if (kernel == nullptr) return false;
  for (const auto& info : kernel->info) reached.insert(info.op);
  return true;
}

/// The rows that the file names: its lines without comments.
std::set<std::string> read_unrecorded(const char* path) {
  std::set<std::string> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') rows.insert(line);
  return rows;
}

/// Its results and nothing else; a comparison is a result, too.
bool only_computes(const Op& row) {
  using simt::ops::Does;
  return row.event == simt::ops::Event::kNothing &&
         (row.does == Does::kNoMore || row.does == Does::kDecides);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: rows_test MODULES UNRECORDED\n");
    return 2;
  }
  std::set<const Op*> reached;
  size_t modules = 0, rows = 0, wrong = 0;
  for (const auto& entry : fs::directory_iterator(argv[1]))
    modules += add_rows(entry.path(), reached) ? 1 : 0;
  std::set<std::string> unrecorded = read_unrecorded(argv[2]);
  for (const auto family : simt::ops::table()) {
    for (const Op& row : family) {
      if (!only_computes(row)) continue;
      ++rows;
      const std::string syntax(row.syntax);
      if (reached.contains(&row) || unrecorded.erase(syntax) != 0) continue;
      ++wrong;
      std::printf(
          "`%s`: no form of tests/ops/forms.py reaches this row; "
          "tests/ops/README.md says how to add one\n",
          syntax.c_str());
    }
  }
  for (const std::string& syntax : unrecorded) {
    ++wrong;
    std::printf(
        "`%s`: tests/ops/unrecorded.txt names it, but a form reaches this row "
        "or there is none\n",
        syntax.c_str());
  }
  std::printf("%zu modules, %zu rows that only compute, %zu faults\n", modules,
              rows, wrong);
  return wrong == 0 && modules > 0 && rows > 0 ? 0 : 1;
}
