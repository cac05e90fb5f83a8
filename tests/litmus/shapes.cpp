// SPDX-License-Identifier: MIT
// Shapes of two words. Each thread of a shape gets every style.
#include "tests/litmus/shapes.h"

#include "tests/litmus/styles.h"

namespace litmus {
namespace {

/// Data first, then the flag; the reader the other way round.
std::vector<Style> writer_styles() {
  std::vector<Style> all;
  for (MemoryOrder data : {kWeak, kRelaxed})
    for (const Style& flag : std::vector<Style>{{{}, {kWeak}},
                                                {{}, {kVolatile}},
                                                {{}, {kRelaxed}},
                                                {{}, {kRelease}},
                                                {{}, {kRelaxed, true}},
                                                {{}, {kRelease, true}},
                                                {{}, {kAcqRel, true}},
                                                {{}, {kRelaxed}, kAcqRel},
                                                {{}, {kRelaxed}, kSc},
                                                {{}, {kWeak}, kSc}}) {
      all.push_back(flag);
      all.back().first.order = data;
    }
  return with_scopes(all);
}
std::vector<Style> reader_styles() {
  std::vector<Style> all;
  for (MemoryOrder data : {kWeak, kRelaxed})
    for (const Style& flag : std::vector<Style>{{{kWeak}, {}},
                                                {{kVolatile}, {}},
                                                {{kRelaxed}, {}},
                                                {{kAcquire}, {}},
                                                {{kRelaxed, true}, {}},
                                                {{kAcquire, true}, {}},
                                                {{kAcqRel, true}, {}},
                                                {{kRelaxed}, {}, kAcqRel},
                                                {{kRelaxed}, {}, kSc},
                                                {{kWeak}, {}, kSc}}) {
      all.push_back(flag);
      all.back().second.order = data;
    }
  return with_scopes(all);
}

/// Message passing; `guarded`: the data are loaded only when the flag is seen.
Shape message_passing(bool guarded) {
  Shape shape;
  shape.name = guarded ? "MP+guard" : "MP";
  shape.weak = [](const Outcome& o) { return o[0] == 1 && o[1] == 0; };
  for (const Style& w : writer_styles())
    for (const Style& r : reader_styles()) {
      Op data = load(r.second, r.scope, 0, 1);
      if (guarded) data.guard = 0;
      place_threads(shape, w.text() + " | " + r.text(),
                    {thread(0, w, store(w.first, w.scope, 0, 1),
                            store(w.second, w.scope, 1, 1)),
                     thread(1, r, load(r.first, r.scope, 1, 0), data)},
                    {{0, 0}, {0, 1}});
    }
  return shape;
}

/// Every pair of orders of two accesses, one of each kind; then some fences.
std::vector<Style> pair_styles(Kind first, Kind second) {
  const auto ways = [](Kind kind) {
    const MemoryOrder strong = kind == Kind::kLoad ? kAcquire : kRelease;
    return std::vector<Way>{
        {kWeak}, {kVolatile}, {kRelaxed}, {strong}, {kAcqRel, true}};
  };
  std::vector<Style> all;
  for (const Way& one : ways(first))
    for (const Way& two : ways(second)) all.push_back({one, two});
  all.push_back({{kRelaxed}, {kRelaxed}, kAcqRel});
  all.push_back({{kRelaxed}, {kRelaxed}, kSc});
  all.push_back({{kWeak}, {kWeak}, kSc});
  return with_scopes(all);
}

Shape store_buffering() {
  Shape shape;
  shape.name = "SB";
  shape.weak = [](const Outcome& o) { return o[0] == 0 && o[1] == 0; };
  const std::vector<Style> styles = pair_styles(Kind::kStore, Kind::kLoad);
  for (size_t i = 0; i < styles.size(); ++i)
    for (size_t j = i; j < styles.size(); ++j) {
      const Style &a = styles[i], &b = styles[j];
      place_threads(shape, a.text() + " | " + b.text(),
                    {thread(0, a, store(a.first, a.scope, 0, 1),
                            load(a.second, a.scope, 1, 0)),
                     thread(1, b, store(b.first, b.scope, 1, 1),
                            load(b.second, b.scope, 0, 1))},
                    {{0, 0}, {0, 1}});
    }
  return shape;
}

Shape load_buffering() {
  Shape shape;
  shape.name = "LB";
  shape.weak = [](const Outcome& o) { return o[0] == 1 && o[1] == 1; };
  const std::vector<Style> styles = pair_styles(Kind::kLoad, Kind::kStore);
  for (size_t i = 0; i < styles.size(); ++i)
    for (size_t j = i; j < styles.size(); ++j) {
      const Style &a = styles[i], &b = styles[j];
      place_threads(shape, a.text() + " | " + b.text(),
                    {thread(0, a, load(a.first, a.scope, 0, 0),
                            store(a.second, a.scope, 1, 1)),
                     thread(1, b, load(b.first, b.scope, 1, 1),
                            store(b.second, b.scope, 0, 1))},
                    {{0, 0}, {0, 1}});
    }
  return shape;
}

/// Independent reads of independent writes.
Shape independent_reads() {
  Shape shape;
  shape.name = "IRIW";
  shape.weak = [](const Outcome& o) {
    return o[0] == 1 && o[1] == 0 && o[2] == 1 && o[3] == 0;
  };
  const std::vector<Style> writers = with_scopes({{{}, {kWeak}},
                                                  {{}, {kVolatile}},
                                                  {{}, {kRelaxed}},
                                                  {{}, {kRelease}},
                                                  {{}, {kAcqRel, true}}});
  const std::vector<Style> readers =
      with_scopes({{{kWeak}, {kWeak}},
                   {{kRelaxed}, {kRelaxed}},
                   {{kAcquire}, {kAcquire}},
                   {{kRelaxed}, {kRelaxed}, kAcqRel},
                   {{kRelaxed}, {kRelaxed}, kSc},
                   {{kWeak}, {kWeak}, kSc}});
  for (const Style& w : writers)
    for (size_t i = 0; i < readers.size(); ++i)
      for (size_t j = i; j < readers.size(); ++j) {
        const Style &a = readers[i], &b = readers[j];
        place_threads(shape, w.text() + " | " + a.text() + " | " + b.text(),
                      {{0, {store(w.second, w.scope, 0, 1)}},
                       {1, {store(w.second, w.scope, 1, 1)}},
                       thread(2, a, load(a.first, a.scope, 0, 0),
                              load(a.second, a.scope, 1, 1)),
                       thread(3, b, load(b.first, b.scope, 1, 2),
                              load(b.second, b.scope, 0, 3))},
                      {{0, 0, 0, 0}, {0, 1, 2, 3}, {0, 1, 0, 1}});
      }
  return shape;
}

/// The second thread hands on what it saw of the first one.
Shape write_to_read() {
  Shape shape;
  shape.name = "WRC";
  shape.weak = [](const Outcome& o) {
    return o[0] == 1 && o[1] == 1 && o[2] == 0;
  };
  const std::vector<Style> middle =
      with_scopes({{{kRelaxed}, {kRelaxed}},
                   {{kAcquire}, {kRelease}},
                   {{kRelaxed}, {kRelease}},
                   {{kRelaxed}, {kRelaxed}, kSc}});
  const std::vector<Style> last = with_scopes({{{kRelaxed}, {kRelaxed}},
                                               {{kAcquire}, {kWeak}},
                                               {{kRelaxed}, {kWeak}, kAcqRel},
                                               {{kRelaxed}, {kWeak}, kSc}});
  for (MemoryOrder data : {kWeak, kRelaxed})
    for (const Style& m : middle)
      for (const Style& r : last) {
        Op seen = load(r.second, r.scope, 0, 2);
        seen.guard = 1;
        const Way way{data};
        Op passed = store(m.second, m.scope, 1, 1);
        passed.guard = 0;
        place_threads(
            shape,
            std::string(word(data)) + " | " + m.text() + " | " + r.text(),
            {{0, {store(way, Scope::kGpu, 0, 1)}},
             thread(1, m, load(m.first, m.scope, 0, 0), passed),
             thread(2, r, load(r.first, r.scope, 1, 1), seen)},
            {{0, 0, 0}, {0, 1, 2}, {0, 0, 1}, {0, 1, 1}});
      }
  return shape;
}

/// A message through an atomic of a third thread.
Shape chain() {
  Shape shape;
  shape.name = "MP+chain";
  shape.weak = [](const Outcome& o) {
    return o[0] == 1 && o[1] == 2 && o[2] == 0;
  };
  const std::vector<Style> writers = with_scopes(
      {{{kWeak}, {kRelease}}, {{kWeak}, {kRelaxed}, kSc}, {{}, {kRelaxed}}});
  const std::vector<Style> readers =
      with_scopes({{{kAcquire}, {}}, {{kRelaxed}, {}, kSc}, {{kRelaxed}, {}}});
  for (const Style& w : writers)
    for (Scope scope : kScopes)
      for (const Style& r : readers) {
        Op data = load(r.second, r.scope, 0, 2);
        data.guard = 1;
        Op link = load({kRelaxed, true}, scope, 1, 0);
        link.value = 2;
        place_threads(
            shape,
            w.text() + " | exch.relaxed" + word(scope) + " | " + r.text(),
            {thread(0, w, store(w.first, w.scope, 0, 1),
                    store(w.second, w.scope, 1, 1)),
             {1, {link}},
             thread(2, r, load(r.first, r.scope, 1, 1), data)},
            {{0, 0, 0}, {0, 1, 2}, {0, 1, 0}, {0, 0, 1}});
      }
  return shape;
}

Op fence(MemoryOrder order, Scope scope) {
  Op op;
  op.kind = Op::Kind::kFence;
  op.order = order;
  op.scope = scope;
  return op;
}
Op barrier() {
  Op op;
  op.kind = Op::Kind::kBarrier;
  return op;
}

/// One thread stores the data and another one of its block the flag; a block of
/// readers does it the other way round, or one reader all of it.
Shape past_barriers() {
  Shape shape;
  shape.name = "MP+bar";
  shape.weak = [](const Outcome& o) { return o[0] == 1 && o[1] == 0; };
  const std::vector<std::pair<MemoryOrder, Scope>> fences = {
      {kWeak, Scope::kNone},
      {kAcqRel, Scope::kGpu},
      {kSc, Scope::kGpu},
      {kSc, Scope::kCta}};
  const auto text = [](const std::vector<Op>& ops) {
    std::string all;
    for (const Op& op : ops)
      all += (all.empty() ? "" : "+") +
             std::string(op.kind == Kind::kBarrier ? "bar" : word(op.order)) +
             word(op.scope);
    return all;
  };
  // The first thread with its fence, the barrier, the second with its fence.
  const auto pair = [](Op first, Op second, const auto& one, const auto& two) {
    std::array<std::vector<Op>, 2> ops;
    ops[0] = {first};
    if (one.first != kWeak) ops[0].push_back(fence(one.first, one.second));
    ops[0].push_back(barrier());
    ops[1] = {barrier()};
    if (two.first != kWeak) ops[1].push_back(fence(two.first, two.second));
    ops[1].push_back(second);
    return ops;
  };
  for (MemoryOrder stored : {kRelaxed, kRelease})
    for (MemoryOrder loaded : {kRelaxed, kAcquire})
      for (const auto& a : fences)
        for (const auto& b : fences)
          for (const auto& c : fences)
            for (const auto& d : fences) {
              const auto w = pair(store({}, Scope::kNone, 0, 1),
                                  store({stored}, Scope::kGpu, 1, 1), a, b);
              const auto r = pair(load({loaded}, Scope::kGpu, 1, 0),
                                  load({}, Scope::kNone, 0, 1), c, d);
              place_threads(shape,
                            text(w[0]) + " | " + text(w[1]) + " | " +
                                text(r[0]) + " | " + text(r[1]),
                            {{0, w[0]}, {0, w[1]}, {1, r[0]}, {1, r[1]}},
                            {{0, 0, 1, 1}});
            }
  return shape;
}

}  // namespace

std::vector<Shape> all_shapes() {
  return {message_passing(false),
          message_passing(true),
          chain(),
          past_barriers(),
          pairs(),
          parts(),
          store_buffering(),
          load_buffering(),
          write_to_read(),
          independent_reads(),
          read_read(),
          write_write(),
          read_write(),
          write_read(),
          cluster_message(),
          cluster_buffering(),
          cluster_chain()};
}

}  // namespace litmus
