// SPDX-License-Identifier: MIT
// A copy of a right lesson, to be broken in one place.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "runner/base/scratch.h"
#include "runner/base/text_file.h"
#include "runner/contract/contract.h"

/// The fixture 90_adds in a folder of its own; paths are relative to that.
class LessonCopy {
 public:
  LessonCopy() {
    for (const auto* part : {"lessons", "solutions"}) {
      std::filesystem::create_directories(scratch_.path() / part);
      std::filesystem::copy(std::filesystem::path(FIXTURES) / part / "90_adds",
                            scratch_.path() / part / "90_adds",
                            std::filesystem::copy_options::recursive);
    }
  }

  learn::Place place() const { return {scratch_.path(), BUILD}; }
  learn::Lesson lesson() const {
    return learn::read_lesson(place(), "90_adds");
  }
  std::string get(const std::string& file) const {
    return learn::read_text(scratch_.path() / file);
  }
  void put(const std::string& file, const std::string& text) {
    std::filesystem::create_directories((scratch_.path() / file).parent_path());
    learn::write_text(scratch_.path() / file, text);
  }
  void remove(const std::string& file) {
    std::filesystem::remove_all(scratch_.path() / file);
  }
  void replace(const std::string& file, const std::string& from,
               const std::string& to) {
    auto text = get(file);
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    put(file, text.replace(at, from.size(), to));
  }

  /// What `rule` finds wrong, one complaint a line.
  template <typename Rule>
  std::string errors(Rule rule) const {
    learn::Complaints complaints;
    rule(place(), lesson(), complaints);
    return learn::join_lines(complaints.errors);
  }

 private:
  learn::ScratchFolder scratch_;
};

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
