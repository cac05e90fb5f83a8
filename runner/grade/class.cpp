// SPDX-License-Identifier: MIT
#include "runner/grade/class.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "runner/lesson/text_file.h"

namespace learn {
namespace {

constexpr size_t kMostMark = 16 << 20;  // bytes of a kept mark

/// Everything that workers need, made before the first of them starts.
struct Hall {
  const Place& place;
  const ClassWork& work;
  std::map<std::string, Kit> kits;  // by the lesson's name
  std::vector<Submission> submissions;
  std::optional<Isolation> isolation;
  fs::path store;  // where NAME.json is written

  /// Lessons that this submission is graded for, in teaching order.
  std::vector<const Kit*> kits_of(const Submission& submission) const {
    std::vector<const Kit*> found;
    for (const auto& [name, kit] : kits) {
      const bool asked = !work.lessons.empty();
      if (asked || submission.exercises.count(name) != 0) found.push_back(&kit);
    }
    return found;
  }
};

std::string inputs_of(const Hall& hall, const Submission& submission) {
  const auto& grading = hall.work.grading;
  auto all =
      fmt::format("{} {} {};", grading.seconds, grading.memory, grading.gpu);
  for (const auto seed : grading.seeds) all += std::to_string(seed) + ",";
  for (const auto* kit : hall.kits_of(submission)) {
    all += kit->lesson.name + kit->fingerprint;
    const auto found = submission.exercises.find(kit->lesson.name);
    if (found == submission.exercises.end()) continue;
    all += found->second.text + '\0' + found->second.refusal + '\0';
  }
  return fingerprint_of(all);
}

Mark new_mark(const Hall& hall, const Submission& submission) {
  Mark mark;
  mark.student = clean_text(submission.student);
  mark.inputs = inputs_of(hall, submission);
  mark.isolation = hall.isolation->sentence();
  mark.notes = submission.notes;
  return mark;
}

/// The work of one worker.
void grade_submission(const Hall& hall, const Submission& submission,
                      int slot) {
  auto mark = new_mark(hall, submission);
  for (const auto* kit : hall.kits_of(submission)) {
    const auto found = submission.exercises.find(kit->lesson.name);
    mark.lessons.push_back(grade_lesson(
        hall.place, *kit, hall.work.grading, *hall.isolation, slot,
        found == submission.exercises.end() ? nullptr : &found->second,
        mark.notes));
  }
  write_text(hall.store / mark_file(submission.student), to_json(mark));
}

std::optional<Mark> kept_mark(const fs::path& file) {
  const auto text = read_foreign(file, kMostMark);
  return text ? mark_from_json(*text) : std::nullopt;
}

/// A mark from before that is still true.
bool still_true(const Hall& hall, const Submission& submission) {
  const auto mark = kept_mark(hall.store / mark_file(submission.student));
  if (!mark || mark->inputs != inputs_of(hall, submission)) return false;
  return std::none_of(
      mark->lessons.begin(), mark->lessons.end(),
      [](const LessonMark& one) { return one.state == "not graded"; });
}

/// A process for one submission: whatever happens in it, the others go on.
pid_t start_worker(const Hall& hall, const Submission& submission, int slot) {
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t worker = fork();
  if (worker < 0) throw Stop{"cannot start another process"};
  if (worker != 0) return worker;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(3);
  int status = 0;
  try {
    grade_submission(hall, submission, slot);
  } catch (const Stop& stop) {
    fmt::print(stderr, "learn: {}: {}\n", submission.student, stop.sentence);
    status = 3;
  } catch (const std::exception& error) {
    fmt::print(stderr, "learn: {}: {}\n", submission.student, error.what());
    status = 3;
  }
  std::fflush(nullptr);
  _exit(status);
}

/// Grades the submissions numbered in `open`, `jobs` at a time.
void grade_open(const Hall& hall, const std::vector<size_t>& open, int jobs) {
  const bool person = isatty(STDERR_FILENO) != 0;
  std::set<int> free;
  for (int slot = 0; slot < jobs; ++slot) free.insert(slot);
  std::map<pid_t, int> busy;
  size_t next = 0, done = 0;
  while (next < open.size() || !busy.empty()) {
    if (next < open.size() && !free.empty()) {
      const int slot = *free.begin();
      const auto& one = hall.submissions[open[next++]];
      fs::remove(hall.store / mark_file(one.student));
      busy[start_worker(hall, one, slot)] = slot;
      free.erase(slot);
      continue;
    }
    int status = 0;
    const pid_t ended = waitpid(-1, &status, 0);
    const auto found = busy.find(ended);
    if (found == busy.end()) continue;
    free.insert(found->second);
    busy.erase(found);
    ++done;
    if (person) fmt::print(stderr, "\rgraded {} of {}", done, open.size());
  }
  if (person && done > 0) fmt::print(stderr, "\r\033[K");
}

void require_different_names(const std::vector<Submission>& submissions) {
  std::set<std::string> seen;
  for (const auto& one : submissions) {
    if (seen.insert(one.student).second) continue;
    throw Stop{
        fmt::format("two submissions have the name `{}`; rename one of them",
                    clean_text(one.student))};
  }
}

/// Reads the submissions and prepares what their lessons need.
void open_hall(Hall& hall) {
  const auto& work = hall.work;
  const auto lessons =
      work.lessons.empty() ? read_lessons(hall.place) : work.lessons;
  const bool plain = work.lessons.size() == 1;
  for (const auto& path : work.submissions) {
    hall.submissions.push_back(read_submission(path, lessons, plain));
  }
  require_different_names(hall.submissions);
  std::vector<Lesson> needed;
  for (const auto& lesson : lessons) {
    const bool asked =
        !work.lessons.empty() ||
        std::any_of(hall.submissions.begin(), hall.submissions.end(),
                    [&](const Submission& one) {
                      return one.exercises.count(lesson.name) != 0;
                    });
    if (asked) needed.push_back(lesson);
  }
  prepare_course(hall.place, needed);
  for (const auto& lesson : needed) {
    hall.kits.emplace(lesson.name, prepare_kit(hall.place, lesson));
  }
}

/// Looks from behind the walls: where no GPU is seen each case would fail, and
/// no student is to blame.
void require_gpu(const Isolation& isolation, Sight sight) {
  const auto program = program_in_path("nvidia-smi");
  if (!program.empty()) {
    sight.gpu = true;
    sight.visible.push_back(program.parent_path());
    Command command{{program.string(), "-L"}, {}, {}};
    isolation.enclose(command, sight);
    const auto outcome = run_limited(command, {});
    const bool seen = outcome.out.text().find("GPU ") != std::string::npos;
    if (outcome.ok() && seen) return;
  }
  throw Stop{
      "--gpu: nvidia-smi finds no GPU on this machine. Leave --gpu out: the "
      "emulator gives the verdict"};
}

/// Looks for walls with the view that submissions will have.
void find_walls(Hall& hall, int jobs) {
  const ScratchFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  Sight view{folder.path(), {hall.place.emulator()}};
  if (!hall.kits.empty()) {
    view.visible = hall.kits.begin()->second.visible(hall.place);
  }
  hall.isolation = Isolation::find(view, hall.work.walls, jobs);
  if (!hall.isolation->walls()) {
    fmt::print(stderr, "learn: {}\n", hall.isolation->sentence());
  }
  if (hall.work.grading.gpu) require_gpu(*hall.isolation, view);
}

Mark read_back(const Hall& hall, const Submission& submission) {
  auto mark = kept_mark(hall.store / mark_file(submission.student));
  if (mark) return *mark;
  auto none = new_mark(hall, submission);
  for (const auto* kit : hall.kits_of(submission)) {
    LessonMark lesson;
    lesson.lesson = kit->lesson.name;
    lesson.title = kit->lesson.heading();
    lesson.state = "not graded";
    lesson.reason = "the grader ended without a result";
    for (const auto& one : kit->lesson.cases) {
      lesson.cases.push_back(
          {one.name, name_of(one.kind), "not reached", 0, one.points, ""});
    }
    none.lessons.push_back(std::move(lesson));
  }
  return none;
}

}  // namespace

std::string mark_file(const std::string& student) {
  std::string name;
  for (const char c : student) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || c == '_' || c == '-' ||
                       (c == '.' && !name.empty());
    name += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return name + ".json";
}

std::vector<Mark> grade_class(const Place& place, const ClassWork& work) {
  Hall hall{place, work, {}, {}, {}, {}};
  open_hall(hall);
  const auto cores =
      static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int jobs = work.jobs > 0 ? work.jobs : cores;
  find_walls(hall, jobs);
  const ScratchFolder scratch;
  hall.store = work.into.empty() ? scratch.path() : fs::absolute(work.into);
  std::error_code error;
  fs::create_directories(hall.store, error);
  if (error) throw Stop{"cannot make the folder " + work.into.string()};
  std::vector<size_t> open;
  for (size_t i = 0; i < hall.submissions.size(); ++i) {
    if (!still_true(hall, hall.submissions[i])) open.push_back(i);
  }
  grade_open(hall, open, jobs);
  std::vector<Mark> marks;
  for (const auto& one : hall.submissions) {
    marks.push_back(read_back(hall, one));
  }
  return marks;
}

std::vector<Mark> kept_marks(const fs::path& folder) {
  std::vector<Mark> marks;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".json") continue;
    auto mark = kept_mark(entry.path());
    if (!mark) throw Stop{entry.path().string() + " is no kept result"};
    marks.push_back(std::move(*mark));
  }
  if (marks.empty()) {
    throw Stop{
        fmt::format("there are no results in {}; name submissions to "
                    "grade",
                    folder.string())};
  }
  std::sort(marks.begin(), marks.end(),
            [](const Mark& a, const Mark& b) { return a.student < b.student; });
  return marks;
}

}  // namespace learn
