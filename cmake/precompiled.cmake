# What nearly every file includes, read once: a target with these headers precompiled, which all others reuse. They are the system's
# alone, so that whoever changes a header of ours compiles what includes it and nothing else. Files include what they need all the
# same; CMAKE_DISABLE_PRECOMPILE_HEADERS shows which one does not.
if(EMSCRIPTEN)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)  # the page is built in several ways, and none of them was tried with them
endif()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/nothing.cpp" CONTENT "")
set(standard_headers <algorithm> <any> <array> <cmath> <concepts> <cstdint> <filesystem> <functional> <limits> <map> <memory> <optional>
  <ostream> <set> <span> <stdexcept> <string> <string_view> <tuple> <typeindex> <unordered_map> <unordered_set> <utility> <variant>
  <vector> <fmt/format.h>)

# vitrine_precompiled(NAME [HEADER...]): a target for target_precompile_headers(… REUSE_FROM NAME).
function(vitrine_precompiled name)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/nothing.cpp")
  target_link_libraries(${name} PRIVATE fmt::fmt)
  target_precompile_headers(${name} PRIVATE ${standard_headers} ${ARGN})
endfunction()

vitrine_precompiled(standard_headers)
