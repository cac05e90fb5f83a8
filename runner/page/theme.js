// SPDX-License-Identifier: MIT
// The page's colours: as chosen here, or as the page around this one says.
"use strict";
{
  const chosen = document.getElementById("theme");
  const show = () => {
    document.documentElement.dataset.theme = chosen.value;
  };
  chosen.addEventListener("change", show);
  addEventListener("message", ({ source, data }) => {
    const known = [...chosen.options].some(({ value }) =>
      value === data?.colours);
    if (source !== parent || !known) return;
    chosen.value = data.colours;
    show();
  });
}
