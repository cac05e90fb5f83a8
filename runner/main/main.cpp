// SPDX-License-Identifier: MIT
// The command line of ./learn: reads the arguments and calls one verb.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/suggest.h"
#include "runner/command/teach.h"
#include "runner/main/verbs.h"
#include "runner/watch/terminal.h"
#include "runner/watch/watch.h"

namespace {

using learn::Stop;

/// A sentence for the word at `first` when it is no verb of `app`, or the
/// word behind it is none of that verb's own; "" when all is well.
std::string misspelt_verb(const CLI::App& app, int argc, char** argv,
                          int first) {
  if (first >= argc || argv[first][0] == '-') return {};
  const std::string word = argv[first];
  std::vector<std::string> verbs;
  for (const auto* sub : app.get_subcommands({})) {
    if (sub->get_name() == word) {
      return misspelt_verb(*sub, argc, argv, first + 1);
    }
    if (!sub->get_group().empty()) verbs.push_back(sub->get_name());
  }
  if (verbs.empty()) return {};  // what follows are its arguments
  const auto close = learn::nearest(word, verbs);
  const auto above = app.get_parent() == nullptr ? "" : app.get_name() + " ";
  return fmt::format(
      "`{0}{1}` is no command{2} ./learn {0}--help shows all of them", above,
      word,
      close.empty() ? "."
                    : fmt::format("; did you mean `{}{}`?", above, close));
}

int parse_and_run(int argc, char** argv) {
  learn::Arguments arguments;
  CLI::App app(
      "Graded CUDA lessons, checked without a GPU.\n"
      "Without a command: goes on with the first unsolved lesson.",
      "./learn");
  app.add_option("--root", arguments.place.root)->group("");
  app.add_option("--build", arguments.place.build)->group("");
  app.require_subcommand(0, 1);
  add_lesson_verbs(app, arguments);
  add_learner_verbs(app, arguments);
  add_tool_verbs(app, arguments);
  add_page_verbs(app, arguments);
  add_author_verbs(app, arguments);
  add_completion_verbs(app, arguments);
  add_teacher_verbs(app, arguments);
  add_pack_verbs(app, arguments);
  // --root and --build stand before the verb when a test starts us.
  int first = 1;
  while (first + 1 < argc && argv[first][0] == '-') first += 2;
  if (const auto sentence = misspelt_verb(app, argc, argv, first);
      !sentence.empty()) {
    throw Stop{sentence};
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw Stop{fmt::format("{}. ./learn --help shows what can be typed",
                           error.what())};
  }
  arguments.place.root = learn::fs::absolute(arguments.place.root);
  arguments.place.build = learn::fs::absolute(arguments.place.build);
  if (arguments.verb) return arguments.verb();
  return learn::on_a_terminal() ? learn::watch(arguments.place)
                                : learn::teach(arguments.place);
}

}  // namespace

int main(int argc, char** argv) {
  std::string sentence;
  int exit_code = 2;
  try {
    return parse_and_run(argc, argv);
  } catch (const Stop& stop) {
    sentence = stop.sentence;
    exit_code = stop.exit_code;
  } catch (const std::exception& error) {
    sentence = error.what();
  }
  std::fflush(stdout);
  std::fprintf(stderr, "learn: %s\n", sentence.c_str());
  return exit_code;
}
