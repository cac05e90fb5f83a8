# SPDX-License-Identifier: MIT
# Cuts tests/recorded/programs.txt at its lines "== NAME" into files
# FOLDER/NAME.txt: awk -v folder=FOLDER -f outputs.awk programs.txt
/^== / {
  close(file)
  file = folder "/" $2 ".txt"
  printf "" > file
  next
}
file { print > file }
