// SPDX-License-Identifier: MIT
// A report names few works, the oldest ones: of no other is the place in the
// program kept, which is the most expensive part of it.
#include "simt/context/unfinished.h"

#include <algorithm>
#include <utility>

#include "simt/context/modules.h"
#include "simt/program/program.h"

namespace simt::cudart {
namespace {

constexpr size_t kMost = 1 << 16;  // beyond it works are not kept
constexpr size_t kPlaces = 8, kMostPrinting = 64;

bool done(const IssuedWork& work, const Clock& host) {
  return host.covers(work.chain, work.number);
}

}  // namespace

std::string describe(const IssuedWork& work) {
  std::string text = "a copy or fill", kernel;
  if (work.place.call) text = "`" + call_name(work.place) + "`";
  if (work.kernel) {
    kernel = program::demangle(work.kernel->symbol);
    text = "kernel `" + plain_name(kernel) + "`";
    if (!work.graph_node.empty()) text += ", " + work.graph_node;
  }
  const std::string where = in_function(work.place, kernel);
  return where.empty() ? text : text + ", " + where;
}

void Unfinished::add(IssuedWork work, const Clock& host) {
  while (!works_.empty() && done(works_.front(), host)) works_.pop_front();
  if (works_.size() >= look_at_) {
    std::erase_if(works_, [&](const auto& w) { return done(w, host); });
    look_at_ = 2 * works_.size() + 64;
  }
  if (works_.size() >= kMost) return;
  if (works_.size() < kPlaces) work.place = call_place();
  works_.push_back(std::move(work));
}

void Unfinished::prints(Chain chain, uint64_t number) {
  if (printed_by(chain, number)) return;
  for (auto work = works_.rbegin(); work != works_.rend(); ++work) {
    if (work->chain != chain || work->number != number) continue;
    printing_.push_back(*work);
    if (printing_.size() > kMostPrinting) printing_.pop_front();
    return;
  }
}

const IssuedWork* Unfinished::printed_by(Chain chain, uint64_t number) const {
  for (auto work = printing_.rbegin(); work != printing_.rend(); ++work) {
    if (work->chain == chain && work->number == number) return &*work;
  }
  return nullptr;
}

std::vector<IssuedWork> Unfinished::left(const Clock& host) const {
  std::vector<IssuedWork> all;
  for (const IssuedWork& work : works_) {
    if (!done(work, host)) all.push_back(work);
  }
  return all;
}

}  // namespace simt::cudart
