# SPDX-License-Identifier: MIT
# Puts the pages' styles and scripts into a header, and the scripts' hashes, by
# which a page's Content-Security-Policy lets these scripts run and no other.

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

# Sets NAME to the text of the files and NAME_HASH to the hash
# of it.
function(lockstep_embed name)
  set(text "")
  foreach(file ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
      ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${file})
    file(READ ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${file} one)
    string(APPEND text "${one}")
  endforeach()
  string(SHA256 digest "${text}")
  lockstep_base64(${digest} hash)
  set(${name} "${text}" PARENT_SCOPE)
  set(${name}_HASH ${hash} PARENT_SCOPE)
endfunction()

lockstep_embed(PAGE_STYLE style.css)
lockstep_embed(PLAYER_STYLE player/player.css)
lockstep_embed(PAGE_THEME theme.js)
lockstep_embed(PAGE_SCRIPT script.js)
lockstep_embed(PLAYER_SCRIPT player/run.js player/draw.js player/flight.js
  player/memory.js player/player.js)
configure_file(${CMAKE_CURRENT_LIST_DIR}/page_files.h.in
  ${CMAKE_CURRENT_BINARY_DIR}/page/runner_page_files.h @ONLY)
