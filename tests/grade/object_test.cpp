// SPDX-License-Identifier: MIT
// The object files of submissions, those that fuzzing begins with: an assembler
// line in a region can put any table into one.
#include <doctest/doctest.h>

#include <string>

#include "runner/base/place.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/grade/object_file.h"

namespace fs = learn::fs;

TEST_SUITE("object") {
  TEST_CASE("a whole object file has its names") {
    const auto object = learn::read_object(
        learn::read_text(ROOT "/tests/fuzz/corpus/object/plain.elf"), "it");
    CHECK(object.defined.size() == 1);
    CHECK(object.needed.empty());
  }

  TEST_CASE("one whose tables cannot be is refused") {
    int count = 0;
    for (const auto& entry :
         fs::directory_iterator(ROOT "/tests/fuzz/corpus/object")) {
      const auto name = entry.path().filename().string();
      if (!name.starts_with("damaged_")) continue;
      INFO(name);
      ++count;
      std::string sentence;
      try {
        learn::read_object(learn::read_text(entry.path()), "it");
      } catch (const learn::Stop& stop) {
        sentence = stop.sentence;
      }
      CHECK(sentence == "it is no whole object file");
    }
    CHECK(count == 9);
  }
}
