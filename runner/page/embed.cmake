# SPDX-License-Identifier: MIT
# Puts style.css and script.js into a header, and the script's hash, by which
# the page's Content-Security-Policy lets this script run and no other.

# The base64 form of a text of hexadecimal digits.
function(lockstep_base64 hex out)
  set(letters
    ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  string(LENGTH ${hex} length)
  set(text "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING ${hex} ${at} 6 group)
    string(LENGTH ${group} digits)
    string(SUBSTRING ${group}00000 0 6 padded)
    math(EXPR letters_used "(${digits} * 4 + 5) / 6")
    foreach(i RANGE 3)
      if(i LESS letters_used)
        math(EXPR index "(0x${padded} >> (18 - 6 * ${i})) & 63")
        string(SUBSTRING ${letters} ${index} 1 letter)
        string(APPEND text ${letter})
      else()
        string(APPEND text "=")
      endif()
    endforeach()
    math(EXPR at "${at} + 6")
  endwhile()
  set(${out} ${text} PARENT_SCOPE)
endfunction()

set(page ${CMAKE_CURRENT_LIST_DIR})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${page}/style.css ${page}/script.js)
file(READ ${page}/style.css PAGE_STYLE)
file(READ ${page}/script.js PAGE_SCRIPT)
file(SHA256 ${page}/script.js script_hash)
lockstep_base64(${script_hash} PAGE_SCRIPT_HASH)
configure_file(${page}/page_files.h.in
  ${CMAKE_CURRENT_BINARY_DIR}/page/runner_page_files.h @ONLY)
