// SPDX-License-Identifier: MIT
// Keeps what it makes in a folder of build/grade, under a fingerprint of all
// that it is made from, so that a later run takes it up. Files of two runs of a
// compiler never stand beside each other: names in them can differ.
#include "runner/grade/kit.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/grade/region.h"
#include "runner/grade/whole_folder.h"
#include "runner/lesson/given.h"
#include "runner/process/build_step.h"

namespace learn {
namespace {

/// Another number when other regions are taken: a mark by older rules is none.
const std::string kRules = "rules 2";

/// Where the files of `kit` stand in its folder.
void place_files(Kit& kit, const fs::path& folder) {
  kit.host_object = folder / "exercise.o";
  kit.parameters = folder / "parameters";
  if (!kit.lesson.device_region) kit.judge = folder / "judge";
}

/// The teacher's own exercise, under the name that a submission's has. What
/// the compiler read is kept beside it.
void compile_exercise(const Kit& kit) {
  const ScratchFolder scratch;
  const fs::path source = fs::path("lessons") / kit.lesson.name / "exercise.cu";
  fs::create_directories((scratch.path() / source).parent_path());
  write_text(scratch.path() / source, kit.exercise);
  Command command{{tools().nvcc}, {}, scratch.path()};
  command.argv.insert(command.argv.end(), kit.options.begin(),
                      kit.options.end());
  // nvcc asks for a name that ends so.
  const auto made = scratch.path() / "exercise.o";
  command.argv.insert(command.argv.end(),
                      {"--keep", "--keep-dir", scratch.path().string(), "-c",
                       source.string(), "-o", made.string()});
  const auto outcome = run_limited(command, compile_limits());
  if (!outcome.ok()) {
    throw Stop{
        fmt::format("the course's own exercise.cu of {} does not "
                    "compile:\n{}",
                    kit.lesson.name, outcome.out.text() + outcome.err.text())};
  }
  for (const auto& name : readings_in(scratch.path())) {
    write_text(kit.host_object.parent_path() / name,
               read_text(scratch.path() / name));
  }
  fs::copy_file(made, kit.host_object);
}

/// What compile_exercise has kept.
void load_readings(Kit& kit) {
  const auto marked = cut_at_marks(kit.exercise);
  if (!marked)
    throw Stop{"the exercise.cu of " + kit.lesson.name + " has no region"};
  const auto lines = [](const std::string& text) {
    return static_cast<int>(split_lines(text).size());
  };
  kit.lines.begin = lines(marked->before) + 1;
  kit.lines.end = kit.lines.begin + lines(marked->region);
  const auto folder = kit.host_object.parent_path();
  for (const auto& name : readings_in(folder)) {
    kit.readings[name] = read_preprocessed(read_text(folder / name),
                                           kit.lines.begin, kit.lines.end);
  }
}

}  // namespace

/// Reads NN_name.parts, which cmake/add_lesson.cmake writes.
void read_parts(const Place& place, Kit& kit) {
  const auto file = place.program(kit.lesson.name + ".parts");
  if (!fs::exists(file)) {
    throw Stop{place.shown(file) + " is missing. Type ./learn doctor"};
  }
  for (const auto& line : split_lines(read_text(file))) {
    const auto blank = line.find(' ');
    if (blank == std::string::npos) continue;
    const auto what = line.substr(0, blank), value = line.substr(blank + 1);
    if (what == "option") kit.options.push_back(value);
    if (what == "object") kit.objects.emplace_back(value);
  }
  for (const auto& folder :
       {Place::of_this_build().root, kit.lesson.folder(place)}) {
    kit.options.push_back("-I" + folder.string());
  }
}

namespace {

/// What the process that judges must know of the kernels that it launches, and
/// cannot ask of the one that runs a submission's device code.
void write_parameters(const Place& place, const Kit& kit) {
  const ScratchFolder scratch;
  const auto fatbin = scratch.path() / "exercise.fatbin";
  const auto limits = compile_limits();
  const auto copied =
      run_limited({{"objcopy", "-O", "binary", "--only-section=.nv_fatbin",
                    "--set-section-flags=.nv_fatbin=alloc",
                    kit.host_object.string(), fatbin.string()},
                   {},
                   scratch.path()},
                  limits);
  if (!copied.ok()) {
    throw Stop{"objcopy (of binutils) failed:\n" + copied.err.text()};
  }
  const auto program = place.emulator() / "simt_parameters";
  const auto printed =
      run_limited({{program.string(), fatbin.string()}, {}, {}}, limits);
  if (!printed.ok()) {
    throw Stop{fmt::format("the kernels of {} cannot be read:\n{}",
                           kit.lesson.name, printed.err.text())};
  }
  write_text(kit.parameters, printed.out.text());
}

/// All of them, in `folder`.
void make_files(const Place& place, Kit kit, const fs::path& folder) {
  place_files(kit, folder);
  compile_exercise(kit);
  write_parameters(place, kit);
  if (kit.lesson.device_region) return;
  build_judge(place, kit.lesson,
              exercise_functions(kit.objects, kit.host_object), kit.objects,
              kit.judge);
}

}  // namespace

std::vector<fs::path> Kit::visible(const Place& place) const {
  std::vector<fs::path> paths{toolkit,           nvcc.parent_path(),
                              course / "common", place.emulator(),
                              host_object,       parameters};
  // Headers alone: the exercise there may be solved.
  for (const auto* name : {"lesson.h", "rungs.cuh"}) {
    const auto header = lesson.folder(place) / name;
    if (fs::exists(header)) paths.push_back(header);
  }
  // The toolkit that set-up fetched is full of links. What lies beside it may
  // be under way: packages of the notebook, the book and the tests.
  const auto fetched = course / ".toolchain/cuda";
  if (fs::exists(fetched)) paths.push_back(fetched);
  if (!judge.empty()) paths.push_back(judge);
  paths.insert(paths.end(), objects.begin(), objects.end());
  return paths;
}

std::vector<std::string> readings_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".ii") continue;
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string why_not_graded(const std::string& nvcc_version) {
  if (!nvcc_version.starts_with("12.")) return "";
  return fmt::format(
      "grading needs nvcc 13, and this course is set up with nvcc {}. Type: "
      "LOCKSTEP_TOOLCHAIN=wheels ./learn",
      nvcc_version);
}

