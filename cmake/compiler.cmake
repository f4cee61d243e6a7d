# How everything is compiled: C++20 for this machine, with warnings.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# The level for folders whose speed users notice. Other folders and the tests have their own (cmake/folder.cmake,
# tests/CMakeLists.txt).
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

# Leaves out optimisations that take the compiler long. Not for pages, which are slow enough, and whose compiler does not know
# -Og.
if(NOT EMSCRIPTEN)
  set(compiled_quickly $<$<CONFIG:Release>:-Og>)
endif()

# With paths relative to the checkout, ccache finds in every clone what was compiled in another.
find_program(VITRINE_CCACHE ccache)
if(VITRINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros "${VITRINE_CCACHE}")
endif()

# These options change the alignment of Eigen's types, so all files need the same ones. With generic tuning, g++ 12 uses AVX-512
# in matrix products at its full width, of which it uses half when tuning for this processor.
if(EMSCRIPTEN)
  set(exceptions -fwasm-exceptions)
  if(VITRINE_WEB_THREADS)
    add_compile_options(-pthread)
    # clang 14 keeps the current exception in one place for all threads. Exceptions by way of JavaScript are slower, but correct.
    if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.30)
      set(exceptions -fexceptions)
    endif()
  endif()
  add_compile_options(-msimd128 -msse4.2 ${exceptions})
  add_link_options(${exceptions})
  # Take precedence over headers of Emscripten 3.1.6 and Eigen that lack something.
  include_directories(BEFORE SYSTEM "${PROJECT_SOURCE_DIR}/cmake/web/include")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  if(VITRINE_PACKAGE)
    set(processor x86-64-v2)
  elseif(VITRINE_NATIVE)
    set(processor native)
  else()
    set(processor x86-64-v3)
  endif()
  add_compile_options(-march=${processor} -mtune=generic)
elseif(VITRINE_NATIVE AND NOT VITRINE_PACKAGE)
  add_compile_options(-mcpu=native)
endif()

# Some libraries need it, and files that share precompiled headers need the same options.
if(NOT EMSCRIPTEN)
  add_compile_options(-pthread)
endif()

add_compile_options(-Wall -Wextra -Wpedantic)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Garbage collection takes the compiler up to a quarter of its time and frees little, so it only begins at a gigabyte.
  # scripts/build.sh expects that for each file being compiled.
  add_compile_options("SHELL:--param ggc-min-heapsize=500000")
  # The files of a folder that are compiled together see each other's names. Shadowing within a single file is found without
  # VITRINE_UNITY.
  add_compile_options(-Wshadow$<$<BOOL:${VITRINE_UNITY}>:=local>)
  # False alarms: an optional that is tested first (also GCC bug 105593: GCC's own AVX-512 header, inlined into Eigen's products).
  add_compile_options(-Wno-maybe-uninitialized)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # False alarms: as above, and operator+ of GCC's own string under -O3 (GCC bug 105651).
    add_compile_options(-Wno-uninitialized -Wno-restrict)
  else()
    # False alarms: any function that returns a reference and is called with a temporary; operator+ of GCC's own string under -O3.
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
