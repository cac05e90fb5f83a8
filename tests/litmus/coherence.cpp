// SPDX-License-Identifier: MIT
// Shapes of one word: three accesses by two threads, in every way.
#include <functional>

#include "tests/litmus/shapes.h"
#include "tests/litmus/styles.h"

namespace litmus {
namespace {

const std::vector<Way> kWritten = {
    {kWeak}, {kRelaxed}, {kRelease}, {kAcqRel, true}};
const std::vector<Way> kRead = {
    {kWeak}, {kRelaxed}, {kAcquire}, {kAcqRel, true}};

/// One word; every way of three accesses, each thread at every scope.
void coherence(Shape& shape, const std::vector<Way>& one,
               const std::vector<Way>& two, const std::vector<Way>& three,
               const std::function<std::vector<Thread>(
                   const Way&, const Way&, const Way&, Scope, Scope)>& make) {
  for (const Way& a : one)
    for (const Way& b : two)
      for (const Way& c : three)
        for (Scope mine : kScopes)
          for (Scope other : kScopes)
            place_threads(shape,
                          a.text() + "+" + b.text() + word(mine) + " | " +
                              c.text() + word(other),
                          make(a, b, c, mine, other), {{0, 0}, {0, 1}});
}

}  // namespace

Shape read_read() {
  Shape shape;
  shape.name = "CoRR";
  shape.weak = [](const Outcome& o) { return o[0] == 1 && o[1] == 0; };
  coherence(shape, kRead, kRead, kWritten,
            [](const Way& a, const Way& b, const Way& c, Scope m, Scope o) {
              return std::vector<Thread>{
                  {0, {load(a, m, 0, 0), load(b, m, 0, 1)}},
                  {1, {store(c, o, 0, 1)}}};
            });
  return shape;
}

Shape write_write() {
  Shape shape;
  shape.name = "CoWW";
  shape.weak = [](const Outcome& o) { return o[kMostRegisters] == 1; };
  coherence(shape, kWritten, kWritten, kRead,
            [](const Way& a, const Way& b, const Way& c, Scope m, Scope o) {
              return std::vector<Thread>{
                  {0, {store(a, m, 0, 1), store(b, m, 0, 2)}},
                  {1, {load(c, o, 0, 0)}}};
            });
  return shape;
}

Shape read_write() {
  Shape shape;
  shape.name = "CoRW";
  shape.weak = [](const Outcome& o) {
    return o[0] == 2 && o[kMostRegisters] == 2;
  };
  coherence(shape, kRead, kWritten, kWritten,
            [](const Way& a, const Way& b, const Way& c, Scope m, Scope o) {
              return std::vector<Thread>{
                  {0, {load(a, m, 0, 0), store(b, m, 0, 1)}},
                  {1, {store(c, o, 0, 2)}}};
            });
  return shape;
}

Shape write_read() {
  Shape shape;
  shape.name = "CoWR";
  shape.weak = [](const Outcome& o) {
    return o[0] == 2 && o[kMostRegisters] == 1;
  };
  coherence(shape, kWritten, kRead, kWritten,
            [](const Way& a, const Way& b, const Way& c, Scope m, Scope o) {
              return std::vector<Thread>{
                  {0, {store(a, m, 0, 1), load(b, m, 0, 0)}},
                  {1, {store(c, o, 0, 2)}}};
            });
  return shape;
}

}  // namespace litmus
