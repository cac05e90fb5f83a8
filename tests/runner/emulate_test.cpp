// SPDX-License-Identifier: MIT
// The verb emulate: which programs it takes and what it returns.
#include <doctest/doctest.h>
#include <elf.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "runner/base/scratch.h"
#include "runner/base/text_file.h"
#include "tests/runner/learn.h"

namespace {

const std::string kPrograms = PROGRAMS;

/// A program, to be damaged: its bytes, and where its headers put things.
struct Damage {
  std::string bytes = learn::read_text(kPrograms + "/plain_shared");

  template <typename T>
  void put(uint64_t offset, T value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
  }
  template <typename T>
  T at(uint64_t offset) const {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  }
  /// Where the first program header of this type lies.
  uint64_t segment(uint32_t type) const {
    const auto header = at<Elf64_Ehdr>(0);
    for (int i = 0; i < header.e_phnum; ++i) {
      const uint64_t offset = header.e_phoff + i * sizeof(Elf64_Phdr);
      if (at<Elf64_Phdr>(offset).p_type == type) return offset;
    }
    throw std::runtime_error("no such segment");
  }
  /// What ./learn emulate says of it.
  Answer emulate() const {
    const learn::ScratchFolder scratch;
    const auto file = scratch.path() / "damaged";
    learn::write_text(file, bytes);
    std::filesystem::permissions(file, std::filesystem::perms(0755));
    return learn_with({"emulate", "--", file.string()});
  }
};

/// Asks the runner to end while the program stays. How it ended (as waitpid
/// says), whether the program ended, too, and left its report.
struct Stopped {
  explicit Stopped(int signal) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // the program becomes our child
    const learn::ScratchFolder scratch;
    const std::string report = (scratch.path() / "report.json").string();
    int out[2];
    REQUIRE(pipe(out) == 0);
    const pid_t runner = fork();
    if (runner == 0) {
      dup2(out[1], STDOUT_FILENO);
      const std::string program = kPrograms + "/plain_shared";
      execl(LEARN, LEARN, "--root", FIXTURES, "--build", BUILD, "emulate",
            "--json", report.c_str(), "--", program.c_str(), "stay", nullptr);
      _exit(127);
    }
    close(out[1]);
    char text[32] = {};
    REQUIRE(read(out[0], text, sizeof text - 1) > 0);
    close(out[0]);
    const pid_t program = std::stoi(text);
    kill(runner, signal);
    waitpid(runner, &status, 0);
    for (int i = 0; i < 3000 && !ended; ++i) {
      ended = waitpid(program, nullptr, WNOHANG) == program ||
              kill(program, 0) != 0;
      usleep(10'000);
    }
    if (!ended) kill(program, SIGKILL);
    told = std::filesystem::exists(report);
  }

  int status = 0;
  bool ended = false, told = false;
};

}  // namespace

