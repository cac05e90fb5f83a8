# SPDX-License-Identifier: MIT
# toml++ of the system, else the headers that older.sh fetched.
find_package(tomlplusplus ${tomlplusplus_FIND_VERSION} CONFIG QUIET)
if(NOT tomlplusplus_FOUND AND NOT tomlplusplus_CONSIDERED_VERSIONS)
  find_path(tomlplusplus_INCLUDE_DIR toml++/toml.h NO_DEFAULT_PATH
    HINTS ${PROJECT_SOURCE_DIR}/.toolchain/older/include)
  mark_as_advanced(tomlplusplus_INCLUDE_DIR)
  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(tomlplusplus
    REQUIRED_VARS tomlplusplus_INCLUDE_DIR)
  if(tomlplusplus_FOUND AND NOT TARGET tomlplusplus::tomlplusplus)
    add_library(tomlplusplus::tomlplusplus INTERFACE IMPORTED)
    set_target_properties(tomlplusplus::tomlplusplus PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES ${tomlplusplus_INCLUDE_DIR})
  endif()
endif()
