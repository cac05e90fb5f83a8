// SPDX-License-Identifier: MIT
// What stands on a page between two marks and is written by ./learn dev text:
// the table of the cases, the question, the columns of times. Inside the room
// only.
#pragma once

#include <string>
#include <vector>

#include "runner/contract/contract.h"

namespace learn {

/// A page while its marked parts are compared or, with `update`, rewritten.
struct MarkedPage {
  std::string file;  // as shown to people
  std::string name;  // what ./learn dev text takes for it
  bool update;
  std::vector<std::string>& lines;
  Complaints& complaints;
  bool changed = false;

  /// Complains of line `at`, counted from 0.
  void complain(size_t at, const std::string& what);
};

/// A part between the line `begin` and the line `end`.
struct MarkedPart {
  const char* begin;
  const char* end;
  std::string what;  // "the table is not that of lesson.toml"
};

/// Compares what stands between the marks of `part` with `wanted`; `update`
/// puts it there, and the end mark where it is missing. A page without the
/// mark is left alone. False when there is none.
bool keep_part(MarkedPage& page, const MarkedPart& part,
               std::vector<std::string> wanted);

/// The table of the lesson's cases, below <!-- judged -->.
void keep_judged(MarkedPage& page, const Lesson& lesson);
/// The lesson's question, below <!-- ask -->. A lesson with the table [ask]
/// must have the mark, and the other way round; what the question is shown by
/// must be there and agree with the right choice.
void keep_ask(const Place& place, MarkedPage& page, const Lesson& lesson);
/// The columns of times in each table below <!-- times: NAME -->, from
/// bench/data/GPU/NAME.txt.
void keep_times(const Place& place, MarkedPage& page);

}  // namespace learn
