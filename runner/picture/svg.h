// SPDX-License-Identifier: MIT
// Writes an SVG file that reads in light and dark, with a fixed set of styles.
// Knows nothing of what is drawn. Coordinates are whole pixels.
#pragma once

#include <string>
#include <vector>

namespace learn {

/// The styles of shapes and text; each is a class of the style sheet.
/// "c0" to "c7" are fills that a colour-blind reader can tell apart in most
/// pairs; never let a colour stand without a word or a number.
class Svg {
 public:
  static constexpr int kWidth = 800;
  static constexpr int kColours = 8;

  /// Fills: "cN", "empty", "off" (greyed), "wait" (hatched), "none".
  void rect(int x, int y, int width, int height, const std::string& style);
  /// Strokes: "rule", "strong", "faint", "follow", "dash".
  void line(int x1, int y1, int x2, int y2, const std::string& style);
  /// The same with a head at the second point.
  void arrow(int x1, int y1, int x2, int y2, const std::string& style);
  /// `style`: "caption", "remark", "note" are proportional, "large", "small",
  /// "tiny" not; followed by " mid" or " end" to place x at the middle or the
  /// end; y is the base line.
  void text(int x, int y, const std::string& what, const std::string& style);

  /// The whole file; `alt` becomes its title and description.
  std::string finish(int height, const std::string& title,
                     const std::string& alt) const;

  /// For an HTML page that holds page_style() and page_definitions() once:
  /// the drawing alone. `label` is what a screen reader says.
  std::string inlined(int height, const std::string& label) const;
  /// The rules of all inlined drawings; dark when the system is, unless the
  /// root element's data-theme is "light" or "dark".
  static std::string page_style();
  static std::string page_definitions();

  /// The style "cN" of the n-th member of a series.
  static std::string colour(int n);

 private:
  std::vector<std::string> shapes_;
};

}  // namespace learn
