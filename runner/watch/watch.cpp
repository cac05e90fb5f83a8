// SPDX-License-Identifier: MIT
// One loop over keys, signals, saves and the job's output; it draws after each
// change. A check runs as a Job, so a save stops one that is still running.
#include "runner/watch/watch.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <string>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/command/browser.h"
#include "runner/command/check.h"
#include "runner/command/learner.h"
#include "runner/command/own_picture.h"
#include "runner/command/step.h"
#include "runner/command/teach.h"
#include "runner/lesson/lesson.h"
#include "runner/lesson/state.h"
#include "runner/process/build_step.h"
#include "runner/watch/files.h"
#include "runner/watch/job.h"
#include "runner/watch/screen.h"
#include "runner/watch/terminal.h"

namespace learn {
namespace {

constexpr int kLookMilliseconds = 1000;  // where no events come
using Phase = View::Phase;

/// What check prints, without its last advice: here a save is enough.
std::string without_advice(std::string text) {
  const auto at = text.rfind("\nNext: ");
  if (at != std::string::npos) text.erase(at + 1);
  return text;
}

class Watch {
 public:
  explicit Watch(const Place& place, Lesson lesson) : place_(place) {
    enter(std::move(lesson));
  }

  /// 0, or the signal that ended it.
  int run();

 private:
  void enter(Lesson lesson);
  void start_check();
  void start_example();
  void start_steps();
  void finish();
  void stop_job();
  /// Shows a text in place of the check's, until escape or a save.
  void show(const std::string& text);
  /// The same for what `make` returns, or the sentence that it throws.
  template <typename Make>
  void show_made(const Make& make);
  void press(const std::string& keys);
  void press_one(char key);
  void scroll(long rows);
  void go_on();
  void answer_reset(char key);
  void show_picture();
  /// What is only looked up when a lesson begins or a job ended.
  void count_progress();
  void draw();
  std::string next_sentence() const;
  bool take_signals(int& ended_by);

  const Place& place_;
  /// What the job does.
  enum class Work : uint8_t { kCheck, kExample, kSteps };

