# SPDX-License-Identifier: MIT
# What holds for every target: language, build type, warnings, ccache.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(LOCKSTEP_CCACHE ccache)
mark_as_advanced(LOCKSTEP_CCACHE)
if(LOCKSTEP_CCACHE)
  foreach(language CXX CUDA)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER
        ${PROJECT_SOURCE_DIR}/cmake/cached.sh ${LOCKSTEP_CCACHE})
    endif()
  endforeach()
endif()

# Warnings are errors in our own code.
add_library(lockstep_options INTERFACE)
target_compile_options(lockstep_options INTERFACE
  -Wall -Wextra -Wshadow -Werror
  $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-pragmas>)
target_include_directories(lockstep_options INTERFACE ${PROJECT_SOURCE_DIR})

# GCC looks for memory to free first at 128 MB, in most files of ours for little:
# that is a tenth of its time.
add_compile_options(
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>)

# What runs for each instruction is optimised whole; what runs for each call or
# launch not: that would take half as long again to compile. Sanitized all is -O1
# (preset asan): with -O0 the race engine takes ten times as long.
set(LOCKSTEP_FAST -O3)
set(LOCKSTEP_LIGHT -O1)
if(LOCKSTEP_SANITIZE)
  set(LOCKSTEP_FAST "")
  set(LOCKSTEP_LIGHT "")
  set(LOCKSTEP_SANITIZERS
    "-fsanitize=address,undefined -fno-sanitize-recover=undefined" CACHE STRING
    "Options of the sanitizers")
  separate_arguments(sanitizers UNIX_COMMAND "${LOCKSTEP_SANITIZERS}")
  # A program's functions are called as CUDA calls them: by address and ABI.
  list(APPEND sanitizers $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>)
  if(LOCKSTEP_SANITIZERS MATCHES address)
    add_compile_definitions(LOCKSTEP_ASAN) # the compilers' names for it differ
    # ASan's functions in a library, as GCC has them: a program then imports what
    # some tests look for.
    if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
      execute_process(OUTPUT_VARIABLE library OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND ${CMAKE_CXX_COMPILER}
          -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
      cmake_path(GET library PARENT_PATH library)
      add_link_options(-shared-libasan -frtlib-add-rpath -Wl,-rpath,${library})
    endif()
  endif()
  add_compile_options(${sanitizers} -fno-omit-frame-pointer)
  add_link_options(${sanitizers})
endif()

# A room: its files are compiled together, a third of the time of one by one. Up
# to 36 are: with 12 a large room takes a third longer, for what each part reads
# and instantiates anew. Without it each of them must stand alone, too.
option(LOCKSTEP_UNITY "Compile the files of a room together" ON)
function(lockstep_room target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${LOCKSTEP_UNITY} UNITY_BUILD_BATCH_SIZE 36)
endfunction()

# `target` sees the rooms that `room` includes by rooms.txt, and no other.
function(lockstep_links target room)
  set(table ${PROJECT_SOURCE_DIR}/cmake/rooms.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  get_target_property(type ${target} TYPE)
  set(scope PUBLIC)
  if(type STREQUAL INTERFACE_LIBRARY)
    set(scope INTERFACE)
  endif()
  file(STRINGS ${table} lines)
  foreach(line IN LISTS lines)
    if(line MATCHES "^[a-z]")
      set(current ${line})
    elseif(current STREQUAL room AND line MATCHES "^  includes (.*)$")
      string(REPLACE "/" "_" libraries ${CMAKE_MATCH_1})
      separate_arguments(libraries)
      target_link_libraries(${target} ${scope} ${libraries})
    endif()
  endforeach()
  target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR})
endfunction()

# Links of lessons and tests: a thousand of them. gold takes half the time of
# ld; without it nothing changes.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold LOCKSTEP_HAS_GOLD)
set(LOCKSTEP_QUICK_LINK)
if(LOCKSTEP_HAS_GOLD AND NOT LOCKSTEP_SANITIZE) # of ASan's names it warns
  set(LOCKSTEP_QUICK_LINK -fuse-ld=gold)
endif()

include(libraries)
