// SPDX-License-Identifier: MIT
// Shapes in a launch with clusters of two blocks: in one cluster (blocks 0 and
// 1) and in two (0 and 2), with the scopes that differ there.
#include "tests/litmus/shapes.h"
#include "tests/litmus/styles.h"

namespace litmus {
namespace {

std::vector<Style> of_clusters(const std::vector<Style>& styles) {
  return with_scopes(styles, {Scope::kCta, Scope::kCluster, Scope::kGpu});
}

void place_in_clusters(Shape& shape, const std::string& name,
                       const std::vector<Thread>& threads,
                       const std::vector<std::vector<int>>& placements) {
  const size_t first = shape.programs.size();
  place_threads(shape, name, threads, placements);
  for (size_t i = first; i < shape.programs.size(); ++i)
    shape.programs[i].cluster = 2;
}

}  // namespace

/// Message passing; the data are loaded only when the flag is seen.
Shape cluster_message() {
  Shape shape;
  shape.name = "MP+cluster";
  shape.weak = [](const Outcome& o) { return o[0] == 1 && o[1] == 0; };
  const std::vector<Style> writers = of_clusters({{{}, {kWeak}},
                                                  {{}, {kRelaxed}},
                                                  {{}, {kRelease}},
                                                  {{}, {kRelease, true}},
                                                  {{}, {kRelaxed}, kAcqRel},
                                                  {{}, {kRelaxed}, kSc},
                                                  {{kRelaxed}, {kRelease}}});
  const std::vector<Style> readers = of_clusters({{{kWeak}, {}},
                                                  {{kRelaxed}, {}},
                                                  {{kAcquire}, {}},
                                                  {{kAcquire, true}, {}},
                                                  {{kRelaxed}, {}, kAcqRel},
                                                  {{kRelaxed}, {}, kSc},
                                                  {{kAcquire}, {kRelaxed}}});
  for (const bool guarded : {false, true})
    for (const Style& w : writers)
      for (const Style& r : readers) {
        Op data = load(r.second, r.scope, 0, 1);
        if (guarded) data.guard = 0;
        place_in_clusters(
            shape, (guarded ? "guard " : "") + w.text() + " | " + r.text(),
            {thread(0, w, store(w.first, w.scope, 0, 1),
                    store(w.second, w.scope, 1, 1)),
             thread(1, r, load(r.first, r.scope, 1, 0), data)},
            {{0, 1}, {0, 2}});
      }
  return shape;
}

Shape cluster_buffering() {
  Shape shape;
  shape.name = "SB+cluster";
  shape.weak = [](const Outcome& o) { return o[0] == 0 && o[1] == 0; };
  const std::vector<Style> styles =
      of_clusters({{{kWeak}, {kWeak}},
                   {{kRelaxed}, {kRelaxed}},
                   {{kRelease}, {kAcquire}},
                   {{kAcqRel, true}, {kAcquire}},
                   {{kWeak}, {kWeak}, kSc},
                   {{kRelaxed}, {kRelaxed}, kSc},
                   {{kRelaxed}, {kRelaxed}, kAcqRel}});
  for (size_t i = 0; i < styles.size(); ++i)
    for (size_t j = i; j < styles.size(); ++j) {
      const Style &a = styles[i], &b = styles[j];
      place_in_clusters(shape, a.text() + " | " + b.text(),
                        {thread(0, a, store(a.first, a.scope, 0, 1),
                                load(a.second, a.scope, 1, 0)),
                         thread(1, b, store(b.first, b.scope, 1, 1),
                                load(b.second, b.scope, 0, 1))},
                        {{0, 1}, {0, 2}});
    }
  return shape;
}

/// A message through an atomic of a third thread, in the cluster of the first,
/// of the last, or of neither.
Shape cluster_chain() {
  Shape shape;
  shape.name = "MP+cluster+chain";
  shape.weak = [](const Outcome& o) {
    return o[0] == 1 && o[1] == 2 && o[2] == 0;
  };
  for (const Style& w :
       of_clusters({{{kWeak}, {kRelease}}, {{kWeak}, {kRelaxed}, kSc}}))
    for (Scope scope : {Scope::kCta, Scope::kCluster, Scope::kGpu})
      for (const Style& r :
           of_clusters({{{kAcquire}, {}}, {{kRelaxed}, {}, kSc}})) {
        Op data = load(r.second, r.scope, 0, 2);
        data.guard = 1;
        Op link = load({kRelaxed, true}, scope, 1, 0);
        link.value = 2;
        place_in_clusters(
            shape,
            w.text() + " | exch.relaxed" + word(scope) + " | " + r.text(),
            {thread(0, w, store(w.first, w.scope, 0, 1),
                    store(w.second, w.scope, 1, 1)),
             {1, {link}},
             thread(2, r, load(r.first, r.scope, 1, 1), data)},
            {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 1, 1}, {0, 2, 4}});
      }
  return shape;
}

}  // namespace litmus
