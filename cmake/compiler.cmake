# How everything is compiled: C++20 for this machine, with warnings.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# For the folders that are waited for; others, and the tests, have a level of their own (cmake/folder.cmake, tests/CMakeLists.txt).
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

# Leaves out the passes that take the compiler long. A page is slow enough as it is, and its compiler does not know the level.
if(NOT EMSCRIPTEN)
  set(compiled_quickly $<$<CONFIG:Release>:-Og>)
endif()

# With paths relative to the checkout, what was compiled in one clone is found again from every other one.
find_program(VITRINE_CCACHE ccache)
if(VITRINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros "${VITRINE_CCACHE}")
endif()

# These change the alignment of Eigen's types, so every file has the same. Tuned as generic, g++ 12 keeps the full width of
# AVX-512 in matrix products, which it halves when tuning for the processor at hand.
if(EMSCRIPTEN)
  set(exceptions -fwasm-exceptions)
  if(VITRINE_WEB_THREADS)
    add_compile_options(-pthread)
    # What clang 14 keeps for the exception at hand is one for all threads; exceptions by way of JavaScript are slower, and hold.
    if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.30)
      set(exceptions -fexceptions)
    endif()
  endif()
  add_compile_options(-msimd128 -msse4.2 ${exceptions})
  add_link_options(${exceptions})
  # Before the headers of Emscripten 3.1.6 and Eigen, where they fall short.
  include_directories(BEFORE SYSTEM "${PROJECT_SOURCE_DIR}/cmake/web/include")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  add_compile_options(-march=$<IF:$<BOOL:${VITRINE_NATIVE}>,native,x86-64-v3> -mtune=generic)
elseif(VITRINE_NATIVE)
  add_compile_options(-mcpu=native)
endif()

# Some libraries ask for it, and what shares precompiled headers is compiled alike.
if(NOT EMSCRIPTEN)
  add_compile_options(-pthread)
endif()

add_compile_options(-Wall -Wextra -Wpedantic)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Collecting garbage takes the compiler up to a quarter of its time, and frees little: it begins at a gigabyte, which
  # scripts/build.sh counts on for each file that is compiled.
  add_compile_options("SHELL:--param ggc-min-heapsize=500000")
  # Compiled together, the files of a folder see each other's names; what a single file hides is found without VITRINE_UNITY.
  add_compile_options(-Wshadow$<$<BOOL:${VITRINE_UNITY}>:=local>)
  # False alarms: an optional that is asked first (also GCC bug 105593: its own AVX-512 header, inlined into Eigen's products).
  add_compile_options(-Wno-maybe-uninitialized)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms: as above, and its own string's operator+ under -O3 (GCC bug 105651).
    add_compile_options(-Wno-uninitialized -Wno-restrict)
  else()
    # False alarms: every function that gives a reference and is asked with a temporary; its own string's operator+ under -O3.
    add_compile_options(-Wno-dangling-reference -Wno-array-bounds)
  endif()
elseif(NOT EMSCRIPTEN AND NOT VITRINE_UNITY)  # clang has no -Wshadow=local
  add_compile_options(-Wshadow)
endif()
set(CMAKE_COMPILE_WARNING_AS_ERROR ${VITRINE_WERROR})

if(VITRINE_SANITIZE)
  add_compile_options(-fsanitize=${VITRINE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${VITRINE_SANITIZE})
endif()
