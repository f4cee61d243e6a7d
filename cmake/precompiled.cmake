# Headers that nearly every file includes are read once: a target precompiles them, and others reuse that. Files still include
# what they need; CMAKE_DISABLE_PRECOMPILE_HEADERS shows which ones do not.
if(EMSCRIPTEN)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)  # not tried with all the ways of building the page
endif()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/nothing.cpp" CONTENT "")
set(standard_headers <algorithm> <any> <array> <cmath> <concepts> <cstdint> <filesystem> <functional> <limits> <map> <memory> <optional>
  <ostream> <set> <span> <stdexcept> <string> <string_view> <tuple> <typeindex> <unordered_map> <unordered_set> <utility> <variant>
  <vector> <fmt/format.h>)

# vitrine_precompiled(NAME [LIBRARIES TARGET...] [HEADERS HEADER...]): two targets for target_precompile_headers(… REUSE_FROM
# NAME), with the standard headers and the given ones, which come from these libraries. NAME_quick is for targets that are
# compiled quickly, since compilers accept precompiled headers only at the same level of optimisation. It includes JSON, with
# which most of those deal.
function(vitrine_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;HEADERS")
  foreach(level IN ITEMS "" _quick)
    add_library(${name}${level} OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/nothing.cpp")
    target_link_libraries(${name}${level} PRIVATE fmt::fmt nlohmann_json::nlohmann_json ${arg_LIBRARIES})
    target_precompile_headers(${name}${level} PRIVATE ${standard_headers} ${arg_HEADERS})
  endforeach()
  target_compile_options(${name}_quick PRIVATE ${compiled_quickly})
  target_precompile_headers(${name}_quick PRIVATE <nlohmann/json.hpp>)
endfunction()

# Compiles a target quickly, with the headers precompiled by vitrine_precompiled(HEADERS).
function(vitrine_compile_quickly target headers)
  target_compile_options(${target} PRIVATE ${compiled_quickly})
  target_precompile_headers(${target} REUSE_FROM ${headers}_quick)
endfunction()

vitrine_precompiled(standard_headers)
set(precompiled standard_headers)  # for the folders that follow
