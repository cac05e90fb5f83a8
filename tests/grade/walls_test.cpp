// SPDX-License-Identifier: MIT
// What walls alone prevent, tried with and without them: a submission that
// reads, writes and calls where it has no business. And how loudly grade says
// that there are none.
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/grade/isolation.h"
#include "tests/grade/grading.h"

namespace {

namespace fs = learn::fs;

constexpr const char* kSecret = "what the neighbour handed in";
constexpr const char* kName = "lockstep-test";

/// A socket in this test's network, bound to `address`.
template <typename Address>
int bound(int family, int kind, const Address& address, size_t size) {
  const int one = socket(family, kind | SOCK_CLOEXEC, 0);
  REQUIRE(bind(one, reinterpret_cast<const sockaddr*>(&address),
               static_cast<socklen_t>(size)) == 0);
  return one;
}

/// Files that everybody may use, a port that listens and a name that is taken.
class Neighbour {
 public:
  Neighbour() {
    fs::permissions(folder_.path(), fs::perms(0755));
    learn::write_text(secret(), kSecret);
    learn::write_text(shared(), "ours");
    fs::permissions(secret(), fs::perms(0644));
    fs::permissions(shared(), fs::perms(0666));
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    door_ = bound(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, here, sizeof here);
    socklen_t size = sizeof here;
    REQUIRE(getsockname(door_, reinterpret_cast<sockaddr*>(&here), &size) == 0);
    port_ = ntohs(here.sin_port);
    REQUIRE(listen(door_, 64) == 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::string(kName).copy(name.sun_path + 1, sizeof name.sun_path - 1);
    name_ =
        bound(AF_UNIX, SOCK_DGRAM, name,
              offsetof(sockaddr_un, sun_path) + 1 + std::string(kName).size());
  }
  ~Neighbour() {
    close(door_);
    close(name_);
  }
  Neighbour(const Neighbour&) = delete;
  Neighbour& operator=(const Neighbour&) = delete;

  fs::path secret() const { return folder_.path() / "secret"; }
  fs::path shared() const { return folder_.path() / "shared"; }
  bool was_called() const { return accept(door_, nullptr, nullptr) >= 0; }

  /// The attack of that name, aimed at this neighbour.
  std::string attack(const std::string& name) const {
    auto text = learn::read_text(HOSTILE "/neighbours/" + name + ".cu");
    for (const auto& [word, value] :
         {std::pair<std::string, std::string>{"@SECRET@", secret().string()},
          {"@SHARED@", shared().string()},
          {"@PORT@", std::to_string(port_)},
          {"@NAME@", kName}}) {
      for (size_t at = 0; (at = text.find(word)) != std::string::npos;) {
        text.replace(at, word.size(), value);
      }
    }
    return text;
  }

 private:
  learn::ScratchFolder folder_;
  int door_ = -1, name_ = -1, port_ = 0;
};

/// Grades both attacks; what files hold is in reach where there are no walls.
void try_attacks(bool walls) {
  const Neighbour neighbour;
  Class pupils(ROOT, "05_errors_come_late");
  for (const auto* name : {"looks_around", "reads_while_compiled"}) {
    pupils.add(name, neighbour.attack(name));
  }
  std::vector<std::string> words{"--jobs", "2"};
  if (!walls) words.emplace_back("--no-isolation");
  REQUIRE(pupils.grade(words).status == 0);
  const auto compiled = pupils.mark("reads_while_compiled");
  INFO(compiled.state << compiled.reason << compiled.text);
  CHECK(compiled.state == (walls ? "does not compile" : "failed"));
  CHECK(has(compiled.text, kSecret) == !walls);
  const auto around = pupils.mark("looks_around");
  INFO(around.state << around.reason << around.text);
  CHECK(around.state == "failed");
  CHECK(around.score() == 0);
  CHECK(has(around.text, "| nothing to read") == walls);
  CHECK(has(around.text, kSecret) == !walls);
  CHECK(has(around.text, "| not written") == walls);
  CHECK(learn::read_text(neighbour.shared()) == (walls ? "ours" : "mine"));
  // Sockets are kept away by the filter, with and without walls.
  CHECK(has(around.text, "| not reached"));
  CHECK_FALSE(neighbour.was_called());
  CHECK(has(around.text, "| a name of others"));
}

/// The mark's sentence about walls, as it is kept.
std::string isolation_of(const Class& pupils, const std::string& student) {
  const auto text = learn::read_text(pupils.into() / learn::mark_file(student));
  return learn::mark_from_json(text)->isolation;
}

}  // namespace

TEST_SUITE("walls") {
  TEST_CASE("behind walls a neighbour is out of reach") { try_attacks(true); }

  TEST_CASE("grade is silent about walls that stand") {
    Class pupils(FIXTURES, "90_adds");
    pupils.add("right", kRight);
    const auto answer = pupils.grade();
    CHECK(answer.status == 0);
    CHECK(answer.err.empty());
    CHECK(isolation_of(pupils, "right").rfind("bubblewrap: no network", 0) ==
          0);
  }
}

TEST_SUITE("open") {
  TEST_CASE("without walls a neighbour is within reach") { try_attacks(false); }

  TEST_CASE("grade says loudly that there are no walls, and each result too") {
    Class pupils(FIXTURES, "90_adds");
    pupils.add("right", kRight);
    const auto asked = pupils.grade({"--no-isolation"});
    CHECK(asked.status == 0);
    CHECK(has(asked.err,
              "learn: WARNING: what students handed in runs here "
              "without walls.\n"));
    CHECK(has(asked.err, "bubblewrap is not used, as asked"));
    CHECK(has(asked.err, "learn: For walls: leave out --no-isolation.\n"));
    CHECK(
        isolation_of(pupils, "right").rfind("NO WALLS, bubblewrap is not", 0) ==
        0);
    CHECK(pupils.mark("right").state == "passed");
  }

  TEST_CASE("what is not installed is named, with what to type") {
    const learn::ScratchFolder folder;
    const std::string before = std::getenv("PATH");
    setenv("PATH", folder.path().c_str(), 1);
    const auto isolation = learn::Isolation::find({"/", {}}, true);
    setenv("PATH", before.c_str(), 1);
    CHECK_FALSE(isolation.walls());
    CHECK(has(isolation.warning(), "bubblewrap (bwrap) is not installed"));
    CHECK(has(isolation.warning(), "sudo apt-get install bubblewrap"));
  }
}
