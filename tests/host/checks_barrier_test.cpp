// SPDX-License-Identifier: MIT
// Block barriers and lane masks that go wrong.
#include <doctest/doctest.h>

#include "tests/host/checks_fixture.h"

namespace simt::checks::barrier_test {
namespace {

const std::vector<std::string> kCode = {"bar.sync 0", "bar.sync 0",
                                        "shfl.sync.down.b32"};

void meet(HandLaunch& k, const std::vector<BarrierDone::Arrival>& arrivals,
          uint32_t exited = 0, int id = 0) {
  BarrierDone done;
  done.id = id;
  done.exited_threads = exited;
  done.exited_any = exited ? 1 : 0;
  done.arrivals = &arrivals;
  k.session.on_barrier(done);
}

TEST_CASE("a warp that waits at two lines is divergent") {
  HandLaunch k(kCode);
  k.start();
  meet(k, {{0, 0, kAllLanes, 0}, {0, 1, 0x0000ffff, 0}, {1, 1, 0xffff0000, 0}});
  k.end();
  REQUIRE(k.names() == Names{"divergent-barrier:1-2"});
  CHECK(k.found()[0].severity == report::Severity::kError);
  CHECK(k.found()[0].message ==
        "warp 1 of block (0,0,0) waits at two barriers");
  CHECK(k.found()[0].places[0].what == "threads 0..47 wait here");
  CHECK(k.found()[0].places[1].what == "threads 48..63 wait here");
}

TEST_CASE("warps that wait at two lines do not match") {
  HandLaunch k(kCode);
  k.start();
  meet(k, {{0, 0, kAllLanes, 0}, {1, 1, kAllLanes, 0}});
  meet(k, {{0, 0, kAllLanes, 0}, {1, 1, kAllLanes, 0}});
  k.end();
  REQUIRE(k.names() == Names{"barrier-mismatch:1-2"});
  CHECK(k.found()[0].severity == report::Severity::kError);
  CHECK(k.found()[0].count == 2);
}

TEST_CASE("a numbered barrier may be waited for at several lines, by warps") {
  HandLaunch k(kCode);
  k.start();
  meet(k, {{0, 0, kAllLanes, 0}, {1, 1, kAllLanes, 0}}, 0, 1);
  k.end();
  CHECK(k.names() == Names{});
  HandLaunch split(kCode);
  split.start();
  meet(split, {{0, 0, 0xffff, 0}, {1, 0, 0xffff0000, 0}}, 0, 1);
  split.end();
  CHECK(split.names() == Names{"divergent-barrier:1-2"});
}

/// Barriers 1 and 2 on one line, whose first column nvcc names for both.
void on_one_line(HandLaunch& k) {
  k.kernel.info[1].line = k.kernel.info[0].line;
  k.kernel.info[1].innermost = k.kernel.info[0].innermost;
}

TEST_CASE("two barriers on one line are two barriers") {
  HandLaunch k(kCode);
  on_one_line(k);
  k.start();
  meet(k, {{0, 0, kAllLanes, 0}, {1, 1, kAllLanes, 0}});
  k.end();
  CHECK(k.names() == Names{"barrier-mismatch:1-1"});
}

TEST_CASE("copies that the compiler made are met one after the other") {
  HandLaunch k(kCode);
  on_one_line(k);
  k.start();
  for (uint32_t pc : {0u, 1u})
    meet(k, {{pc, 0, kAllLanes, 0}, {pc, 1, kAllLanes, 0}});
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("two splits of a warp at one line are one arrival") {
  HandLaunch k(kCode);
  k.start();
  meet(k, {{0, 0, 0xffff, 0}, {0, 0, 0xffff0000, 0}, {0, 1, kAllLanes, 0}});
  k.end();
  CHECK(k.names() == Names{});
}

TEST_CASE("a barrier that does not wait for exited threads is a warning") {
  HandLaunch k(kCode);
  k.start();
  meet(k, {{0, 0, kAllLanes, 0}, {0, 1, 0xff, 0}}, 24);
  k.end();
  REQUIRE(k.names() == Names{"divergent-barrier:1"});
  CHECK(k.found()[0].severity == report::Severity::kWarning);
  CHECK(k.found()[0].message ==
        "a barrier does not wait for 24 threads that exited");
  CHECK(k.found()[0].places[0].what ==
        "40 of 64 threads of block (0,0,0) wait here");
}

TEST_CASE("a warp that waits while its other lanes leave is divergent") {
  HandLaunch k(kCode);
  k.start();
  meet(k, {{0, 0, kAllLanes, 0}, {0, 1, 0xffff, 0xffff0000}}, 16);
  k.end();
  REQUIRE(k.names() == Names{"divergent-barrier:1"});
  CHECK(k.found()[0].severity == report::Severity::kError);
  CHECK(k.found()[0].message ==
        "only a part of warp 1 of block (0,0,0) reaches this barrier");
}

MaskError mask_error(MaskError::Kind kind) {
  MaskError error;
  error.kind = kind;
  error.pc = error.other_pc = 2;
  error.mask = 0x1f;
  error.lanes = 0xffffffe0;
  return error;
}

TEST_CASE("lanes outside their own mask") {
  HandLaunch k(kCode);
  k.start();
  k.session.on_mask_error(mask_error(MaskError::Kind::kNotInOwnMask));
  k.session.on_mask_error(mask_error(MaskError::Kind::kNotInOwnMask));
  k.end();
  REQUIRE(k.names() == Names{"warp-mask:3"});
  CHECK(k.found()[0].count == 2);
  CHECK(k.found()[0].message ==
        "lanes 5..31 run a warp instruction whose mask leaves them out");
  CHECK(k.found()[0].notes.at(0).text == "0x0000001f names lanes 0..4");
}

TEST_CASE("a shuffle from a lane that takes no part") {
  HandLaunch k(kCode);
  k.start();
  MaskError error = mask_error(MaskError::Kind::kInactiveSource);
  error.lanes = 0x8000;
  k.session.on_mask_error(error);
  k.end();
  REQUIRE(k.names() == Names{"inactive-shuffle-source:3"});
  CHECK(k.found()[0].message == "lane 15 reads from a lane that takes no part");
}

TEST_CASE("a source outside a wrong mask follows from the mask") {
  HandLaunch k(kCode);
  k.start();
  k.session.on_mask_error(mask_error(MaskError::Kind::kNotInOwnMask));
  k.session.on_mask_error(mask_error(MaskError::Kind::kInactiveSource));
  k.end();
  CHECK(k.names() == Names{"warp-mask:3"});
}

TEST_CASE("a lane that never comes is named with the place where it is") {
  HandLaunch k(kCode);
  k.start();
  MaskError error = mask_error(MaskError::Kind::kNeverArrives);
  error.mask = kAllLanes;
  error.other_pc = 1;
  k.session.on_mask_error(error);
  k.end();
  REQUIRE(k.names() == Names{"warp-mask:3-2"});
  CHECK(k.found()[0].places[0].what ==
        "lanes 0..4 of warp 0 of block (0,0,0) wait here");
  CHECK(k.found()[0].places[1].what == "lanes 5..31 are here");
}

TEST_CASE("a check that is off says nothing") {
  HandLaunch k(kCode, {64, 1, 1}, only_race());
  k.start();
  meet(k, {{0, 0, kAllLanes, 0}, {1, 1, kAllLanes, 0}});
  k.session.on_mask_error(mask_error(MaskError::Kind::kNotInOwnMask));
  k.end();
  CHECK(k.names() == Names{});
}

}  // namespace
}  // namespace simt::checks::barrier_test
