// SPDX-License-Identifier: MIT
// Writes a report by the keys of json_fields.h. Knows none of them.
#include "simt/report/json.h"

#include <array>
#include <concepts>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "simt/report/json_fields.h"
#include "simt/report/paths.h"

namespace simt::report {
namespace {

using Json = nlohmann::ordered_json;

/// Writes the fields of one object.
class JsonWriter {
 public:
  template <typename T>
  using Of = const T;

  explicit JsonWriter(const std::string& root) : root_(root) {}

  Json take() { return std::move(out_); }

  void schema(int version) { out_["schema"] = version; }

  template <typename T>
  void field(const char* key, const T& value) {
    out_[key] = json(value);
  }

  void index(const char* key, int value) { out_[key] = value; }

  template <typename T>
  void optional(const char* key, const T& value, bool there) {
    if (there) field(key, value);
  }

  template <typename T>
  void or_null(const char* key, const T& value, bool there) {
    out_[key] = there ? json(value) : Json(nullptr);
  }

  void path(const char* key, const std::string& file) {
    out_[key] = relative_path(file, root_);
  }

  template <typename T, size_t kCount>
  void named(const char* key, T value, const Name<T> (&names)[kCount]) {
    out_[key] = text_of(names, value);
  }

  template <typename Inside>
  void object(const char* key, const Inside& inside) {
    JsonWriter in(root_);
    inside(in);
    out_[key] = in.take();
  }

  template <typename Value>
  void derived(const char* key, const Value& value) {
    out_[key] = value();
  }

 private:
  template <typename T>
  Json json(const T& object) const {
    JsonWriter in(root_);
    fields(in, object);
    return in.take();
  }
  template <typename T>
  requires std::integral<T> Json json(const T& number)
  const { return number; }
  Json json(const std::string& text) const { return text; }
  template <typename T, size_t kCount>
  Json json(const std::array<T, kCount>& numbers) const {
    return numbers;
  }
  Json json(const std::map<std::string, uint64_t>& counts) const {
    return Json(counts);
  }
  template <typename T>
  Json json(const std::vector<T>& all) const {
    Json out = Json::array();
    for (const T& one : all) out.push_back(json(one));
    return out;
  }

  const std::string& root_;
  Json out_;
};

}  // namespace

std::string to_json(const Report& report, const std::string& root) {
  JsonWriter out(root);
  fields(out, report);
  // Names come from the program and need not be UTF-8.
  return out.take().dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace simt::report
