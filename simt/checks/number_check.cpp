// SPDX-License-Identifier: MIT
// Counts what else is made at the same line. An infinity may be meant, so all
// are warnings, and the check is off where nobody asks for it.
#include "simt/checks/number_check.h"

#include <bit>
#include <cmath>
#include <cstdio>

#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

/// "0", "-1.5", "3.40282347e+38".
std::string number_name(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string operands_of(const Born& born) {
  if (born.products) {
    return number_name(born.operands[2]) + " and products up to " +
           number_name(born.operands[0]) + " * " +
           number_name(born.operands[1]);
  }
  std::string text;
  for (size_t i = 0; i < born.count; ++i) {
    if (i > 0) text += i + 1 == born.count ? " and " : ", ";
    text += number_name(born.operands[i]);
  }
  return text;
}

}  // namespace

NumberCheck::Kind NumberCheck::kind_of(const Born& born) {
  if (!std::isnan(born.result)) return Kind::kInfinity;
  return born.of_infinities ? Kind::kNanOfInfinities : Kind::kNan;
}

void NumberCheck::on_born(const Born& born) {
  if (born.pc >= scene_.kernel().info.size()) return;
  const auto lanes = static_cast<uint64_t>(std::popcount(born.lanes));
  auto [entry, fresh] = found_.try_emplace(kind_of(born), First{born, 0, 0});
  First& first = entry->second;
  const auto site = [&](uint32_t pc) { return scene_.index().site_of(pc); };
  (site(first.born.pc) == site(born.pc) ? first.lanes : first.others) += lanes;
}

report::Diagnostic NumberCheck::describe(const First& first) const {
  const Born& born = first.born;
  const Kind kind = kind_of(born);
  const bool nan = kind != Kind::kInfinity;
  const int lane = first_lane(born.lanes);
  const std::string thread = scene_.thread_name(born.at.warp, lane);
  const std::string what = nan ? "a NaN" : "an infinity";
  report::Diagnostic d = scene_.start("nan-born", report::Severity::kWarning);
  d.count = first.lanes;
  d.message = thread + " makes " + what +
              (kind == Kind::kNanOfInfinities ? " from infinities"
                                              : " from finite numbers");
  d.places = {scene_.place(born.pc,
                           thread + " of block " +
                               scene_.block_name(born.at.block) + " makes " +
                               what + " here",
                           born.at, lane)};
  d.notes.push_back({"from", "`" + mnemonic_of(scene_.kernel().info[born.pc]) +
                                 "` of " + operands_of(born) + " gives " +
                                 number_name(born.result)});
  d.why = nan ? "from here on most results that use it are NaN, too"
              : "results that use it are infinite, zero or NaN";
  d.seen = count_of(first.lanes, "result") + " at this line";
  if (first.others > 0) {
    d.seen += ", " + count_of(first.others, "result") + " at other lines";
  }
  d.hint = "which operand should not have this value, and where is it set?";
  return d;
}

void NumberCheck::on_launch_end(const Executions&) {
  for (const auto& [kind, first] : found_) scene_.add(describe(first));
  found_.clear();
}

}  // namespace simt::checks
