// SPDX-License-Identifier: MIT
// `pack`, for handing the course out, and `dev new`, for adding to it.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/main/verbs.h"
#include "runner/pack/gradescope.h"
#include "runner/pack/new_lesson.h"
#include "runner/pack/student.h"

namespace learn {
namespace {

int new_lesson(const Place& place, const std::string& name) {
  for (const auto& file : make_lesson(place, name)) {
    fmt::print("wrote {}\n", file);
  }
  const auto number = read_lesson(place, name).number;
  fmt::print(
      "\nEach FILL: is for you to write; ./learn dev check {0} names those "
      "that "
      "are left.\nThen:\n"
      "  ./learn dev skeleton {0} --update  marks the exercise as given\n"
      "  ./learn dev picture {0} --update   draws picture.svg\n"
      "  ./learn dev text {0} --update      puts code and output into README\n"
      "  ./learn dev map --update          adds it to the map of the course\n"
      "  ./learn dev check {0}              the whole contract\n",
      number);
  return 0;
}

struct PackOptions {
  bool student = false, gradescope = false;
  std::string lessons, lesson, output;
};

/// Before anything is read: the archive's name and its folder.
void require_output(const PackOptions& options, const std::string& ending) {
  if (!options.output.ends_with(ending)) {
    throw Stop{fmt::format("the file must end with {0}: -o {1}{0}", ending,
                           fs::path(options.output).stem().string())};
  }
  const auto folder = fs::absolute(options.output).parent_path();
  if (!fs::is_directory(folder)) {
    throw Stop{fmt::format("there is no folder {0}; type mkdir -p {0}",
                           folder.string())};
  }
}

void save(const PackOptions& options, const std::string& bytes,
          const std::string& what) {
  write_text(options.output, bytes);
  fmt::print("wrote {}: {}\n", options.output, what);
}

int pack_student(const Place& place, const PackOptions& options) {
  require_output(options, ".tar.gz");
  if (!options.lesson.empty()) {
    throw Stop{fmt::format(
        "--lesson belongs to --gradescope; type ./learn pack --student "
        "--lessons {} -o {}",
        options.lesson, options.output)};
  }
  const auto lessons = choose_lessons(place, options.lessons);
  const auto files = student_files(place, lessons);
  for (const auto& note : missing_needs(lessons))
    fmt::print("note: {}\n", note);
  save(options, tar_gz(files, "lockstep"),
       fmt::format("{} lesson{} in {} files, no solutions", lessons.size(),
                   lessons.size() == 1 ? "" : "s", files.size()));
  return 0;
}

int pack_gradescope(const Place& place, const PackOptions& options) {
  require_output(options, ".zip");
  if (options.lesson.empty() || !options.lessons.empty()) {
    throw Stop{
        "an autograder is for one lesson; type ./learn pack --gradescope "
        "--lesson 13 -o " +
        options.output};
  }
  const auto lesson = find_lesson(place, options.lesson);
  save(options, zip(gradescope_files(place, lesson)),
       "the autograder of lesson " + lesson.heading());
  return 0;
}

int pack(const Place& place, const PackOptions& options) {
  if (options.student == options.gradescope) {
    throw Stop{
        "say what to pack: ./learn pack --student -o course.tar.gz, or "
        "./learn pack --gradescope --lesson 13 -o lesson_13.zip"};
  }
  if (!fs::exists(place.root / "labs/student")) {
    throw Stop{
        "this copy of the course was packed itself, without labs/student; pack "
        "from "
        "the teacher's"};
  }
  return options.student ? pack_student(place, options)
                         : pack_gradescope(place, options);
}

}  // namespace

void add_pack_verbs(CLI::App& app, Arguments& a) {
  auto* pack_verb =
      app.add_subcommand("pack", "the course as an archive to hand out");
  const auto options = std::make_shared<PackOptions>();
  pack_verb->add_flag("--student", options->student,
                      "without solutions and mistakes");
  pack_verb->add_option("--lessons", options->lessons,
                        "with --student: 01-08,11,exam_2; all of them");
  pack_verb->add_flag("--gradescope", options->gradescope,
                      "an autograder for Gradescope");
  pack_verb->add_option("--lesson", options->lesson,
                        "with --gradescope: the lesson");
  pack_verb->add_option("-o,--output", options->output, "the archive")
      ->required();
  pack_verb->footer(
      "Examples: ./learn pack --student --lessons 01-14,17 -o course.tar.gz\n"
      "          ./learn pack --gradescope --lesson 13 -o lesson_13.zip");
  pack_verb->callback([&a, options] {
    a.verb = [&a, options] { return pack(a.place, *options); };
  });

  auto* fresh = app.get_subcommand("dev")->add_subcommand(
      "new", "make the files of a new lesson");
  const auto name = std::make_shared<std::string>();
  fresh->add_option("NAME", *name, "such as 60_ray_marching")->required();
  fresh->footer("Example: ./learn dev new 60_ray_marching");
  fresh->callback([&a, name] {
    a.verb = [&a, name] { return new_lesson(a.place, *name); };
  });
}

}  // namespace learn
