# SPDX-License-Identifier: MIT
# Finds the libraries of libraries.txt, none older than it says.
set(LOCKSTEP_LIBRARIES ${CMAKE_CURRENT_LIST_DIR}/libraries.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${LOCKSTEP_LIBRARIES})

# find_package, with a message that says what to do.
function(lockstep_need package)
  file(STRINGS ${LOCKSTEP_LIBRARIES} row REGEX "^${package} ")
  if(NOT row MATCHES "^[^ ]+ +([0-9.]+)$")
    message(FATAL_ERROR "${package} is not in cmake/libraries.txt")
  endif()
  set(oldest ${CMAKE_MATCH_1})
  find_package(${package} ${oldest} QUIET)
  if(${package}_FOUND)
    return()
  endif()
  set(older ${${package}_CONSIDERED_VERSIONS} ${${package}_VERSION})
  if(older)
    list(GET older 0 older)
    message(FATAL_ERROR
      "${package} ${older} is older than ${oldest}. Install a newer one.")
  endif()
  message(FATAL_ERROR "${package} was not found.  Type: ./learn")
endfunction()

# For a Find module: library NAME with HEADER, whose version stands there in the
# macros MACRO_MAJOR, MACRO_MINOR and MACRO_PATCH. Defines NAME::NAME.
function(lockstep_find_library name header library macro patch)
  find_path(${name}_INCLUDE_DIR ${header})
  find_library(${name}_LIBRARY ${library})
  mark_as_advanced(${name}_INCLUDE_DIR ${name}_LIBRARY)
  set(version "")
  if(${name}_INCLUDE_DIR)
    foreach(part MAJOR MINOR ${patch})
      file(STRINGS ${${name}_INCLUDE_DIR}/${header} line
        REGEX "^#define[ \t]+${macro}_${part}[ \t]")
      string(REGEX REPLACE ".*${macro}_${part}[ \t]+([0-9]+).*" "\\1" number
        "${line}")
      list(APPEND version "${number}")
    endforeach()
    list(JOIN version . version)
  endif()
  include(FindPackageHandleStandardArgs)
  set(${name}_VERSION "${version}")
  find_package_handle_standard_args(${name}
    REQUIRED_VARS ${name}_LIBRARY ${name}_INCLUDE_DIR
    VERSION_VAR ${name}_VERSION)
  set(${name}_FOUND ${${name}_FOUND} PARENT_SCOPE)
  set(${name}_VERSION "${version}" PARENT_SCOPE)
  if(${name}_FOUND AND NOT TARGET ${name}::${name})
    add_library(${name}::${name} UNKNOWN IMPORTED)
    set_target_properties(${name}::${name} PROPERTIES
      IMPORTED_LOCATION ${${name}_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${${name}_INCLUDE_DIR})
  endif()
endfunction()
