// SPDX-License-Identifier: MIT
// Forks a worker for each submission, as many at a time as there are slots. A
// kept mark is taken up when the fingerprint of all that went into it is the
// same.
#include "runner/grade/class.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/grade/course_copy.h"
#include "runner/grade/kept.h"

namespace learn {
namespace {

/// Everything that workers need, made before the first of them starts.
struct Hall {
  Place place;
  const ClassWork& work;
  std::map<std::string, Kit> kits;  // by the lesson's name
  std::vector<Submission> submissions;
  std::optional<Isolation> isolation;
  std::unique_ptr<const CourseCopy> copy = nullptr;  // where one is needed

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
  all += submission.refusal;
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

/// What stands for all lessons where nobody knows which ones there are.
LessonMark lesson_of_none(const std::string& state, const std::string& reason) {
  LessonMark none;
  none.lesson = none.title = "-";
  none.state = state;
  none.reason = reason;
  return none;
}

/// A mark without points, since the machine failed: `reason` says how.
Mark not_graded(const Hall& hall, const Submission& submission,
                const std::string& reason) {
  auto mark = new_mark(hall, submission);
  const auto kits = hall.kits_of(submission);
  if (kits.empty()) mark.lessons.push_back(lesson_of_none(kNotGraded, reason));
  for (const auto* kit : kits) {
    LessonMark lesson;
    lesson.lesson = kit->lesson.name;
    lesson.title = kit->lesson.heading();
    lesson.state = kNotGraded;
    lesson.reason = reason;
    for (const auto& one : kit->lesson.cases) {
      lesson.cases.push_back(
          {one.name, name_of(one.kind), "not reached", 0, one.points, ""});
    }
    mark.lessons.push_back(std::move(lesson));
  }
  return mark;
}

/// The work of one worker.
Mark grade_submission(const Hall& hall, const Submission& submission,
                      int slot) {
  auto mark = new_mark(hall, submission);
  const auto kits = hall.kits_of(submission);
  if (kits.empty()) {  // without --lesson; every submission has a row
    mark.lessons.push_back(
        submission.refusal.empty()
            ? lesson_of_none("no file", "there is no exercise of any lesson")
            : lesson_of_none("refused", submission.refusal));
  }
  for (const auto* kit : kits) {
    const auto found = submission.exercises.find(kit->lesson.name);
    const FoundExercise none{"", submission.refusal};
    const auto* exercise = found != submission.exercises.end() ? &found->second
                           : none.refusal.empty()              ? nullptr
                                                               : &none;
    mark.lessons.push_back(grade_lesson(hall.place, *kit, hall.work.grading,
                                        *hall.isolation, slot, exercise,
                                        mark.notes));
  }
  return mark;
}

/// A mark from before that is still true.
std::optional<Mark> still_true(const Hall& hall, const Submission& submission) {
  if (hall.work.into.empty() || !submission.fault.empty()) return {};
  auto mark = kept_mark(hall.work.into / mark_file(submission.student));
  const bool same = mark && mark->inputs == inputs_of(hall, submission) &&
                    mark->student == clean_text(submission.student);
  return same && is_graded(*mark) ? mark : std::nullopt;
}

/// A process for one submission: whatever happens in it, the others go on. Its
/// mark goes into a file in memory, which no full disk can keep from us.
struct Worker {
  size_t submission = 0;
  int slot = 0;
  int file = -1;
  pid_t process = -1;
};

/// Writes all of it to `file`; false when that fails.
bool put(int file, const std::string& text) {
  size_t at = 0;
  while (at < text.size()) {
    const auto done = write(file, &text[at], text.size() - at);
    if (done <= 0) return false;
    at += static_cast<size_t>(done);
  }
  return true;
}

[[noreturn]] void be_worker(const Hall& hall, const Worker& worker,
                            pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(3);
  const auto& submission = hall.submissions[worker.submission];
  Mark mark;
  try {
    mark = grade_submission(hall, submission, worker.slot);
  } catch (const Stop& stop) {
    mark = not_graded(hall, submission, stop.sentence);
  } catch (const std::exception& error) {
    mark = not_graded(hall, submission, error.what());
  }
  const bool done = put(worker.file, to_json(mark));
  std::fflush(nullptr);
  _exit(done ? 0 : 3);
}

/// Starts `worker`; false when this machine has no process or file for it.
bool start(const Hall& hall, Worker& worker) {
  worker.file = memfd_create("mark", MFD_CLOEXEC);
  if (worker.file < 0) return false;
  std::fflush(nullptr);
  const pid_t parent = getpid();
  worker.process = fork();
  if (worker.process == 0) be_worker(hall, worker, parent);
  if (worker.process < 0) close(worker.file);
  return worker.process > 0;
}

/// The mark that `worker`, whose process has ended, leaves.
Mark mark_of(const Hall& hall, const Worker& worker, int status) {
  const auto& submission = hall.submissions[worker.submission];
  const auto path = fmt::format("/proc/self/fd/{}", worker.file);
  std::optional<Mark> mark;
  try {
    mark = mark_from_json(read_text(path));
  } catch (const Stop&) {
  }
  close(worker.file);
  if (mark) return *mark;
  return not_graded(hall, submission,
                    WIFSIGNALED(status) ? "the grader was stopped by " +
                                              signal_name(WTERMSIG(status))
                                        : "the grader ended without a result");
}

/// Keeps a mark, where that is asked and it is one.
void keep_mark(const Hall& hall, const Submission& submission,
               const Mark& mark) {
  const auto& into = hall.work.into;
  if (into.empty() || !is_graded(mark)) return;
  try {
    write_text(into / mark_file(submission.student), to_json(mark));
  } catch (const Stop& stop) {
    fmt::print(stderr, "learn: the result of {} is not kept: {}\n",
               clean_text(submission.student), stop.sentence);
  }
}

/// Grades submissions, as many at a time as there are slots.
class Grader {
 public:
  Grader(const Hall& hall, int jobs, std::vector<std::optional<Mark>>& marks)
      : hall_(hall), marks_(marks) {
    for (int slot = 0; slot < jobs; ++slot) free_.insert(slot);
  }

