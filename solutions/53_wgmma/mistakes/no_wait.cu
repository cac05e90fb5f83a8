// SPDX-License-Identifier: MIT
// caught by: diagnostic wgmma-in-flight

