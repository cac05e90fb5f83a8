// SPDX-License-Identifier: MIT
// Reads SIMT_* variables; every bad value becomes one sentence.
#include "simt/context/options.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace simt::cudart {
namespace {

std::optional<uint64_t> number(std::string_view text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc{} || stop != end || text.empty()) return std::nullopt;
  return value;
}

constexpr size_t kMostTracePoints = 64;

std::string bad(const char* name, std::string_view value,
                const std::string& allowed) {
  return std::string(name) + "=" + std::string(value) +
         " is not possible; it takes " + allowed;
}

std::string profile_names() {
  std::string names;
  for (const Profile& profile : profiles()) {
    if (!names.empty()) names += ", ";
    names += profile.name;
  }
  return names;
}

void read_checks(std::string_view list, Options& options, std::string& error) {
  std::vector<std::string> chosen;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view word = list.substr(begin, end - begin);
    bool known = word == "none";
    for (const checks::Row& row : checks::table()) {
      if (row.name.empty() || (word != row.name && word != "all")) continue;
      chosen.emplace_back(row.name);
      known = true;
    }
    if (!known) {
      error = bad("SIMT_CHECKS", list,
                  "a comma list of " + checks::names_of(checks::table()) +
                      ", or all, or none");
    }
    begin = end + 1;
  }
  options.any_check = !chosen.empty();
  options.checks = checks::ChosenChecks::only(std::move(chosen));
}

void read_text(std::string_view value, Options& options, std::string& error) {
  if (value == "0") {
    options.text = TextReport::kNever;
  } else if (value == "full") {
    options.text = TextReport::kFull;
  } else if (value != "1") {
    error = bad("SIMT_REPORT", value, "0, 1 or full");
  }
}

void read_parts(std::string_view value, Options& options, std::string& error) {
  if (value == "findings")
    options.json_parts = report::Parts::kFindings;
  else if (value != "all")
    error = bad("SIMT_JSON_PARTS", value, "all or findings");
}

void read_trace(std::string_view list, Options& options, std::string& error) {
  options.summary = list == "summary";
  if (options.summary) return;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view word = list.substr(begin, end - begin);
    const size_t colon = word.rfind(':');
    const auto line = colon == word.npos || colon == 0
                          ? std::nullopt
                          : number(word.substr(colon + 1));
    if (!line || *line < 1 || *line > 1000000 ||
        options.trace.size() >= kMostTracePoints) {
      error = bad("SIMT_TRACE", list,
                  "a comma list of at most 64 places FILE:LINE, or summary");
      return;
    }
    options.trace.push_back(
        {std::string(word.substr(0, colon)), static_cast<int>(*line)});
    begin = end + 1;
  }
}

/// SIMT_LAUNCHES: "7", or from which to which.
void read_launches(std::string_view text, Options& options,
                   std::string& error) {
  const size_t dash = std::min(text.find('-'), text.size());
  const auto first = number(text.substr(0, dash));
  const auto last = dash == text.size() ? first : number(text.substr(dash + 1));
  constexpr uint64_t kMost = 1'000'000'000;
  if (first && last && *first <= *last && *last <= kMost) {
    options.chosen.first = static_cast<int>(*first);
    options.chosen.last = static_cast<int>(*last);
  } else {
    error = bad("SIMT_LAUNCHES", text,
                "the number of a launch, 0 for the first, or two such as 3-7");
  }
}

void read_devices(std::string_view list, Options& options, std::string& error) {
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    const Profile* profile = find_profile(list.substr(begin, end - begin));
    if (!profile) {
      error = bad("SIMT_DEVICE", list,
                  "one of " + profile_names() +
                      ", or several with commas between them");
      return;
    }
    if (options.devices.size() >= size_t{kMostDevices}) {
      error = bad("SIMT_DEVICE", list,
                  "at most " + std::to_string(kMostDevices) + " devices");
      return;
    }
    options.devices.push_back(profile);
    begin = end + 1;
  }
}

/// A variable that holds a number from 1 to `most`; without it `count` stays.
void read_count(const char* name, int most, const Lookup& get, int& count,
                std::string& error) {
  const char* value = get(name);
  if (value == nullptr) return;
  const auto given = number(value);
  if (given && *given >= 1 && *given <= static_cast<uint64_t>(most)) {
    count = static_cast<int>(*given);
  } else {
    error =
        bad(name, value, "a whole number from 1 to " + std::to_string(most));
  }
}

