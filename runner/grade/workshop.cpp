// SPDX-License-Identifier: MIT
// Runs nvcc and the linker behind the walls and then takes the files away from
// the submission's user. What the compiler read is compared with the teacher's
// (as_read.h) before anything of it runs.
#include "runner/grade/workshop.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/base/tools.h"
#include "runner/check/explain.h"
#include "runner/grade/machine_fault.h"
#include "runner/grade/object_file.h"
#include "runner/process/build_step.h"

namespace learn {
namespace {

constexpr uint64_t kMostMade = 1 << 30;    // bytes, with what is between
constexpr size_t kMostObject = 256 << 20;  // bytes of what a compiler makes
constexpr std::string_view kModule = "_GLOBAL__N__";

/// The end of a compiler or linker.
struct Tried {
  Outcome outcome;
  bool machine_works = false;  // a control has shown it
};

std::string fault_of(const Workshop& shop, const Outcome& outcome, bool words) {
  return fault_of_build(outcome, compile_limits().memory, shop.made(),
                        available_memory(), words);
}

/// Whether the teacher's own exercise compiles here and now.
bool control_compiles(const Workshop& shop) {
  const auto source = shop.ours() / "control.cu";
  write_text(source, shop.kit.exercise);
  std::vector<std::string> argv{shop.kit.nvcc.string()};
  argv.insert(argv.end(), shop.kit.options.begin(), shop.kit.options.end());
  argv.insert(argv.end(), {"-c", "-o", "control.o", source.string()});
  return shop.run(argv).ok();
}

/// Runs a tool. Where its words alone blame the machine, they may be the
/// student's: they are, when a control works and they come again.
Tried try_tool(const Workshop& shop, const std::vector<std::string>& argv) {
  const auto before = oom_kills();
  auto outcome = shop.run(argv);
  // Where the kernel killed for memory meanwhile, words are true.
  if (oom_kills() != before) return {outcome, false};
  const bool words = !outcome.ok() && fault_of(shop, outcome, false).empty() &&
                     !fault_of(shop, outcome, true).empty();
  if (!words || !control_compiles(shop)) return {outcome, false};
  outcome = shop.run(argv);
  return {outcome, oom_kills() == before};
}

/// The end of a compiler that did not succeed. Throws Stop when the machine is
/// to blame.
Made not_built(const Workshop& shop, const Tried& tried) {
  const auto fault = fault_of(shop, tried.outcome, !tried.machine_works);
  if (!fault.empty()) throw Stop{"it could not be compiled: " + fault};
  auto limits = compile_limits();
  limits.seconds = shop.grading.compile_seconds;
  auto inside = shop.place;
  inside.root = shop.made();
  const auto end = end_of_build(inside, tried.outcome, limits);
  Made made{{}, {}, "does not compile", end.reason, ""};
  if (made.reason.empty()) made.reason = "the compiler reports an error";
  // Errors name files of the course; other words name parts of this machine.
  made.text =
      without_paths(end.reports ? shop.place.relative(end.text) : end.text);
  if (made.text.empty()) made.text = made.reason + "\n";
  return made;
}

Made refused_build(const std::string& why) {
  return {{}, {}, "refused", "the region cannot be taken: " + why, ""};
}

std::vector<std::string> nvcc(const Workshop& shop,
                              std::vector<std::string> last) {
  std::vector<std::string> argv{shop.kit.nvcc.string(), "--keep", "--keep-dir",
                                "kept"};
  const auto& options = shop.kit.options;
  argv.insert(argv.end(), options.begin(), options.end());
  argv.insert(argv.end(), last.begin(), last.end());
  argv.push_back(shop.source().lexically_relative(shop.made()).string());
  return argv;
}

/// Kernels in an unnamed namespace carry eight digits that follow from the
/// source's path: gives those of `from` the digits that `like` has.
void rename_modules(std::string& from, const std::string& like) {
  constexpr size_t kDigits = 8;
  const auto ours = like.find(kModule);
  if (ours == std::string::npos) return;
  const auto digits = like.substr(ours + kModule.size(), kDigits);
  for (auto at = from.find(kModule); at != std::string::npos;
       at = from.find(kModule, at + 1)) {
    if (from.size() - at < kModule.size() + kDigits) break;
    from.replace(at + kModule.size(), kDigits, digits);
  }
}

/// Calls the host compiler to link `what`, which becomes `result`.
Made link(const Workshop& shop, std::vector<std::string> what,
          const std::string& result) {
  const auto program = shop.made() / result;
  what.insert(what.begin(), {tools().cxx_path, "-o", program.string()});
  what.insert(what.end(), {"-ldl", "-lpthread", "-lrt"});
  const auto tried = try_tool(shop, what);
  if (!tried.outcome.ok()) return not_built(shop, tried);
  // From here on nobody may change it between two runs.
  shop.isolation.hand_over(shop.made(), -1);
  return {program, {}, "", "", ""};
}

/// The check, and the exercise in `object`, as one program.
Made link_program(const Workshop& shop, const fs::path& object) {
  std::vector<std::string> parts;
  // First of equal inline functions wins: the check's own.
  for (const auto& one : shop.kit.objects) parts.push_back(one.string());
  parts.push_back(object.string());
  parts.push_back((shop.place.emulator() / "libcudart.so.13").string());
  return link(shop, parts, "check");
}

/// Which of the functions that the check calls `bytes` does not define, or "".
std::string missing_function(const Kit& kit, const std::string& bytes) {
  const auto object = read_object(bytes, "the compiled region");
  for (const auto& one : kit.functions) {
    if (object.defined.count(one.symbol) == 0) return one.shown;
  }
  return {};
}

}  // namespace

void Workshop::furnish(const std::string& text) const {
  fs::create_directories(source().parent_path());
  fs::create_directories(ours());
  fs::create_directories(kept());
  fs::create_directories(work());
  write_text(source(), text);
  fs::permissions(scratch.path(),
                  fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
  isolation.hand_over(made(), slot);
  isolation.hand_over(work(), slot);
}

Outcome Workshop::run(std::vector<std::string> argv) const {
  Command command{std::move(argv), {}, {}};
  auto visible = kit.visible(place);
  visible.push_back(ours());
  isolation.enclose(command, {made(), visible});
  auto limits = compile_limits();
  limits.seconds = grading.compile_seconds;
  limits.user = isolation.user(slot);
  limits.folder = made();
  limits.folder_bytes = kMostMade;
  auto outcome = run_limited(command, limits);
  note_signal(outcome);
  return outcome;
}

std::string misread(const Workshop& shop, RegionLines lines, bool built) {
  auto folders = shop.kit.visible(shop.place);
  folders.push_back(fs::canonical(shop.kit.toolkit));
  for (const auto* path :
       {"/usr/include", "/usr/lib", "/usr/local/include", "/usr/local/lib"}) {
    folders.emplace_back(path);
  }
  const auto may_read = [&](const std::string& file) {
    return file.starts_with('<') ||
           std::any_of(folders.begin(), folders.end(),
                       [&](const auto& one) { return lies_in(file, one); });
  };
  for (const auto& [name, ours] : shop.kit.readings) {
    const bool host = name.find(".cpp4") != std::string::npos;
    if (host && shop.kit.lesson.device_region) continue;
    const auto text = read_foreign(shop.kept() / name, kMostObject);
    if (!text && built) throw Stop{"nvcc has not kept what it read"};
    if (!text) continue;
    const auto theirs = read_preprocessed(*text, lines.begin, lines.end);
    auto why = strange_file(ours, theirs, may_read);
    if (why.empty() && built) {
      why = compare_readings(ours, shop.kit.lines, theirs, lines);
    }
    if (!why.empty()) return why;
  }
  return {};
}

Made build_device(const Workshop& shop, RegionLines lines) {
  const auto tried = try_tool(
      shop, nvcc(shop, {"--fatbin", "--no-compress", "-o", "student.fatbin"}));
  const auto why = misread(shop, lines, tried.outcome.ok());
  if (!why.empty()) return refused_build(why);
  if (!tried.outcome.ok()) return not_built(shop, tried);
  auto kernels = read_foreign(shop.made() / "student.fatbin", kMostObject);
  if (!kernels) return refused_build("the compiler's output is no plain file");
  rename_modules(*kernels, read_text(shop.kit.host_object));
  const auto fatbin = shop.ours() / "student.fatbin";
  const auto object = shop.ours() / "exercise.o";
  write_text(fatbin, *kernels);
  const auto outcome_of_copy = run_limited(
      {{"objcopy", "--update-section", ".nv_fatbin=" + fatbin.string(),
        shop.kit.host_object.string(), object.string()},
       {},
       shop.ours()},
      compile_limits());
  if (!outcome_of_copy.ok()) {
    throw Stop{"objcopy (of binutils) failed: " +
               squeeze(outcome_of_copy.err.text())};
  }
  return link_program(shop, object);
}

Made build_apart(const Workshop& shop, RegionLines lines) {
  const auto tried =
      try_tool(shop, nvcc(shop, {"-Xcompiler=-fPIC", "-c", "-o", "student.o"}));
  const auto why = misread(shop, lines, tried.outcome.ok());
  if (!why.empty()) return refused_build(why);
  if (!tried.outcome.ok()) return not_built(shop, tried);
  const auto bytes = read_foreign(shop.made() / "student.o", kMostObject);
  if (!bytes) return refused_build("the compiler's output is no plain file");
  try {
    const auto missing = missing_function(shop.kit, *bytes);
    if (!missing.empty()) {
      return {{},
              {},
              "does not compile",
              fmt::format("it does not define `{}`", missing),
              ""};
    }
  } catch (const Stop& stop) {
    return refused_build(stop.sentence);
  }
  auto made = link(shop,
                   {"-shared", "student.o", "-Wl,-z,defs", "-Wl,-Bsymbolic",
                    "-Wl,--whole-archive",
                    (shop.place.emulator() / "libapart_client.a").string(),
                    "-Wl,--no-whole-archive"},
                   "student.so");
  if (made.program.empty()) return made;
  made.functions = made.program;
  made.program = shop.kit.judge;
  return made;
}

Made build_together(const Workshop& shop) {
  shop.isolation.hand_over(shop.made(), shop.slot);
  return link_program(shop, shop.made() / "student.o");
}

}  // namespace learn