  const bool colour_ = stdout_in_colour(), blocks_ = shows_blocks();
  Terminal terminal_;
  Lesson lesson_;
  std::string source_;  // "lessons/13_bank_conflicts/exercise.cu"
  View view_;
  Phase result_ = Phase::kStopped;  // of the last check
  std::string result_text_;
  bool asking_ = false, quit_ = false;
  std::unique_ptr<FileWatch> file_;
  Work work_ = Work::kCheck;
  std::unique_ptr<Job> job_;
};

void Watch::enter(Lesson lesson) {
  stop_job();
  lesson_ = std::move(lesson);
  const auto file = lesson_.folder(place_) / "exercise.cu";
  source_ = place_.shown(file);
  file_ = std::make_unique<FileWatch>(file);
  State(place_).note_shown(lesson_.name);
  view_.heading = lesson_.heading();
  view_.goal = lesson_.goal;
  count_progress();
  start_check();
}

void Watch::start_check() {
  asking_ = false;
  view_.phase = Phase::kChecking;
  work_ = Work::kCheck;
  show(fmt::format("Checking {} ...\n{}\nTo read: {}/README.md\n", source_,
                   first_build_note(place_),
                   place_.shown(lesson_.folder(place_))));
  draw();  // before anything slow
  stop_job();
  job_ = std::make_unique<Job>([this] { return check(place_, lesson_, {}); });
}

void Watch::start_example() {
  view_.phase = Phase::kRunning;
  work_ = Work::kExample;
  show("Building and running the example ...\n");
  draw();
  job_ = std::make_unique<Job>(
      [this] { return run_example(place_, lesson_, false); });
}

void Watch::start_steps() {
  view_.phase = Phase::kRunning;
  work_ = Work::kSteps;
  show("Running your tiny case, step by step ...\n");
  draw();
  const auto page = own_steps(place_, lesson_);
  fs::create_directories(page.parent_path());
  job_ =
      std::make_unique<Job>([this, page, columns = terminal_.size().columns] {
        return draw_steps(place_, lesson_, page, columns);
      });
}

void Watch::finish() {
  const auto text = job_->text();
  const int status = job_->status();
  job_.reset();
  if (work_ == Work::kCheck) {
    result_ = status == 0 ? Phase::kPassed : Phase::kFailed;
    result_text_ = without_advice(text);
    count_progress();
  }
  view_.phase = result_;
  if (work_ == Work::kCheck) return show(result_text_);
  if (work_ == Work::kExample)
    return show("The example, ./learn run " + lesson_.number + ", prints:\n\n" +
                text);
  show(text + (status != 0
                   ? "\n"
                   : open_in_browser(place_, own_steps(place_, lesson_))));
}

void Watch::stop_job() { job_.reset(); }

void Watch::show(const std::string& text) {
  view_.text = blocks_ ? text : without_blocks(text);
  view_.scroll = 0;
}

template <typename Make>
void Watch::show_made(const Make& make) {
  try {
    show(make());
  } catch (const Stop& stop) {
    show(stop.sentence + "\n");
  }
}

void Watch::show_picture() {
  const auto own = own_picture(place_, lesson_);
  const auto text = own_picture_text(place_, lesson_);
  if (fs::exists(text))
    return show(read_text(text) + "\n" + open_in_browser(place_, own));
  const auto file = lesson_.folder(place_) / "picture.svg";
  if (!lesson_.picture || !fs::exists(file)) {
    if (job_ == nullptr) start_steps();
    return;
  }
  show(fmt::format("{}\nThe picture of this lesson shows:\n\n{}\n",
                   open_in_browser(place_, file), lesson_.picture->alt));
}

void Watch::go_on() {
  try {
    next_text(place_, "");
    const auto lessons = read_lessons(place_);
    enter(*State(place_).current(lessons));
  } catch (const Stop& stop) {
    show(stop.sentence + "\n");
  }
}

void Watch::answer_reset(char key) {
  asking_ = false;
  if (key != 'y') {
    return show("Nothing changed.\n");
  }
  // The save that this is starts a check, which would hide the answer.
  show_made([&] { return reset_text(place_, lesson_); });
  if (!file_->saved()) return;
  const auto said = view_.text;
  start_check();
  view_.text = said + "\n" + view_.text;
}

void Watch::scroll(long rows) {
  const auto most =
      static_cast<long>(text_rows(view_, terminal_.size()).most());
  const auto now = std::min(static_cast<long>(view_.scroll), most);
  view_.scroll = static_cast<size_t>(std::clamp(now + rows, 0L, most));
}

void Watch::press_one(char key) {
  const auto page =
      static_cast<long>(text_rows(view_, terminal_.size()).fit) - 1;
  if (asking_) {
    answer_reset(key);
    return;
  }
  switch (key) {
    case 'q':
      quit_ = true;
      break;
    case 'h':
      show_made([&] { return hint_text(place_, lesson_, false); });
      break;
    case 'n':
      go_on();
      break;
    case 'l':
      show_made([&] { return list_text(place_); });
      break;
    case 'e':
      if (job_ == nullptr) start_example();
      break;
    case 'p':
      show_picture();
      break;
    case 's':
      if (job_ == nullptr) start_steps();
      break;
    case 'd':
      show_made([&] { return diff_text(place_, lesson_); });
      break;
    case 'r':
      asking_ = true;
      show(
          fmt::format("Put {} back as it was given?\nYour text is kept in "
                      "{}.\n\ny: yes; any other key: no\n",
                      source_, place_.shown(State(place_).backups())));
      break;
    case ' ':
      scroll(page);
      break;
    case 'b':
      scroll(-page);
      break;
    case '\r':
    case '\n':
      scroll(1);
      break;
    default:
      break;
  }
}

void Watch::press(const std::string& keys) {
  // A key with an escape sequence comes in one piece.
  if (keys == "\033[A") return scroll(-1);
  if (keys == "\033[B") return scroll(1);
  if (keys == "\033[5~") return press_one('b');
  if (keys == "\033[6~") return press_one(' ');
  if (keys == "\033") {
    asking_ = false;
    if (job_ != nullptr) {
      const bool checked = view_.phase == Phase::kChecking;
      stop_job();
      if (checked) {
        result_ = Phase::kStopped;
        result_text_ = "The check was stopped.\n";
      }
      view_.phase = result_;
    }
    show(result_text_);
    return;
  }
  if (!keys.empty() && keys.front() == '\033') return;
  for (const char key : keys) {
    if (!quit_) press_one(key);
  }
}

std::string Watch::next_sentence() const {
  if (asking_) return "y: put it back; any other key: leave it";
  switch (view_.phase) {
    case Phase::kChecking:
      return "The check runs. A save starts it again, esc stops it.";
    case Phase::kRunning:
      return work_ == Work::kSteps ? "Your tiny case runs. esc stops it."
                                   : "The example runs. esc stops it.";
    case Phase::kPassed:
      return "Solved. n: the next lesson; d: your answer beside ours";
    default:
      break;
  }
  return fmt::format("Next: edit {} and save it", source_);
}

void Watch::count_progress() {
  const auto lessons = read_lessons(place_);
  const State state(place_);
  view_.solved = view_.points = view_.all_points = 0;
  view_.lessons = static_cast<int>(lessons.size());
  for (const auto& lesson : lessons) {
    view_.solved += state.solved(lesson.name) ? 1 : 0;
    view_.points += state.points(lesson.name);
    view_.all_points += lesson.points();
  }
  view_.keys = fmt::format(
      "h hint  n next  l list  e example  p picture  s steps  {}r reset  q "
      "quit",
      state.solved(lesson_.name) ? "d diff  " : "");
}

void Watch::draw() {
  view_.next = next_sentence();
  if (view_.text != result_text_ && job_ == nullptr && !asking_) {
    view_.next += "; esc: back";
  }
  terminal_.draw(screen_of(view_, terminal_.size(), colour_));
}

/// False when one of them ends the watch.
bool Watch::take_signals(int& ended_by) {
  char number = 0;
  while (read(terminal_.signals(), &number, 1) == 1) {
    if (number == SIGTSTP) {
      terminal_.suspend();
    } else if (number != SIGWINCH) {
      ended_by = number;
      return false;
    }
  }
  return true;
}

int Watch::run() {
  int ended_by = 0;
  bool changed = true;
  while (!quit_) {
    if (changed) draw();
    std::array<pollfd, 4> wait{
        pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{terminal_.signals(), POLLIN, 0},
        pollfd{file_->events(), POLLIN, 0},
        pollfd{job_ == nullptr ? -1 : job_->output(), POLLIN, 0}};
    changed = poll(wait.data(), wait.size(), kLookMilliseconds) != 0;
    if (!take_signals(ended_by)) break;
    if (file_->saved()) {
      start_check();
      changed = true;
    }
    if (job_ != nullptr && job_->ended()) {
      finish();
      changed = true;
    }
    std::string keys;
    if (wait[0].revents != 0 && !terminal_.read_keys(keys)) break;
    press(keys);
  }
  stop_job();
  return ended_by;
}

}  // namespace

int watch(const Place& place) {
  const auto lessons = read_lessons(place);
  const auto* lesson = State(place).current(lessons);
  if (lesson == nullptr) return teach(place);
  int ended_by = 0;
  {
    Watch watching(place, *lesson);
    ended_by = watching.run();
  }
  if (ended_by != 0) {
    std::signal(ended_by, SIG_DFL);
    raise(ended_by);
  }
  return 0;
}

}  // namespace learn
