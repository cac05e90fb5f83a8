// SPDX-License-Identifier: MIT
// Walks a printf format conversion by conversion.
#include "simt/machine/printf.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>

namespace simt {
namespace {

constexpr char kKinds[] = "cdiouxXpeEfFgGaAs";  // the last of a conversion
constexpr int64_t kMostWidth = 4096;  // a wider field is cut: it is a mistake

class Arguments {
 public:
  Arguments(const std::byte* packed, uint64_t bytes)
      : packed_(packed), bytes_(bytes) {}

  template <class T>
  T take() {
    at_ = (at_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};
    if (at_ + sizeof(T) <= bytes_)
      std::memcpy(&value, packed_ + at_, sizeof(T));
    at_ += sizeof(T);
    ++taken_;
    return value;
  }

  bool all_taken() const { return taken_ >= kMostArguments; }

 private:
  const std::byte* packed_;
  uint64_t bytes_, at_ = 0;
  int taken_ = 0;
};

template <class T>
std::string format_one(const std::string& spec, T value) {
  const int size = std::snprintf(nullptr, 0, spec.c_str(), value);
  if (size < 0) return spec;
  std::string text(static_cast<size_t>(size) + 1, '\0');
  std::snprintf(text.data(), text.size(), spec.c_str(), value);
  text.pop_back();
  return text;
}

// Flags, width, precision and length of one conversion.
struct Spec {
  std::string text = "%";  // of the first three, as C wants them
  bool wide = false;       // the argument has 64 bits
  int halves = 0;          // `h` leaves 16 bits of it, `hh` leaves 8
  bool known = true;       // to the device
};

// The digits at `i`, cut.
int64_t read_number(const std::string& format, size_t& i) {
  int64_t number = 0;
  for (; i < format.size() && format[i] >= '0' && format[i] <= '9'; ++i)
    number = std::min(number * 10 + (format[i] - '0'), kMostWidth);
  return number;
}

// std::strchr finds the end of its text, too.
bool one_of(const char* set, char c) {
  return c != '\0' && std::strchr(set, c) != nullptr;
}

Spec read_spec(const std::string& format, size_t& i, Arguments& arguments) {
  Spec spec;
  const auto at = [&] { return i < format.size() ? format[i] : '\0'; };
  while (one_of("-+ #0", at())) {
    if (spec.text.find(at()) == std::string::npos) spec.text += at();
    ++i;
  }
  int64_t width = 0;
  if (at() == '*') {
    ++i;
    width = arguments.take<int32_t>();
    if (width < 0) spec.text += '-';  // C: a flag and a width
    width = std::min(width < 0 ? -width : width, kMostWidth);
  } else {
    width = read_number(format, i);
  }
  if (width > 0) spec.text += std::to_string(width);
  if (at() == '.') {
    ++i;
    spec.known = at() != '*';
    int64_t precision = 0;
    if (spec.known) {
      precision = read_number(format, i);
    } else {
      ++i;
      precision = std::min<int64_t>(arguments.take<int32_t>(), kMostWidth);
    }
    if (precision >= 0) spec.text += '.' + std::to_string(precision);
  }
  for (; one_of("hlLqjzt", at()); ++i) {
    spec.halves += at() == 'h';
    spec.wide |= at() != 'h';
    spec.known &= one_of("hl", at());
  }
  spec.known &= spec.halves < 2;
  return spec;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The next argument, as much of it as its length keeps. Int64 is signed or not.
template <class Int64, class Int32, class Int16, class Int8>
Int64 take_integer(const Spec& spec, Arguments& arguments) {
  if (spec.wide) return arguments.take<Int64>();
  const auto value = arguments.take<Int32>();
  if (spec.halves == 0) return value;
  if (spec.halves == 1) return static_cast<Int16>(value);
  return static_cast<Int8>(value);
}

// The next argument as text; nothing where `kind` is no conversion.
std::optional<std::string> convert(
    const Spec& read, char kind, Arguments& arguments,
    const std::function<bool(uint64_t, std::string&)>& read_string) {
  const std::string& spec = read.text;
  if (one_of("di", kind)) {
    const auto value =
        take_integer<int64_t, int32_t, int16_t, int8_t>(read, arguments);
    return format_one(spec + "lld", static_cast<long long>(value));
  }
  if (one_of("uoxX", kind)) {
    const auto value =
        take_integer<uint64_t, uint32_t, uint16_t, uint8_t>(read, arguments);
    return format_one(spec + "ll" + kind,
                      static_cast<unsigned long long>(value));
  }
  if (one_of("fFeEgGaA", kind)) {
    return format_one(spec + kind, arguments.take<double>());
  }
  if (kind == 'c') return format_one(spec + kind, arguments.take<int32_t>());
  if (kind == 'p') {
    return format_one(spec + kind,
                      reinterpret_cast<void*>(arguments.take<uint64_t>()));
  }
  if (kind == 's') {
    std::string text = "(null)";
    const auto address = arguments.take<uint64_t>();
    if (address != 0) read_string(address, text);
    return format_one(spec + kind, text.c_str());
  }
  return std::nullopt;
}

}  // namespace

DeviceText format_device(
    const std::string& format, const std::byte* packed, uint64_t bytes,
    const std::function<bool(uint64_t, std::string&)>& read_string) {
  Arguments arguments(packed, bytes);
  DeviceText out;
  for (size_t i = 0; i < format.size() && out.text.size() < kMostText; ++i) {
    if (format[i] != '%') {
      out.text += format[i];
      continue;
    }
    const size_t begin = i++;
    const Spec spec = read_spec(format, i, arguments);
    const bool all_taken = arguments.all_taken();
    const std::string written = format.substr(begin, i - begin + 1);
    const char kind = i < format.size() ? format[i] : '\0';
    if (kind == '%') {
      out.text += '%';
      continue;
    }
    // Another character behind `%` is text, and a GPU prints it.
    const bool known = spec.known && one_of(kKinds, kind);
    if (is_letter(kind) && !known) out.unknown.push_back(written);
    const auto text =
        all_taken ? std::nullopt : convert(spec, kind, arguments, read_string);
    if (all_taken && one_of(kKinds, kind) && out.left_out.empty()) {
      out.left_out = written;
    }
    out.conversions += text.has_value();
    out.text += text.value_or(written);
  }
  if (out.text.size() > kMostText) out.text.resize(kMostText);
  return out;
}

}  // namespace simt