TEST_SUITE("emulate") {
  TEST_CASE("when the runner is asked to end, the program ends") {
    for (const int signal : {SIGTERM, SIGHUP}) {
      CAPTURE(signal);
      const Stopped stopped(signal);
      CHECK(stopped.ended);
      CHECK(stopped.told);
      REQUIRE(WIFEXITED(stopped.status));
      CHECK(WEXITSTATUS(stopped.status) == 128 + signal);
    }
  }

  TEST_CASE("when the runner is killed, the program ends") {
    const Stopped stopped(SIGKILL);
    CHECK(stopped.ended);
  }

  TEST_CASE("the program's status is passed on") {
    const auto program = kPrograms + "/plain_shared";
    CHECK(learn_with({"emulate", "--", program}).status == 0);
    CHECK(learn_with({"emulate", "--", program, "7"}).status == 7);
  }

  TEST_CASE("a diagnosed error turns 0 into 1, and nothing else") {
    const auto program = kPrograms + "/plain_shared";
    const auto answer = learn_with({"emulate", "--", program, "0", "wrong"});
    CHECK(answer.status == 1);
    CHECK(answer.complains("error[out-of-bounds]"));
    CHECK(learn_with({"emulate", "--", program, "7", "wrong"}).status == 7);
  }

  TEST_CASE("an error of a child by fork counts, and has its own report") {
    const learn::ScratchFolder scratch;
    const auto file = scratch.path() / "report.json";
    const auto old = scratch.path() / "report.json.fork7";
    learn::write_text(old, "of a run before");
    const auto answer = learn_with(
        {"emulate", "--json", file, "--", kPrograms + "/plain_shared", "fork"});
    CHECK(answer.status == 1);
    CHECK(answer.complains("error[out-of-bounds]"));
    const auto child = learn::read_text(file.string() + ".fork1");
    CHECK(child.find("out-of-bounds") != std::string::npos);
    CHECK(learn::read_text(file).find("out-of-bounds") == std::string::npos);
    CHECK(!std::filesystem::exists(old));
  }

  TEST_CASE("the report goes where --json says") {
    const learn::ScratchFolder scratch;
    const auto file = scratch.path() / "report.json";
    const auto answer = learn_with({"emulate", "--json", file, "--device", "t4",
                                    "--schedule", "5", "--checks", "memory",
                                    "--", kPrograms + "/plain_shared"});
    CHECK(answer.status == 0);
    const auto json = learn::read_text(file);
    CHECK(json.find("\"device\": \"t4\"") != std::string::npos);
    CHECK(json.find("\"schedule\": 5") != std::string::npos);
  }

  TEST_CASE("--error-exitcode tells an error from the program's own status") {
    const auto program = kPrograms + "/plain_shared";
    const auto status = [&](const char* code, const char* own,
                            std::vector<std::string> more) {
      more.insert(more.begin(),
                  {"emulate", "--error-exitcode", code, "--", program, own});
      return learn_with(more).status;
    };
    CHECK(status("99", "0", {"wrong"}) == 99);
    CHECK(status("99", "7", {"wrong"}) == 99);
    CHECK(status("99", "7", {}) == 7);
    for (const char* code : {"0", "256", "-1", "many"})
      CHECK(status(code, "0", {}) == 2);
  }

  TEST_CASE("--quiet prints no report, and changes no status") {
    const auto answer = learn_with({"emulate", "--quiet", "--",
                                    kPrograms + "/plain_shared", "0", "wrong"});
    CHECK(answer.status == 1);
    CHECK(answer.err.empty());
  }

  TEST_CASE("rules that a run wrote suppress what it found, and no more") {
    const learn::ScratchFolder scratch;
    const auto rules = scratch.path() / "rules";
    const auto program = kPrograms + "/plain_shared";
    const auto first = learn_with({"emulate", "--write-suppressions", rules,
                                   "--", program, "0", "wrong"});
    CHECK(first.status == 1);
    CHECK(learn::read_text(rules) == "out-of-bounds kernel=store(int*)\n");
    const auto json = scratch.path() / "report.json";
    const std::vector<std::string> again = {
        "emulate", "--suppressions", rules, "--json", json,
        "--",      program,          "0",   "wrong"};
    CHECK(learn_with(again).status == 0);
    CHECK(learn::read_text(json).find("\"suppressed\": 1") !=
          std::string::npos);
    learn::write_text(rules, "out-of-bounds kernel=load(*)\n");
    CHECK(learn_with(again).status == 1);
    learn::write_text(rules, "# a word\n\nout of bounds\n");
    CHECK(learn_with(again).status == 2);
    CHECK(learn_with(again).complains("line 3 is no rule"));
    std::filesystem::remove(rules);
    CHECK(learn_with(again).complains("cannot be read"));
  }

  TEST_CASE("a rule names a diagnostic that there is") {
    const learn::ScratchFolder scratch;
    const auto rules = scratch.path() / "rules";
    const auto with_rule = [&](const std::string& rule) {
      learn::write_text(rules, rule + "\n");
      return learn_with({"--root", FIXTURES "/../../..", "--build", BUILD,
                         "emulate", "--suppressions", rules, "--",
                         kPrograms + "/plain_shared", "0", "wrong"});
    };
    CHECK(with_rule("out-of-bounds").status == 0);
    CHECK(with_rule("out-of-b*").status == 0);
    const auto answer = with_rule("out-of-bound");
    CHECK(answer.status == 2);
    CHECK(answer.complains("did you mean `out-of-bounds`?"));
  }

  TEST_CASE("findings are written as SARIF, those of children too") {
    const learn::ScratchFolder scratch;
    const auto file = scratch.path() / "findings.sarif";
    const auto program = kPrograms + "/plain_shared";
    learn_with({"emulate", "--sarif", file, "--", program});
    CHECK(learn::read_text(file).find("\"results\": []") != std::string::npos);
    learn_with({"emulate", "--sarif", file, "--", program, "fork"});
    CHECK(learn::read_text(file).find("\"ruleId\": \"out-of-bounds\"") !=
          std::string::npos);
    const auto nowhere = learn_with(
        {"emulate", "--sarif", "/nowhere/x.sarif", "--", program, "stay"});
    CHECK(nowhere.status == 2);
    CHECK(nowhere.complains("the findings cannot be written"));
  }

  TEST_CASE("schedules are compared until one differs") {
    const auto program = kPrograms + "/handshake";
    const auto all = {"emulate", "--checks", "none", "--schedules", "8", "--"};
    std::vector<std::string> words(all.begin(), all.end());
    words.push_back(program);
    const auto wrong = learn_with(words);
    CHECK(wrong.status == 1);
    CHECK(wrong.says("got 42\n"));
    CHECK(wrong.says("differs from seed 0:"));
    CHECK(wrong.says("line 1: `got 0` instead of `got 42`"));
    const std::string typed = "./learn emulate --schedule ";
    const auto at = wrong.out.find(typed);
    REQUIRE(at != std::string::npos);
    const auto seed =
        std::to_string(std::stoi(wrong.out.substr(at + typed.size())));
    CHECK(wrong.says(typed + seed + " --checks none -- " + program + "\n"));
    const auto again = learn_with(
        {"emulate", "--checks", "none", "--schedule", seed, "--", program});
    CHECK(again.says("got 0\n"));
    CHECK(learn_with({"emulate", "--error-exitcode", "99", "--checks", "none",
                      "--schedules", "8", "--", program})
              .status == 99);

    words.emplace_back("ordered");
    const auto right = learn_with(words);
    CHECK(right.status == 0);
    CHECK(right.says("8 schedules, all alike.\n"));
  }

  TEST_CASE("a number of schedules is from 2 to 1000, without --schedule") {
    const auto program = kPrograms + "/plain_shared";
    for (const char* number : {"0", "1", "1001", "many"}) {
      const auto answer =
          learn_with({"emulate", "--schedules", number, "--", program});
      CHECK(answer.status == 2);
      CHECK(answer.complains(number));
    }
    CHECK(learn_with(
              {"emulate", "--schedules", "3", "--schedule", "1", "--", program})
              .status == 2);
    CHECK(learn_with(
              {"emulate", "--schedules", "3", "--json", "r", "--", program})
              .status == 2);
    CHECK(learn_with({"emulate", "--schedules", "3", "--", program, "7"})
              .status == 7);
  }

  TEST_CASE("values that mean nothing are refused with exit 2") {
    const auto program = kPrograms + "/plain_shared";
    const auto try_option = [&](const char* option, const char* value) {
      return learn_with({"emulate", option, value, "--", program});
    };
    CHECK(try_option("--schedule", "soon").status == 2);
    CHECK(try_option("--schedule", "soon").complains("`soon`"));
    CHECK(try_option("--device", "abacus").status == 2);
    CHECK(try_option("--device", "abacus").complains("h200"));
    CHECK(try_option("--checks", "everything").status == 2);
    CHECK(try_option("--checks", "everything").complains("memory"));
  }

  TEST_CASE("a program with the static runtime is told what to change") {
    const auto answer =
        learn_with({"emulate", "--", kPrograms + "/plain_static"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("Add -cudart shared"));
  }

  TEST_CASE("a program whose DT_RPATH would win is refused") {
    const auto answer =
        learn_with({"emulate", "--", kPrograms + "/plain_rpath"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("DT_RPATH"));
  }

  TEST_CASE("a program without CUDA is noticed after its run") {
    const auto answer = learn_with({"emulate", "--", "/bin/true"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("did not load the emulator"));
  }

  TEST_CASE("what is no program is named") {
    CHECK(learn_with({"emulate", "--", "/nowhere/x"})
              .complains("there is no file /nowhere/x"));
    CHECK(learn_with({"emulate", "--", "/etc"}).complains("is a folder"));
    const auto script = std::string(FIXTURES) + "/lessons/90_adds/lesson.h";
    CHECK(learn_with({"emulate", "--", script}).complains("is not a program"));
    CHECK(learn_with({"emulate", "--", script}).status == 2);
  }

  TEST_CASE("a program that the kernel refuses is not read by a shell") {
    Damage damage;
    // The name of the dynamic loader must be two bytes at least.
    const auto load = damage.segment(PT_INTERP);
    auto header = damage.at<Elf64_Phdr>(load);
    header.p_filesz = 1;
    damage.put(load, header);
    const auto answer = damage.emulate();
    CHECK(answer.status == 2);
    CHECK(answer.complains("cannot be started (Exec format error)"));
    CHECK_FALSE(answer.complains("sh:"));
    CHECK_FALSE(answer.complains("yntax error"));
  }

  TEST_CASE("a segment that lies outside the file is named before the run") {
    Damage damage;
    const auto load = damage.segment(PT_LOAD);
    auto header = damage.at<Elf64_Phdr>(load);
    header.p_offset = damage.bytes.size();
    damage.put(load, header);
    const auto answer = damage.emulate();
    CHECK(answer.status == 2);
    CHECK(answer.complains("is a damaged program"));
  }

  TEST_CASE("a crash before the emulator is there is told as one") {
    Damage damage;
    const auto dynamic = damage.at<Elf64_Phdr>(damage.segment(PT_DYNAMIC));
    for (uint64_t at = dynamic.p_offset;; at += sizeof(Elf64_Dyn)) {
      auto entry = damage.at<Elf64_Dyn>(at);
      REQUIRE(entry.d_tag != DT_NULL);
      if (entry.d_tag != DT_SYMTAB) continue;
      entry.d_un.d_ptr = 0x7000'0000'0000;  // nothing is mapped there
      damage.put(at, entry);
      break;
    }
    const auto answer = damage.emulate();
    CHECK(answer.status == 2);
    CHECK(answer.complains("ended with SIGSEGV"));
    CHECK(answer.complains("before it loaded the emulator"));
  }
}
