// SPDX-License-Identifier: MIT
// What is known of the axioms from elsewhere: verdicts of the PTX manual and of
// Lustig et al. (ASPLOS 2019), so that the judge of the litmus tests is judged.
#include "tests/litmus/axioms.h"

#include <doctest/doctest.h>

#include "tests/litmus/shapes.h"

namespace litmus {
namespace {

struct Answer {
  bool found = false, weak = false, racy = false, clean = false;
};

/// The program that is called `name`.
Answer ask(const std::string& name) {
  Answer answer;
  for (const Shape& shape : all_shapes())
    for (const Program& program : shape.programs) {
      if (program.name != name) continue;
      answer.found = true;
      for (const auto& [outcome, verdict] : allowed(program)) {
        answer.weak = answer.weak || shape.weak(outcome);
        answer.racy = answer.racy || verdict.racy;
        answer.clean = answer.clean || verdict.clean;
      }
    }
  REQUIRE_MESSAGE(answer.found, name);
  return answer;
}
bool shows_weak(const std::string& name) { return ask(name).weak; }
bool may_race(const std::string& name) { return ask(name).racy; }

}  // namespace

TEST_CASE("axioms: a release and an acquire pass a message") {
  CHECK_FALSE(shows_weak("MP weak+release.gpu | acquire+weak.gpu blocks 0 1"));
  CHECK(shows_weak("MP weak+relaxed.gpu | acquire+weak.gpu blocks 0 1"));
  CHECK(shows_weak("MP weak+release.gpu | relaxed+weak.gpu blocks 0 1"));
  CHECK(shows_weak("MP weak+release.cta | acquire+weak.gpu blocks 0 1"));
  CHECK_FALSE(shows_weak("MP weak+release.cta | acquire+weak.gpu blocks 0 0"));
}

TEST_CASE("axioms: fences on both sides pass a message") {
  CHECK_FALSE(
      shows_weak("MP weak+fence.acq_rel+relaxed.gpu | "
                 "relaxed+fence.acq_rel+weak.gpu blocks 0 1"));
  CHECK(
      shows_weak("MP weak+fence.acq_rel+relaxed.cta | "
                 "relaxed+fence.acq_rel+weak.gpu blocks 0 1"));
}

TEST_CASE("axioms: only a guarded load of the data has no race") {
  CHECK(may_race("MP weak+release.gpu | acquire+weak.gpu blocks 0 1"));
  CHECK_FALSE(
      may_race("MP+guard weak+release.gpu | acquire+weak.gpu blocks 0 1"));
  CHECK(may_race("MP+guard weak+release.gpu | relaxed+weak.gpu blocks 0 1"));
  CHECK(
      may_race("MP+guard weak+release.gpu | exch.relaxed+weak.gpu blocks 0 1"));
  CHECK_FALSE(may_race(
      "MP+guard relaxed+relaxed.gpu | relaxed+relaxed.gpu blocks 0 1"));
}

TEST_CASE("axioms: only fence.sc forbids store buffering") {
  CHECK(shows_weak("SB release+acquire.gpu | release+acquire.gpu blocks 0 1"));
  CHECK(
      shows_weak("SB relaxed+fence.acq_rel+relaxed.gpu | "
                 "relaxed+fence.acq_rel+relaxed.gpu blocks 0 1"));
  CHECK_FALSE(
      shows_weak("SB relaxed+fence.sc+relaxed.gpu | "
                 "relaxed+fence.sc+relaxed.gpu blocks 0 1"));
  CHECK(
      shows_weak("SB relaxed+fence.sc+relaxed.cta | "
                 "relaxed+fence.sc+relaxed.gpu blocks 0 1"));
}

TEST_CASE("axioms: load buffering needs a release and an acquire") {
  CHECK(shows_weak("LB relaxed+relaxed.gpu | relaxed+relaxed.gpu blocks 0 1"));
  CHECK_FALSE(
      shows_weak("LB acquire+release.gpu | acquire+release.gpu blocks 0 1"));
}

TEST_CASE("axioms: a store need not reach all blocks at once") {
  CHECK(
      shows_weak("IRIW weak+release.gpu | acquire+acquire.gpu | "
                 "acquire+acquire.gpu blocks 0 1 2 3"));
  CHECK_FALSE(
      shows_weak("IRIW weak+relaxed.gpu | relaxed+fence.sc+relaxed.gpu | "
                 "relaxed+fence.sc+relaxed.gpu blocks "
                 "0 1 2 3"));
}

TEST_CASE("axioms: what is seen is handed on") {
  CHECK_FALSE(
      shows_weak("WRC relaxed | acquire+release.gpu | "
                 "acquire+weak.gpu blocks 0 1 2"));
  CHECK(
      shows_weak("WRC relaxed | relaxed+relaxed.gpu | "
                 "acquire+weak.gpu blocks 0 1 2"));
}

TEST_CASE("axioms: an atomic in between keeps the message") {
  CHECK_FALSE(
      shows_weak("MP+chain weak+release.gpu | exch.relaxed.gpu | "
                 "acquire+weak.gpu blocks 0 1 2"));
  CHECK(
      shows_weak("MP+chain weak+release.gpu | exch.relaxed.cta | "
                 "acquire+weak.gpu blocks 0 1 2"));
}

TEST_CASE("axioms: the scope of a cluster ends at the cluster") {
  const std::string pair = "MP+cluster guard weak+release.cluster | ";
  CHECK_FALSE(may_race(pair + "acquire+weak.cluster blocks 0 1"));
  CHECK(may_race(pair + "acquire+weak.cluster blocks 0 2"));
  CHECK(may_race(pair + "acquire+weak.gpu blocks 0 2"));
  CHECK(may_race(pair + "acquire+weak.cta blocks 0 1"));
  const std::string sc = "relaxed+fence.sc+relaxed.cluster";
  CHECK_FALSE(shows_weak("SB+cluster " + sc + " | " + sc + " blocks 0 1"));
  CHECK(shows_weak("SB+cluster " + sc + " | " + sc + " blocks 0 2"));
}

TEST_CASE("axioms: one word keeps one order for strong accesses") {
  CHECK_FALSE(shows_weak("CoRR relaxed+relaxed.gpu | relaxed.gpu blocks 0 1"));
  CHECK(shows_weak("CoRR weak+weak.gpu | relaxed.gpu blocks 0 1"));
  CHECK_FALSE(shows_weak("CoWW weak+weak.gpu | weak.gpu blocks 0 1"));
  CHECK_FALSE(shows_weak("CoRW relaxed+relaxed.gpu | relaxed.gpu blocks 0 1"));
  CHECK_FALSE(shows_weak("CoWR relaxed+relaxed.gpu | relaxed.gpu blocks 0 1"));
}

}  // namespace litmus
