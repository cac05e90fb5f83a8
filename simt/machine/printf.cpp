// SPDX-License-Identifier: MIT
// Walks a printf format conversion by conversion.
#include "simt/machine/printf.h"

#include <cstdio>
#include <cstring>

namespace simt {
namespace {

constexpr int kMostWidth = 4096;  // a wider field is cut: it is a mistake

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
    return value;
  }

 private:
  const std::byte* packed_;
  uint64_t bytes_, at_ = 0;
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

// Flags, width and precision of one conversion, `*` replaced by numbers.
std::string read_spec(const std::string& format, size_t& i,
                      Arguments& arguments) {
  std::string spec = "%";
  int number = 0;
  for (; i < format.size() && std::strchr("-+ #0123456789.*", format[i]); ++i) {
    if (format[i] == '*' && spec.back() != '.') {
      const int value = arguments.take<int32_t>();
      spec += std::to_string(value < kMostWidth ? value : kMostWidth);
      continue;
    }
    const bool digit = format[i] >= '0' && format[i] <= '9';
    number = digit ? number * 10 + (format[i] - '0') : 0;
    if (number > kMostWidth)
      number = kMostWidth;
    else
      spec += format[i];
  }
  return spec;
}

}  // namespace

std::string format_device(
    const std::string& format, const std::byte* packed, uint64_t bytes,
    const std::function<bool(uint64_t, std::string&)>& read_string,
    int& conversions) {
  Arguments arguments(packed, bytes);
  std::string out;
  conversions = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      out += format[i];
      continue;
    }
    const size_t begin = i++;
    std::string spec = read_spec(format, i, arguments);
    bool wide = false;
    for (; i < format.size() && std::strchr("hlLqjzt", format[i]); ++i)
      wide |= format[i] != 'h';
    if (i >= format.size()) return out + format.substr(begin);
    const char kind = format[i];
    if (kind == '%') {
      out += '%';
      continue;
    }
    ++conversions;
    if (spec.find(".*") != std::string::npos) {
      --conversions;  // the device knows no `*` as precision, and prints it
      out += format.substr(begin, i - begin + 1);
    } else if (std::strchr("di", kind)) {
      const int64_t value =
          wide ? arguments.take<int64_t>() : arguments.take<int32_t>();
      out += format_one(spec + "lld", static_cast<long long>(value));
    } else if (std::strchr("uoxX", kind)) {
      const uint64_t value =
          wide ? arguments.take<uint64_t>() : arguments.take<uint32_t>();
      out += format_one(spec + "ll" + kind,
                        static_cast<unsigned long long>(value));
    } else if (std::strchr("fFeEgGaA", kind)) {
      out += format_one(spec + kind, arguments.take<double>());
    } else if (kind == 'c') {
      out += format_one(spec + kind, arguments.take<int32_t>());
    } else if (kind == 'p') {
      out += format_one(spec + kind,
                        reinterpret_cast<void*>(arguments.take<uint64_t>()));
    } else if (kind == 's') {
      std::string text = "(null)";
      const auto address = arguments.take<uint64_t>();
      if (address != 0) read_string(address, text);
      out += format_one(spec + kind, text.c_str());
    } else {
      --conversions;
      out += format.substr(begin, i - begin + 1);
    }
  }
  return out;
}

}  // namespace simt
