// SPDX-License-Identifier: MIT
// Reads a report by the keys of json_fields.h. Believes nothing: a key that is
// missing, another type or a number out of its range refuses the whole text.
#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simt/report/json.h"
#include "simt/report/json_fields.h"
#include "simt/report/trace_rules.h"

namespace simt::report {
namespace {

using nlohmann::json;

/// Why the text is no report, as a clause.
struct Refusal {
  std::string why;
};

/// The way to a value, for a refusal: "launches[3].grid".
struct Way {
  const Way* up = nullptr;
  const char* key = nullptr;  // null: `index` of a list
  size_t index = 0;

  std::string text() const {
    const std::string before = up == nullptr ? "" : up->text();
    if (key == nullptr) return before + "[" + std::to_string(index) + "]";
    return before.empty() ? key : before + "." + key;
  }
};

[[noreturn]] void refuse(const Way& way, const std::string& what) {
  throw Refusal{"`" + way.text() + "` is not " + what};
}

/// A number from `least` on; not a fraction, and not more than T holds.
template <typename T>
T number(const json& from, const Way& way, int least) {
  if (from.is_number_unsigned()) {
    const auto value = from.get<uint64_t>();
    if (std::in_range<T>(value)) return static_cast<T>(value);
  } else if (from.is_number_integer()) {
    const auto value = from.get<int64_t>();
    if (value >= least && std::in_range<T>(value)) return static_cast<T>(value);
  }
  refuse(way, "a number in its range");
}

void read(json& from, const Way& way, std::string& text) {
  if (!from.is_string()) refuse(way, "a text");
  text = std::move(from.get_ref<std::string&>());
}

void read(json& from, const Way& way, bool& value) {
  if (!from.is_boolean()) refuse(way, "true or false");
  value = from.get<bool>();
}

template <typename T>
requires std::integral<T>
void read(json& from, const Way& way, T& value) {
  value = number<T>(from, way, 0);
}

/// Lists of signed numbers have -1 where there is none.
template <typename T, size_t kCount>
void read(json& from, const Way& way, std::array<T, kCount>& numbers) {
  if (!from.is_array() || from.size() != kCount)
    refuse(way, "a list of " + std::to_string(kCount) + " numbers");
  for (size_t i = 0; i < kCount; ++i)
    numbers[i] = number<T>(from[i], {&way, nullptr, i}, -1);
}

void read(json& from, const Way& way, std::map<std::string, uint64_t>& counts) {
  if (!from.is_object()) refuse(way, "an object");
  for (const auto& [name, count] : from.items())
    counts[name] = number<uint64_t>(count, way, 0);
}

template <typename T>
void read(json& from, const Way& way, std::vector<T>& all);

/// Reads the fields of one object.
class JsonReader {
 public:
  template <typename T>
  using Of = T;

  JsonReader(json& object, const Way* way) : object_(object), way_(way) {
    if (object.is_object()) return;
    if (way == nullptr) throw Refusal{"it is not an object"};
    refuse(*way, "an object");
  }

  void schema(int version) {
    int found = 0;
    field("schema", found);
    if (found != version)
      throw Refusal{"its schema is not " + std::to_string(version)};
  }

  template <typename T>
  void field(const char* key, T& value) {
    read_at(key, value);
  }

  void index(const char* key, int& value) {
    value = number<int>(at(key), {way_, key, 0}, -1);
  }

  template <typename T>
  void optional(const char* key, T& value, bool) {
    if (object_.contains(key)) read_at(key, value);
  }

  template <typename T>
  void or_null(const char* key, T& value, bool& there) {
    const bool here = !at(key).is_null();
    if (other_.value_or(here) != here)
      refuse(Way{way_, key, 0},
             here ? "null, as another key is" : "there, as another key is");
    other_ = here;
    if (here) read_at(key, value);
    there = here;
  }

  void path(const char* key, std::string& file) { read_at(key, file); }

  template <typename T, size_t kCount>
  void named(const char* key, T& value, const Name<T> (&names)[kCount]) {
    std::string text;
    read_at(key, text);
    for (const Name<T>& name : names) {
      if (name.text != text) continue;
      value = name.value;
      return;
    }
    refuse({way_, key, 0}, "a word that stands there");
  }

  template <typename Inside>
  void object(const char* key, const Inside& inside) {
    const Way way{way_, key, 0};
    JsonReader in(at(key), &way);
    inside(in);
  }

  template <typename Value>
  void derived(const char*, const Value&) {}

 private:
  json& at(const char* key) {
    const auto found = object_.find(key);
    if (found == object_.end()) refuse({way_, key, 0}, "there");
    return *found;
  }

  template <typename T>
  void read_at(const char* key, T& value) {
    read(at(key), Way{way_, key, 0}, value);
  }

  json& object_;
  const Way* way_;
  std::optional<bool> other_;  // whether what may be null was there so far
};

template <typename T>
requires requires(JsonReader& in, T& object) { fields(in, object); }
void read(json& from, const Way& way, T& object) {
  JsonReader in(from, &way);
  fields(in, object);
}

template <typename T>
void read(json& from, const Way& way, std::vector<T>& all) {
  if (!from.is_array()) refuse(way, "a list");
  for (size_t i = 0; i < from.size(); ++i) {
    read(from[i], Way{&way, nullptr, i}, all.emplace_back());
    from[i] = nullptr;  // a report may be large: not twice in memory
  }
}

/// Drops the launches and the trace while the text is parsed.
json::parser_callback_t only_findings() {
  return [launches = false](int depth, json::parse_event_t event,
                            const json& part) mutable {
    if (depth == 1 && event == json::parse_event_t::key) {
      launches = part == "launches";
      return part != "trace";
    }
    return depth < 2 || !launches;
  };
}

Report read_report(std::string_view text, Parts parts) {
  json whole =
      json::parse(text, parts == Parts::kAll ? nullptr : only_findings());
  Report report;
  JsonReader in(whole, nullptr);
  fields(in, report);
  for (size_t i = 0; i < report.launches.size(); ++i) {
    if (!is_possible(report.launches[i]))
      throw Refusal{"`launches[" + std::to_string(i) + "]` cannot be"};
  }
  if (const std::string fault = fault_of(report.trace); !fault.empty())
    throw Refusal{fault};
  return report;
}

}  // namespace

std::optional<Report> from_json(std::string_view text, Parts parts,
                                std::string& why) {
  try {
    return read_report(text, parts);
  } catch (const Refusal& refusal) {
    why = refusal.why;
  } catch (const json::parse_error& error) {
    why = "it is not JSON from byte " + std::to_string(error.byte) + " on";
  } catch (const json::exception&) {
    why = "it is JSON that no report is";
  } catch (const std::bad_alloc&) {
    why = "it is too large";
  }
  return {};
}

}  // namespace simt::report
