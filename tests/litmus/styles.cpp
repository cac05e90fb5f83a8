// SPDX-License-Identifier: MIT
// Puts operations, threads and programs together, and names them.
#include "tests/litmus/styles.h"

namespace litmus {

const char* word(MemoryOrder order) {
  switch (order) {
    case kWeak:
      return "weak";
    case kVolatile:
      return "volatile";
    case kRelaxed:
      return "relaxed";
    case kAcquire:
      return "acquire";
    case kRelease:
      return "release";
    case kAcqRel:
      return "acq_rel";
    default:
      return "sc";
  }
}
const char* word(Scope scope) {
  switch (scope) {
    case Scope::kNone:
      return "";
    case Scope::kCta:
      return ".cta";
    case Scope::kCluster:
      return ".cluster";
    case Scope::kGpu:
      return ".gpu";
    default:
      return ".sys";
  }
}

std::string Way::text() const {
  return std::string(exchange ? "exch." : "") + word(order);
}

std::string Style::text() const {
  std::string all = first.text();
  if (fence != kWeak) all += std::string("+fence.") + word(fence);
  return all + "+" + second.text() + word(scope);
}

std::vector<Style> with_scopes(const std::vector<Style>& styles,
                               const std::vector<Scope>& scopes) {
  std::vector<Style> all;
  for (Style style : styles) {
    const auto scoped = [](const Way& way) {
      return way.order != kWeak && way.order != kVolatile;
    };
    const bool any =
        scoped(style.first) || scoped(style.second) || style.fence != kWeak;
    for (Scope scope : scopes) {
      style.scope = any ? scope : Scope::kNone;
      all.push_back(style);
      if (!any) break;
    }
  }
  return all;
}

namespace {

Op access(Kind kind, const Way& way, Scope scope, int place) {
  Op op;
  op.kind = way.exchange ? Kind::kExchange : kind;
  op.order = way.order;
  op.scope =
      way.order == kWeak || way.order == kVolatile ? Scope::kNone : scope;
  op.place = place;
  return op;
}

}  // namespace

Op load(const Way& way, Scope scope, int place, int loaded) {
  Op op = access(Kind::kLoad, way, scope, place);
  op.loaded = loaded;
  op.value = 100 + loaded;  // of an exchange
  return op;
}
Op store(const Way& way, Scope scope, int place, int value) {
  Op op = access(Kind::kStore, way, scope, place);
  op.value = value;
  op.loaded = -1;
  return op;
}

Thread thread(int block, const Style& style, const Op& first,
              const Op& second) {
  Thread made{block, {first}};
  if (style.fence != kWeak) {
    Op fence;
    fence.kind = Kind::kFence;
    fence.order = style.fence;
    fence.scope = style.scope;
    fence.guard = second.guard;
    made.ops.push_back(fence);
  }
  made.ops.push_back(second);
  return made;
}

void place_threads(Shape& shape, const std::string& name,
                   const std::vector<Thread>& threads,
                   const std::vector<std::vector<int>>& placements) {
  for (const std::vector<int>& blocks : placements) {
    Program program{shape.name, shape.name + " " + name + " blocks", threads};
    for (size_t t = 0; t < threads.size(); ++t) {
      program.threads[t].block = blocks[t];
      program.name += " " + std::to_string(blocks[t]);
    }
    shape.programs.push_back(std::move(program));
  }
}

}  // namespace litmus
