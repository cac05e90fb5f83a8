// SPDX-License-Identifier: MIT
"use strict";
document.getElementById("theme").addEventListener("change", (event) => {
  document.documentElement.dataset.theme = event.target.value;
});
