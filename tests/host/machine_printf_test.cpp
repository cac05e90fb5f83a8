// SPDX-License-Identifier: MIT
// Formats of the device's printf: what a device does not know is printed as C
// does, and named.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "simt/machine/printf.h"

namespace machine_printf_test {

namespace {

using Names = std::vector<std::string>;

/// Arguments as nvcc packs them. A string at address N has N characters.
class Packed {
 public:
  template <class... T>
  explicit Packed(T... values) {
    (add(values), ...);
  }

  simt::DeviceText format(const std::string& text) const {
    return simt::format_device(text, bytes_.data(), bytes_.size(),
                               [](uint64_t address, std::string& string) {
                                 string.assign(address, 'x');
                                 return true;
                               });
  }

 private:
  template <class T>
  void add(T value) {
    bytes_.resize((bytes_.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T) +
                  sizeof(T));
    std::memcpy(bytes_.data() + bytes_.size() - sizeof(T), &value, sizeof(T));
  }

  std::vector<std::byte> bytes_;
};

}  // namespace

TEST_CASE("what the device's printf knows is not named") {
  const auto out =
      Packed(5, 7LL, 1.5, 3).format("%-4d|%llx %.2f %hd 50%\n100%%, 7%");
  CHECK(out.text == "5   |7 1.50 3 50%\n100%, 7%");
  CHECK(out.conversions == 4);
  CHECK(out.unknown.empty());
  CHECK(out.left_out.empty());
}

TEST_CASE("lengths of C that the device does not know are named") {
  const auto out = Packed(300, uint64_t{1} << 40, -3LL, 6LL, 0.5, 9)
                       .format("%hhd %08zx %jd %-3td| %Lf %d");
  CHECK(out.text == "44 10000000000 -3 6  | 0.500000 9");
  CHECK(out.unknown == Names{"%hhd", "%08zx", "%jd", "%-3td", "%Lf"});
}

TEST_CASE("a precision as argument and other letters are named") {
  const auto out = Packed(2, 0.125, 9).format("%.*f %y %d");
  CHECK(out.text == "0.12 %y 9");
  CHECK(out.unknown == Names{"%.*f", "%y"});
  CHECK(Packed(-1, 0.5).format("%.*g").text == "0.5");
}

TEST_CASE("a call has 32 arguments, and a width is one of them") {
  std::string format;
  for (int i = 0; i < 31; ++i) format += "%d";
  CHECK(Packed(1).format(format + "%d%%").left_out.empty());
  const auto out = Packed(1).format(format + "%*d%d %x");
  CHECK(out.left_out == "%*d");
  CHECK(out.text.ends_with("%*d%d %x"));
}

TEST_CASE("one call has at most 1 MiB of text") {
  const uint64_t part = 700'000;
  CHECK(Packed(part, part).format("%s").text.size() == part);
  CHECK(Packed(part, part).format("%s%s").text.size() == 1 << 20);
}

}  // namespace machine_printf_test
