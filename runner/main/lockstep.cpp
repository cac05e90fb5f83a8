// SPDX-License-Identifier: MIT
// The command lockstep, as it is installed: bin/lockstep finds the emulator in
// ../lib/lockstep. Knows no lesson and no checkout.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/suggest.h"
#include "runner/base/text_file.h"
#include "runner/main/emulate_words.h"

namespace {

namespace fs = std::filesystem;
using learn::Stop;

/// The folder that holds bin/.
fs::path prefix() {
  return fs::read_symlink("/proc/self/exe").parent_path().parent_path();
}

fs::path pages() { return prefix() / "share/doc/lockstep/docs/diagnostics"; }

learn::Emulator installed() {
  return {prefix() / "lib/lockstep", "lockstep",
          "It belongs in ../lib/lockstep beside the folder of this command: "
          "install it again",
          pages()};
}

/// Prints the page of a diagnostic.
int explain(const std::string& name) {
  const auto names = learn::diagnostics_in(pages());
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const auto close = learn::nearest(name, names);
    throw Stop{fmt::format(
        "`{}` is no diagnostic{}", name,
        close.empty() ? "" : fmt::format("; did you mean `{}`?", close))};
  }
  fmt::print("{}", learn::read_text(pages() / (name + ".md")));
  return 0;
}

int parse_and_run(int argc, char** argv) {
  learn::EmulateOptions options;
  CLI::App app(
      "Runs a CUDA program without a GPU and says what is wrong in it.",
      "lockstep");
  app.set_version_flag("--version", LOCKSTEP_VERSION);
  std::string topic;
  const auto* page = app.add_option("--explain", topic,
                                    "print the page of a diagnostic, and end");
  learn::add_emulate_words(app, options);
  app.footer(
      "Examples: lockstep ./tests --gtest_filter=Sum.*\n"
      "          lockstep --sarif findings.sarif ctest");
  // The page takes the place of the program.
  app.get_option("PROGRAM")->required(false);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    throw Stop{fmt::format("{}. lockstep --help shows what can be typed",
                           error.what())};
  }
  if (page->count() > 0) return explain(topic);
  if (options.program.empty()) {
    throw Stop{"which program? lockstep --help shows what can be typed"};
  }
  return learn::run_emulate_words(installed(), options);
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
  std::fprintf(stderr, "lockstep: %s\n", sentence.c_str());
  return exit_code;
}