/// A variable that holds a number from `least` on; without it `value` stays.
void read_number(const char* name, uint64_t least, const char* allowed,
                 const Lookup& get, uint64_t& value, std::string& error) {
  const char* text = get(name);
  if (text == nullptr) return;
  const auto given = number(text);
  if (given && *given >= least) {
    value = *given;
  } else {
    error = bad(name, text, allowed);
  }
}

/// SIMT_DEVICES: so many of the one device that is chosen.
void read_device_count(const Lookup& get, Options& options,
                       std::string& error) {
  int count = 1;
  read_count("SIMT_DEVICES", kMostDevices, get, count, error);
  if (count == 1 || options.devices.empty()) return;
  if (options.devices.size() > 1) {
    error = "SIMT_DEVICES=" + std::to_string(count) +
            " is not possible where SIMT_DEVICE is a list; it takes one device";
  }
  options.devices.resize(static_cast<size_t>(count), options.devices.front());
}

void read_machine(const Lookup& get, Options& options, std::string& error) {
  const char* devices = get("SIMT_DEVICE");
  read_devices(devices ? devices : profiles().front().name, options, error);
  read_device_count(get, options, error);
  read_count("SIMT_SMS", 1024, get, options.sms, error);
  read_count("SIMT_THREADS", 64, get, options.workers, error);
  read_number("SIMT_SCHEDULE", 0,
              "a whole number from 0 to 18446744073709551615", get,
              options.schedule, error);
  if (const char* order = get("SIMT_BLOCK_ORDER")) {
    options.any_block_first = std::string_view(order) == "any";
    if (!options.any_block_first && std::string_view(order) != "lower_first")
      error = bad("SIMT_BLOCK_ORDER", order, "any or lower_first");
  }
  read_number("SIMT_FAIL", 1,
              "the number of a call, 1 for the first that can fail", get,
              options.fail, error);
  read_number("SIMT_LIMIT", 0,
              "a number of warp instructions, or 0 for no limit", get,
              options.limit, error);
}

}  // namespace

Options read_options(const Lookup& lookup, std::string& error) {
  // An empty variable means the same as none, as for most Unix tools.
  const Lookup get = [&](const char* name) -> const char* {
    const char* value = lookup(name);
    return value && *value ? value : nullptr;
  };
  Options options;
  read_machine(get, options, error);
  if (const char* value = get("SIMT_CHECKS")) {
    read_checks(value, options, error);
  }
  if (const char* value = get("SIMT_REPORT")) read_text(value, options, error);
  if (const char* value = get("SIMT_TRACE")) read_trace(value, options, error);
  if (const char* value = get("SIMT_JSON")) options.json = value;
  if (const char* value = get("SIMT_JSON_PARTS"))
    read_parts(value, options, error);
  if (const char* value = get("SIMT_KERNEL")) options.chosen.kernel = value;
  if (const char* value = get("SIMT_LAUNCHES"))
    read_launches(value, options, error);
  if (const char* value = get("SIMT_SUPPRESSIONS"))
    options.suppressions = value;
  if (const char* value = get("SIMT_STEPS")) options.steps = value;
  read_count("SIMT_STEPS_MOST", 1'000'000, get, options.most_steps, error);
  read_count("SIMT_MEMORY_FILE", 1023, get, options.memory_file, error);
  if (const char* value = get("SIMT_SOURCES")) {
    std::istringstream list(value);
    for (std::string one; std::getline(list, one, ':');) {
      if (!one.empty()) options.sources.push_back(one);
    }
  }
  if (const char* value = get("SIMT_RATES")) {
    options.rates = value;
    if (options.workers == 0) options.workers = 1;  // a rate is that of a core
  }
  if (get("SIMT_PROGRESS") != nullptr) {
    read_number("SIMT_PROGRESS", 0, "a number of seconds", get,
                options.progress.emplace(), error);
  }
  if (const char* value = get("SIMT_HINT")) {
    options.hints = std::string_view(value) == "1";
    if (!options.hints && std::string_view(value) != "0") {
      error = bad("SIMT_HINT", value, "0 or 1");
    }
  }
  options.color = get("NO_COLOR") == nullptr;
  return options;
}

}  // namespace simt::cudart