void prepare_course(const Place& place, const std::vector<Lesson>& lessons) {
  const auto why = why_not_graded(tools().nvcc_version);
  if (!why.empty()) throw Stop{why};
  std::vector<std::string> targets{
      "lockstep_check_main", "cudart",       "remote_cudart", "simt_device",
      "simt_parameters",     "apart_client", "apart_run"};
  for (const auto& one : lessons) targets.push_back(one.name + ".check");
  const auto build = build_targets(place, targets);
  if (!build.ok) {
    throw Stop{"a part of the course itself does not build:\n" + build.shown};
  }
  const auto device = place.emulator() / "simt_device";
  Limits limits;
  limits.seconds = 20;
  if (run_limited({{device.string(), "--probe"}, {}, {}}, limits).ok()) return;
  throw Stop{
      "this system cannot hold a submission's device code in one process: it "
      "has no filters of system calls (seccomp); nothing is graded without"};
}

std::vector<fs::path> course_files(const Place& place, const Kit& kit) {
  const auto root = Place::of_this_build().root;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(root / "common")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  const auto lesson = kit.lesson.folder(place);
  for (const auto* name :
       {"lesson.h", "lesson.toml", "check.cpp", "rungs.cuh"}) {
    if (fs::exists(lesson / name)) files.push_back(lesson / name);
  }
  files.insert(files.end(), kit.objects.begin(), kit.objects.end());
  files.push_back(root / "simt/apart/run_apart.h");  // of the stand-ins
  for (const auto* name :
       {"libcudart.so.13", "remote/libcudart.so.13", "served/libcudart.so.13",
        "simt_device", "simt_parameters", "libapart_client.a",
        "libapart_run.a"}) {
    files.push_back(place.emulator() / name);
  }
  return files;
}

std::string fingerprint_of_kit(const Place& place, const Kit& kit) {
  auto all = kRules + tools().nvcc_version + tools().cxx + kit.exercise;
  for (const auto& option : kit.options) all += option + "\n";
  for (const auto& file : course_files(place, kit)) all += read_text(file);
  return fingerprint_of(all + stand_in_text(kit.lesson, kit.functions));
}

Kit prepare_kit(const Place& place, const Lesson& lesson) {
  Kit kit;
  kit.lesson = lesson;
  // The exercise as it was given: somebody may have solved it here. Of what
  // they made of it the region is not used.
  const auto given = given_exercise(place, lesson);
  if (!given && !lesson.given.empty()) {
    throw Stop{given_is_lost(place, lesson) +
               "; each region is put into that file. " +
               how_to_find_given(place, lesson) +
               ". If you wrote this exercise, type ./learn dev skeleton " +
               lesson.number + " --update"};
  }
  kit.exercise =
      given ? *given : read_text(lesson.folder(place) / "exercise.cu");
  read_parts(place, kit);
  // The functions follow from the files; how one is stood in for does not.
  if (!lesson.device_region) kit.functions = {{"f", "f()", "f"}};
  kit.fingerprint = fingerprint_of_kit(place, kit);
  const auto folder = place.build / "grade" / lesson.name / kit.fingerprint;
  keep_whole(place, folder,
             [&](const fs::path& fresh) { make_files(place, kit, fresh); });
  place_files(kit, folder);
  load_readings(kit);
  if (!lesson.device_region) {
    kit.functions = exercise_functions(kit.objects, kit.host_object);
  }
  return kit;
}

Limits compile_limits() {
  Limits limits;
  limits.seconds = 60;
  limits.memory = 3ull << 30;    // of each of its processes
  limits.resident = 4ull << 30;  // of all of them
  limits.printed = 8 << 20;
  limits.kept_output = 256 << 10;
  limits.file_size = 256 << 20;
  return limits;
}

}  // namespace learn
