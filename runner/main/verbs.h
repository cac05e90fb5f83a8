// SPDX-License-Identifier: MIT
// The verbs of the command line: each add_ function declares some of them to
// the parser, which then sets what the user typed and which verb to run.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "runner/base/place.h"
#include "runner/command/check.h"
#include "runner/command/test.h"
#include "runner/emulate/emulate.h"
#include "runner/lesson/lesson.h"
#include "runner/main/emulate_words.h"

namespace learn {

/// What the arguments set; `verb` is chosen by the parser.
struct Arguments {
  Place place = Place::of_this_build();
  std::string lesson, mistake, schedule;
  CheckOptions check;
  EmulateOptions emulate;
  TestOptions test;
  bool all = false, gpu = false, update = false, json = false;
  bool no_runs = false, no_answers = false;
  std::function<int()> verb;

  Lesson found() const { return find_lesson(place, lesson); }
};

/// `check` and `run`: one lesson.
void add_lesson_verbs(CLI::App& app, Arguments& arguments);
/// `hint`, `next`, `reset`, `diff`, `ask`, `ptx`, `bench`, `explain`.
void add_learner_verbs(CLI::App& app, Arguments& arguments);
/// `completion`. It offers the verbs that stand in `app` when it is asked.
void add_completion_verbs(CLI::App& app, Arguments& arguments);
/// `list`, `emulate`, `test`, `doctor`.
void add_tool_verbs(CLI::App& app, Arguments& arguments);
/// `report`, `step` and `book`: what is looked at in a browser.
void add_page_verbs(CLI::App& app, Arguments& arguments);
/// `dev`: for those who write lessons.
void add_author_verbs(CLI::App& app, Arguments& arguments);
/// `pack`, and `dev new`; after add_author_verbs, which makes `dev`.
void add_pack_verbs(CLI::App& app, Arguments& arguments);
/// `grade`: for those who teach.
void add_teacher_verbs(CLI::App& app, Arguments& arguments);

}  // namespace learn
