// SPDX-License-Identifier: MIT
// Message passing whose data are two words: vectors, 64 bits, and words of
// them.
#include "tests/litmus/shapes.h"
#include "tests/litmus/styles.h"

namespace litmus {
namespace {

/// The styles that a size could change, for blocks and for the device.
std::vector<Style> styles(bool writer) {
  std::vector<Style> all;
  for (MemoryOrder data : {kWeak, kRelaxed})
    for (const Way flag :
         {Way{kWeak}, Way{kRelaxed}, Way{writer ? kRelease : kAcquire}})
      for (MemoryOrder fence : {kWeak, kAcqRel}) {
        if (fence != kWeak && flag.order != kRelaxed) continue;
        all.push_back(writer ? Style{{data}, flag, fence}
                             : Style{flag, {data}, fence});
      }
  all = with_scopes(all);
  std::erase_if(all, [](const Style& s) { return s.scope == Scope::kSys; });
  return all;
}

const char* word(Size size) {
  if (size == Size::kWord) return "word";
  return size == Size::kVector ? "v2" : "b64";
}

Op sized(Op op, Size size, int place) {
  op.size = size;
  op.place = place;
  return op;
}

/// The writer's words are stored by one instruction, or by two (kWord).
Thread writer(const Style& style, Size size) {
  const Op data = store(style.first, style.scope, 0, 1);
  Thread made = thread(0, style, sized(data, size, 0),
                       store(style.second, style.scope, 1, 1));
  if (size == Size::kWord)
    made.ops.insert(made.ops.begin(), sized(data, size, 2));
  return made;
}

void add(Shape& shape, Size stored, Size loaded) {
  for (const Style& w : styles(true))
    for (const Style& r : styles(false)) {
      const Op data = sized(load(r.second, r.scope, 0, 1), loaded,
                            loaded == Size::kWord ? 2 : 0);
      place_threads(
          shape,
          std::string(word(stored)) + " " + w.text() + " | " + word(loaded) +
              " " + r.text(),
          {writer(w, stored), thread(1, r, load(r.first, r.scope, 1, 0), data)},
          {{0, 0}, {0, 1}});
    }
}

}  // namespace

Shape pairs() {
  Shape shape;
  shape.name = "MP+pair";
  shape.weak = [](const Outcome& o) {
    return o[0] == 1 && (o[1] == 0 || o[2] == 0);
  };
  for (Size stored : {Size::kWord, Size::kVector, Size::kWide})
    for (Size loaded : {Size::kVector, Size::kWide}) add(shape, stored, loaded);
  return shape;
}

Shape parts() {
  Shape shape;
  shape.name = "MP+part";
  shape.weak = [](const Outcome& o) { return o[0] == 1 && o[1] == 0; };
  for (Size stored : {Size::kVector, Size::kWide})
    add(shape, stored, Size::kWord);
  return shape;
}

}  // namespace litmus
