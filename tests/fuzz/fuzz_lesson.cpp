// SPDX-License-Identifier: MIT
// Any lesson.toml: either a lesson whose numbers are in their ranges, or one
// sentence that names the file.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "runner/base/stop.h"
#include "runner/lesson/lesson.h"

namespace {

constexpr const char* kName = "01_any";

void require(bool holds) {
  if (!holds) std::abort();
}

/// A repository with one lesson, removed when the process ends.
class Scratch {
 public:
  Scratch() {
    char name[] = "/tmp/fuzz_lesson_XXXXXX";
    require(mkdtemp(name) != nullptr);
    place.root = name;
    std::filesystem::create_directories(folder());
  }
  ~Scratch() { std::filesystem::remove_all(place.root); }
  std::filesystem::path folder() const {
    return place.root / "lessons" / kName;
  }

  learn::Place place;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Scratch scratch;
  std::ofstream(scratch.folder() / "lesson.toml", std::ios::binary)
      .write(reinterpret_cast<const char*>(data),
             static_cast<std::streamsize>(size));
  try {
    const auto lesson = learn::read_lesson(scratch.place, kName);
    require(lesson.part >= 1 && lesson.part <= 9);
    require(!lesson.cases.empty() && lesson.points() >= 0);
    require(!lesson.title.empty() && !lesson.goal.empty());
    for (const auto& one : lesson.cases) {
      require(one.asks.find('\n') == std::string::npos);
    }
  } catch (const learn::Stop& stop) {
    require(stop.sentence.find("lesson.toml") != std::string::npos);
  }
  return 0;
}
