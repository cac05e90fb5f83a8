// SPDX-License-Identifier: MIT
// Only the frame is written here; the page's script fills it (player/).
#include "runner/page/player.h"

#include <fmt/format.h>

#include "runner/page/html.h"
#include "runner_page_files.h"

namespace learn {
namespace {

constexpr const char* kPage = R"x(<!doctype html>
<html lang=en>
<head>
<meta charset=utf-8>
<meta http-equiv=Content-Security-Policy content="default-src 'none'; style-src 'unsafe-inline'; script-src {theme_hash} {script_hash}; base-uri 'none'; form-action 'none'">
<meta name=viewport content="width=device-width, initial-scale=1">
<meta name=color-scheme content="light dark">
<title>{title}: step by step</title>
<style>
{style}{player_style}</style>
</head>
<body>
<a class=skip href="#steps">Skip to the steps</a>
<header>
<h1>{title}</h1>
<div class=tools role=group aria-label="What is shown">
<label>Colours <select id=theme><option value=system selected>as the system<option value=light>light<option value=dark>dark</select></label>
<label><input id=keys type=checkbox checked> keys</label>
</div>
</header>
<main id=steps tabindex=-1>
{player}</main>
<footer><p>The emulator (version {emulator}) ran the program for the device {device}. docs/step.md says what is on this page.</footer>
<script>{theme}</script>
<script>{script}</script>
</body>
</html>
)x";

constexpr const char* kPlayer = R"x(<div class=player data-is=player>
<noscript><p class=note>The player needs JavaScript. As text: <code>{command}</code></noscript>
<div class=controls role=group aria-label="Walk through the run">
<div>
<button type=button data-do=start aria-keyshortcuts=Home>Start</button>
<button type=button data-do=back aria-keyshortcuts=ArrowLeft>◂ Back</button>
<button type=button data-do=forward aria-keyshortcuts=ArrowRight>Forward ▸</button>
<button type=button data-do=end aria-keyshortcuts=End>End</button>
<button type=button data-do=play data-is=play aria-keyshortcuts=Space>Play</button>
<label>a step every <select data-is=speed><option value=4>4 s<option value=2 selected>2 s<option value=1>1 s<option value=0.5>½ s<option value=0.2>⅕ s</select></label>
</div>
<div><input type=range data-is=slider min=0 value=0 aria-label="Step"> <span data-is=count></span></div>
<div>Jump to
<button type=button data-do=warp aria-keyshortcuts=n>next of this warp</button>
<button type=button data-do=barrier aria-keyshortcuts=b>next barrier</button>
<button type=button data-do=write aria-keyshortcuts=w>next write to the cell</button>
<button type=button data-do=diagnostic aria-keyshortcuts=d>diagnostic</button>
<button type=button data-do=earlier aria-keyshortcuts=e>its earlier access</button>
{differ}<span class=said data-is=said role=status></span>
</div>
</div>
{cut}<p class=sentence data-is=differs></p>
<div class=columns data-is=columns></div>
<details data-is=help>
<summary>Keys and marks</summary>
<dl><dt><kbd>→</kbd> <kbd>←</kbd><dd>forward and back
<dt><kbd>Home</kbd> <kbd>End</kbd><dd>first and last step
<dt><kbd>Space</kbd><dd>play and pause
<dt><kbd>n</kbd><dd>next step of this warp
<dt><kbd>b</kbd><dd>next barrier: a warp arrives, or it opens; or a phase of an mbarrier ends
<dt><kbd>w</kbd><dd>next write to the chosen cell
<dt><kbd>d</kbd><dd>next step at which a diagnostic fires
<dt><kbd>e</kbd><dd>the earlier access that it is about
<dt><kbd>x</kbd> <kbd>y</kbd><dd>with two schedules: the first step that differs; the first that a warp does otherwise
<dt>arrows in memory<dd>from cell to cell
<dt><kbd>?</kbd><dd>this list
</dl>
<dl class=legend><dt>lanes<dd>filled: active; w: waits; ~: elsewhere; ×: has ended; grey: no such thread
<dt>w0–3 beside a line<dd>these warps were here last; b1 w0: warp 0 of block 1
<dt><span class="cellmark read">1</span><dd>this step reads it
<dt><span class="cellmark written">1</span><dd>this step writes it
<dt><span class="cellmark poison"></span><dd>poison: neither the host nor a step wrote it
<dt><span class="cellmark host"></span><dd>written by the host; no step tells the value
<dt><span class=cellmark>?</span><dd>written by a step; no step tells the value
<dt>bold and framed<dd>of a variable: it changed since the last step that showed it; ?: it has got no value yet
<dt>cudaMalloc #2<dd>the memory that the program's second cudaMalloc gave
<dt>the stripe of a shared cell<dd>the colour of its bank
</dl>
</details>
<template data-is=template>
<section class=column>
<h2 class=title></h2>
<p class=launch></p>
<p class=note hidden></p>
<div class=say role=status aria-live=polite></div>
<div class=panes>
<div>
<h3 class=file></h3>
<div class=source tabindex=0 role=region aria-label=Source></div>
<h3>Warps of this block</h3>
<ul class=warps></ul>
<div class=flightbox><h3>In flight after this step</h3>
<ul class=flight></ul></div>
<div class=found><h3>Diagnostics</h3>
<ul class=fires></ul></div>
</div>
<div>
<h3 class=whose></h3>
<ol class=lanes aria-hidden=true></ol>
<div class=acts></div>
<div class=variables hidden><h3></h3>
<div class=held tabindex=0 role=region aria-label=Variables><table></table></div></div>
<h3>Memory after this step</h3>
<p class=cell role=status></p>
<div class=memory></div>
</div>
</div>
</section>
</template>
{data}</div>
)x";

constexpr const char* kDiffer =
    R"x(<button type=button data-do=first aria-keyshortcuts=x>first difference</button>
<button type=button data-do=otherwise aria-keyshortcuts=y>warp does otherwise</button>
)x";

std::string data_html(const std::string& json) {
  return "<script type=application/json data-run>" + json + "</script>\n";
}

}  // namespace

std::string player_html(const Played& played) {
  if (played.run.steps.empty())
    return "<p>No kernel was launched: there are no steps.</p>\n";
  auto data = data_html(played_json(played.run, played.sources, played.beside));
  if (played.beside != nullptr)
    data += data_html(played_json(*played.beside, played.sources));
  return fmt::format(
      kPlayer, fmt::arg("command", escape_html(played.command)),
      fmt::arg("cut", played.run.cut
                          ? "<p class=note>These are only the first steps. The "
                            "run goes on.</p>\n"
                          : ""),
      fmt::arg("differ", played.beside == nullptr ? "" : kDiffer),
      fmt::arg("data", data));
}

std::string player_tab(const Played& played) {
  return fmt::format("<p class=sentence>Steps of the {}, run once more.</p>\n",
                     escape_html(played.title)) +
         player_html(played);
}

std::string player_page(const Played& played) {
  return fmt::format(kPage, fmt::arg("theme_hash", kPageTheme.hash),
                     fmt::arg("script_hash", kPlayerScript.hash),
                     fmt::arg("title", escape_html(played.title)),
                     fmt::arg("style", kPageStyle),
                     fmt::arg("player_style", kPlayerStyle),
                     fmt::arg("player", player_html(played)),
                     fmt::arg("emulator", escape_html(played.run.emulator)),
                     fmt::arg("device", escape_html(played.run.device)),
                     fmt::arg("theme", kPageTheme.text),
                     fmt::arg("script", kPlayerScript.text));
}

}  // namespace learn
