// SPDX-License-Identifier: MIT
// Writes the table of an explorer, which a page of the book reads:
//   simt_explore KERNELS.ptx NAME                 every choice, as a script
//   simt_explore KERNELS.ptx NAME stride=4 ...    one choice, as JSON
#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "simt/explore/explorer.h"

namespace {

namespace explore = simt::explore;

explore::Explorer find(const std::string& name) {
  std::string names;
  for (const auto& explorer :
       {explore::banks(), explore::sectors(), explore::shuffles(),
        explore::occupancy(), explore::reduction(), explore::grid_barrier(),
        explore::warpgroup()}) {
    if (explorer.name == name) return explorer;
    names += " " + explorer.name;
  }
  throw std::runtime_error("there is no explorer " + name + ":" + names);
}

std::string text_of(const char* path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(std::string(path) + " cannot be read");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void print(explore::Rig& rig, const explore::Explorer& explorer,
           const std::vector<std::string>& words) {
  if (!words.empty()) {
    const auto result =
        explorer.answer(rig, explore::choice_of(explorer, words));
    std::printf("%s\n", explore::json_of(result).c_str());
    return;
  }
  // A script, for a page that is opened from a folder cannot fetch a file.
  std::printf("(globalThis.explorerTables ||= {}).%s =\n%s;\n",
              explorer.name.c_str(), explore::table_of(explorer, rig).c_str());
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::fprintf(stderr,
                 "usage: simt_explore KERNELS.ptx NAME [KEY=VALUE]...\n");
    return 2;
  }
  const explore::Explorer explorer = find(argv[2]);
  explore::Rig rig(text_of(argv[1]));
  print(rig, explorer, {argv + 3, argv + argc});
} catch (const std::exception& problem) {
  std::fprintf(stderr, "simt_explore: %s\n", problem.what());
  return 2;
}
