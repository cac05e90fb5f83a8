// SPDX-License-Identifier: MIT
// Goes through all choices of an explorer, and writes what differs once.
#include "simt/explore/explorer.h"

#include <algorithm>
#include <stdexcept>

namespace simt::explore {
namespace {

std::string joined(std::span<const std::string> parts) {
  std::string out;
  for (const std::string& part : parts) {
    if (!out.empty()) out += ",";
    out += part;
  }
  return out;
}

/// Values, each kept once, in the order in which they came.
class Distinct {
 public:
  std::string number_of(const std::string& value) {
    const auto [at, fresh] = numbers_.try_emplace(value, values_.size());
    if (fresh) values_.push_back(value);
    return std::to_string(at->second);
  }
  const std::vector<std::string>& values() const { return values_; }

 private:
  std::map<std::string, size_t> numbers_;
  std::vector<std::string> values_;
};

/// One field of the results, while the choices come.
struct Field {
  Distinct values, lines;
  std::vector<std::string> line, of;

  void end_line() {
    of.push_back(lines.number_of(list_of(line)));
    line.clear();
  }
  std::string json() const {
    return "{\"values\":" + list_of(values.values()) +
           ",\"lines\":" + list_of(lines.values()) + ",\"of\":" + list_of(of) +
           "}";
  }
};

/// Sets the next choice, the last input first; false after the last one.
bool next(const Explorer& explorer, std::vector<size_t>& at) {
  for (size_t i = at.size(); i-- > 0;) {
    if (++at[i] < explorer.inputs[i].values.size()) return true;
    at[i] = 0;
  }
  return false;
}

std::string inputs_of(const Explorer& explorer) {
  std::vector<std::string> inputs;
  for (const Input& input : explorer.inputs) {
    std::vector<std::string> values;
    for (const std::string& value : input.values)
      values.push_back(quoted(value));
    inputs.push_back("{\"key\":" + quoted(input.key) +
                     ",\"values\":" + list_of(values) + "}");
  }
  return list_of(inputs);
}

}  // namespace

std::vector<std::string> numbers(int first, int last, int step) {
  std::vector<std::string> out;
  for (int i = first; i <= last; i += step) out.push_back(std::to_string(i));
  return out;
}

std::string list_of(std::span<const std::string> values) {
  return "[" + joined(values) + "]";
}

std::string list_of(std::span<const int64_t> values) {
  std::vector<std::string> texts;
  for (const int64_t value : values) texts.push_back(std::to_string(value));
  return list_of(texts);
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string sequence(std::span<const int64_t> values) {
  if (values.size() < 3) return list_of(values);
  const int64_t step = values[1] - values[0];
  for (size_t i = 2; i < values.size(); ++i)
    if (values[i] - values[i - 1] != step) return list_of(values);
  return json_of({{"first", std::to_string(values[0])},
                  {"step", std::to_string(step)},
                  {"count", std::to_string(values.size())}});
}

std::string json_of(const Result& result) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : result)
    parts.push_back(quoted(name) + ":" + value);
  return "{" + joined(parts) + "}";
}

Choice choice_of(const Explorer& explorer, std::span<const std::string> words) {
  std::map<std::string, std::string> values;
  for (const Input& input : explorer.inputs)
    values[input.key] = input.values.at(0);
  for (const std::string& word : words) {
    const size_t equals = std::min(word.find('='), word.size());
    const std::string key = word.substr(0, equals);
    const std::string value = word.substr(std::min(equals + 1, word.size()));
    const auto input =
        std::find_if(explorer.inputs.begin(), explorer.inputs.end(),
                     [&](const Input& one) { return one.key == key; });
    if (input == explorer.inputs.end())
      throw std::runtime_error(explorer.name + " has no input " + key);
    const auto& all = input->values;
    if (std::find(all.begin(), all.end(), value) == all.end())
      throw std::runtime_error(key + " is one of " + joined(all));
    values[key] = value;
  }
  return Choice(values);
}

std::string table_of(const Explorer& explorer, Rig& rig) {
  std::vector<std::string> names;
  std::map<std::string, Field> fields;
  std::vector<size_t> at(explorer.inputs.size());
  do {
    std::map<std::string, std::string> values;
    for (size_t i = 0; i < at.size(); ++i)
      values[explorer.inputs[i].key] = explorer.inputs[i].values[at[i]];
    const Result result = explorer.answer(rig, Choice(values));
    const bool ends = at.back() + 1 == explorer.inputs.back().values.size();
    for (const auto& [name, value] : result) {
      if (!fields.contains(name)) names.push_back(name);
      Field& field = fields[name];
      field.line.push_back(field.values.number_of(value));
      if (ends) field.end_line();
    }
  } while (next(explorer, at));
  Result out;
  for (const std::string& name : names)
    out.emplace_back(name, fields[name].json());
  return json_of({{"inputs", inputs_of(explorer)}, {"fields", json_of(out)}});
}

}  // namespace simt::explore
