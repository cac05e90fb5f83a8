// SPDX-License-Identifier: MIT
// Shapes are strings in the order in which they were drawn. The colours are two
// style sheets, light and dark; a page gets them with a prefix, so that all
// drawings share one.
#include "runner/picture/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "runner/base/text_file.h"
#include "runner/base/xml.h"

namespace learn {
namespace {

// Fills are tints of the palette of Okabe and Ito, darkened for dark pages.
constexpr const char* kLight = R"x(  .paper { fill: #ffffff; }
  text { fill: #1c2024; font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; }
  .caption { font: bold 14px "DejaVu Sans", Verdana, Helvetica, sans-serif; }
  .note { font: 12px "DejaVu Sans", Verdana, Helvetica, sans-serif; }
  .remark { font: 14px "DejaVu Sans", Verdana, Helvetica, sans-serif; }
  .large { font-size: 14px; }
  .small { font-size: 10px; }
  .tiny { font-size: 8px; }
  .mid { text-anchor: middle; }
  .end { text-anchor: end; }
  rect { stroke: #59636e; stroke-width: 0.6; }
  rect.paper, rect.bare { stroke: none; }
  .empty { fill: #ffffff; stroke: #c8d0d8; }
  .off { fill: #e4e7ea; stroke: #c8d0d8; }
  .none { fill: none; stroke-width: 1.6; stroke: #1c2024; }
  .wait { fill: url(#hatch); }
  .hatch { stroke: #7a848e; }
  .c0 { fill: #a6d3f0; } .c1 { fill: #f6cd7a; }
  .c2 { fill: #8fd9bd; } .c3 { fill: #e6b3cf; }
  .c4 { fill: #f5ef9a; } .c5 { fill: #f0a880; }
  .c6 { fill: #c9d3dc; } .c7 { fill: #c4b5e8; }
  line { stroke: #59636e; stroke-width: 1; }
  .strong { stroke: #1c2024; stroke-width: 2; }
  .faint { stroke: #c8d0d8; }
  .follow { stroke: #b34700; stroke-width: 1.8; }
  .dash { stroke: #9aa4ae; stroke-dasharray: 3 3; }
  .head { fill: #59636e; }
)x";

constexpr const char* kDark = R"x(    .paper { fill: #0d1117; }
    text { fill: #f0f3f6; }
    rect { stroke: #9aa4ae; }
    .empty { fill: #0d1117; stroke: #3d444d; }
    .off { fill: #2a313a; stroke: #3d444d; }
    .none { stroke: #f0f3f6; }
    .hatch { stroke: #7a848e; }
    .c0 { fill: #0b4f7a; } .c1 { fill: #7a5000; }
    .c2 { fill: #00634a; } .c3 { fill: #7a3a5e; }
    .c4 { fill: #6b6500; } .c5 { fill: #8a3300; }
    .c6 { fill: #3d4a55; } .c7 { fill: #4a3a80; }
    line { stroke: #9aa4ae; }
    .strong { stroke: #f0f3f6; }
    .faint { stroke: #3d444d; }
    .follow { stroke: #ff9a57; }
    .dash { stroke: #69727c; }
    .head { fill: #9aa4ae; }
)x";

constexpr const char* kDefinitions = R"x(<defs>
  <marker id="head" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="5" markerHeight="5" markerUnits="userSpaceOnUse" orient="auto">
    <path class="head" d="M0 0L6 3L0 6z"/>
  </marker>
  <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse">
    <path class="hatch" d="M0 6L6 0"/>
  </pattern>
</defs>)x";

/// `rules` with `prefix` before each selector, which stand one a rule or with
/// commas between them.
std::string prefixed(std::string_view rules, const std::string& prefix) {
  std::string out;
  for (size_t at = 0;;) {
    const size_t open = rules.find('{', at), close = rules.find('}', at);
    if (open == rules.npos || close == rules.npos) return out;
    const auto selectors = rules.substr(at, open - at);
    for (size_t begin = 0; begin <= selectors.size();) {
      const size_t end = std::min(selectors.find(',', begin), selectors.size());
      if (begin > 0) out += ',';
      out += prefix + ' ' + trim(selectors.substr(begin, end - begin));
      begin = end + 1;
    }
    out += std::string(rules.substr(open, close + 1 - open)) + '\n';
    at = close + 1;
  }
}

}  // namespace

std::string Svg::colour(int n) { return fmt::format("c{}", n % kColours); }

void Svg::rect(int x, int y, int width, int height, const std::string& style) {
  shapes_.push_back(
      fmt::format(R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>)",
                  style, x, y, width, height));
}

void Svg::line(int x1, int y1, int x2, int y2, const std::string& style) {
  shapes_.push_back(
      fmt::format(R"(<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/>)",
                  style, x1, y1, x2, y2));
}

void Svg::arrow(int x1, int y1, int x2, int y2, const std::string& style) {
  shapes_.push_back(fmt::format(
      R"x(<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}" marker-end="url(#head)"/>)x",
      style, x1, y1, x2, y2));
}

void Svg::text(int x, int y, const std::string& what,
               const std::string& style) {
  shapes_.push_back(fmt::format(R"(<text class="{}" x="{}" y="{}">{}</text>)",
                                style, x, y, escape_xml(what)));
}

std::string Svg::finish(int height, const std::string& title,
                        const std::string& alt) const {
  return fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img">
<title>{2}</title>
<desc>{3}</desc>
<style>
{4}  @media (prefers-color-scheme: dark) {{
{5}  }}
</style>
{6}
<rect class="paper" x="0" y="0" width="{0}" height="{1}"/>
{7}</svg>
)",
      kWidth, height, escape_xml(title), escape_xml(alt), kLight, kDark,
      kDefinitions, join_lines(shapes_));
}

std::string Svg::inlined(int height, const std::string& label) const {
  return fmt::format(
      R"(<svg class="drawing" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">
{3}</svg>
)",
      kWidth, height, escape_xml(label), join_lines(shapes_));
}

std::string Svg::page_style() {
  return prefixed(kLight, ".drawing") +
         "@media (prefers-color-scheme: dark) {\n" +
         prefixed(kDark, ":root:not([data-theme=light]) .drawing") + "}\n" +
         prefixed(kDark, ":root[data-theme=dark] .drawing");
}

std::string Svg::page_definitions() {
  return fmt::format(
      "<svg class=\"drawing definitions\" aria-hidden=\"true\">\n{}\n</svg>\n",
      kDefinitions);
}

}  // namespace learn
