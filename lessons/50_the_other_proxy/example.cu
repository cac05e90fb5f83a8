// SPDX-License-Identifier: MIT
// FILL:
int main() {}
