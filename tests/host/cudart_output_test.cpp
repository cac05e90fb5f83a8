// SPDX-License-Identifier: MIT
// What kernels printed, until a call writes it out.
#include <doctest/doctest.h>

#include "simt/context/output.h"

using simt::cudart::LaunchOrder;
using simt::cudart::Output;

TEST_SUITE("output") {
  TEST_CASE("what the host waited for comes out once, in order") {
    LaunchOrder order;
    simt::cudart::Clock one, two;
    const auto a = order.new_chain(), b = order.new_chain();
    const auto first = order.issue(a, one), other = order.issue(b, two),
               second = order.issue(a, one);
    Output output;
    output.add(first, "1");
    output.add(first, "2");
    output.add(other, "x");
    output.add(second, "3");
    output.add(other, "y");
    CHECK(output.left().size() == 4);
    CHECK(output.bytes() == 5);
    CHECK(output.take(order.host()).empty());
    order.host_waits(two);
    CHECK(output.take(order.host()) == "xy");
    CHECK(output.take(order.host()).empty());
    order.host_waits(first.clock);
    CHECK(output.take(order.host()) == "12");
    CHECK(output.left().size() == 1);
    CHECK(output.left()[0].text == "3");
    CHECK(output.left()[0].number == 2);
    CHECK(output.take_all() == "3");
    CHECK(output.left().empty());
    CHECK(output.bytes() == 0);
  }
}