  void grade(const std::vector<size_t>& open) {
    const bool person = isatty(STDERR_FILENO) != 0;
    size_t done = 0;
    for (const auto one : open) {
      const auto& submission = hall_.submissions[one];
      while (free_.empty()) wait();
      // What is there is of another exercise, or of a run that failed.
      std::error_code ignored;
      if (!hall_.work.into.empty()) {
        fs::remove(hall_.work.into / mark_file(submission.student), ignored);
      }
      begin(one);
      if (person) fmt::print(stderr, "\rgrading {} of {}", ++done, open.size());
    }
    while (!busy_.empty()) wait();
    if (person && done > 0) fmt::print(stderr, "\r\033[K");
  }

 private:
  void begin(size_t one) {
    const auto& submission = hall_.submissions[one];
    if (!submission.fault.empty()) {
      marks_[one] = not_graded(hall_, submission, submission.fault);
      return;
    }
    Worker worker{one, *free_.begin()};
    while (!start(hall_, worker)) {
      if (busy_.empty()) {
        marks_[one] = not_graded(hall_, submission,
                                 fmt::format("cannot start another process: {}",
                                             std::strerror(errno)));
        return;
      }
      wait();  // the others need what is missing here
    }
    free_.erase(worker.slot);
    busy_[worker.process] = worker;
  }

  /// Waits for one of them.
  void wait() {
    int status = 0;
    const pid_t ended = waitpid(-1, &status, 0);
    const auto found = busy_.find(ended);
    if (found == busy_.end()) return;
    const auto worker = found->second;
    busy_.erase(found);
    free_.insert(worker.slot);
    auto mark = mark_of(hall_, worker, status);
    keep_mark(hall_, hall_.submissions[worker.submission], mark);
    marks_[worker.submission] = std::move(mark);
  }

  const Hall& hall_;
  std::vector<std::optional<Mark>>& marks_;
  std::set<int> free_;
  std::map<pid_t, Worker> busy_;
};

/// Nobody can tell whose the mark of a name would be, or its file.
void require_different_names(std::vector<Submission>& submissions) {
  std::map<std::string, size_t> names;
  std::set<std::string> files;
  for (const auto& one : submissions) ++names[one.student];
  for (auto& one : submissions) {
    const bool fresh = files.insert(mark_file(one.student)).second;
    if (names[one.student] > 1) {
      one.fault = "another submission has the same name; rename one of them";
    } else if (!fresh) {
      one.fault = "its name is too like that of another submission; rename it";
    }
  }
}

/// Reads the submissions and prepares what their lessons need.
void open_hall(Hall& hall, int jobs) {
  const auto& work = hall.work;
  const auto lessons =
      work.lessons.empty() ? read_lessons(hall.place) : work.lessons;
  const bool plain = work.lessons.size() == 1;
  hall.submissions = read_submissions(work.submissions, lessons, plain, jobs);
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

/// What submissions see, of all lessons.
std::vector<fs::path> visible_in(const Hall& hall) {
  std::set<fs::path> all{hall.place.emulator()};
  for (const auto& [name, kit] : hall.kits) {
    for (const auto& path : kit.visible(hall.place)) all.insert(path);
  }
  return {all.begin(), all.end()};
}

/// From here on the course is its readable copy, where it needs one.
void show_course(Hall& hall) {
  const auto needed = visible_in(hall);
  const auto hidden = hidden_from_jobs(needed);
  if (hidden.empty()) return;
  hall.copy = std::make_unique<CourseCopy>(hall.place, needed, hidden);
  hall.place = hall.copy->seen(hall.place);
  for (auto& [name, kit] : hall.kits) kit = hall.copy->seen(std::move(kit));
}

/// Looks for walls with the view that submissions will have.
void find_walls(Hall& hall, int jobs) {
  const ScratchFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  const Sight view{folder.path(), visible_in(hall)};
  hall.isolation = Isolation::find(view, hall.work.walls, jobs);
  fmt::print(stderr, "{}", hall.isolation->warning());
  if (hall.work.grading.gpu) require_gpu(*hall.isolation, view);
}

}  // namespace

std::vector<Mark> grade_class(const Place& place, const ClassWork& work) {
  Hall hall{place, work, {}, {}, {}};
  if (!work.into.empty()) open_store(work.into);
  const auto cores =
      static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int jobs = work.jobs > 0 ? work.jobs : cores;
  open_hall(hall, jobs);
  show_course(hall);
  find_walls(hall, jobs);
  std::vector<std::optional<Mark>> marks;
  std::vector<size_t> open;
  for (const auto& one : hall.submissions) {
    marks.push_back(still_true(hall, one));
    if (!marks.back()) open.push_back(marks.size() - 1);
  }
  Grader(hall, jobs, marks).grade(open);
  std::vector<Mark> all;
  for (auto& one : marks) all.push_back(std::move(*one));
  return all;
}

}  // namespace learn
