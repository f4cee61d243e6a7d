#!/bin/bash
# Builds the program for browsers: build/web/ has the files of a page, which any web server can serve.
# scripts/web.sh --serve [PORT] also serves them on this machine. With --one-thread first, the program for pages with threads is
# left out, which halves the time. scripts/web.sh prepare only gets what the build needs.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

folder=$root/build/wasm
sources=$folder/sources
# The libraries to compile. Their sources are always those of Debian 12, whatever this machine runs.
suite=bookworm
libraries=(imgui libzip utf8proc zlib)
web_packages=(emscripten node-acorn cmake ninja-build python3 libeigen3-dev libfmt-dev nlohmann-json3-dev libstb-dev doctest-dev
  debian-archive-keyring xz-utils bzip2)

# apt_of_our_own ARGUMENT...: apt-get with its own list of sources and its own folders in the build folder. The system's own stay
# as they are.
apt_of_our_own() {
  local own=$folder/apt
  mkdir -p "$own/lists/partial" "$own/cache/archives/partial" "$own/sources.d"
  printf 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' \
    "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" "$suite" >"$own/sources.list"
  apt-get -q -o Dir::Etc::sourcelist="$own/sources.list" -o Dir::Etc::sourceparts="$own/sources.d" \
    -o Dir::State::lists="$own/lists" -o Dir::Cache="$own/cache" -o APT::Sandbox::User=root "$@"
}

# Unpacks the libraries' sources, each into a folder of its name.
get_sources() {
  local library archive downloads=$folder/downloads
  [[ ! -e $sources/complete ]] || return 0
  say "Getting the sources of ${libraries[*]} from Debian …"
  mkdir -p "$downloads"
  if ! (cd "$downloads" && apt_of_our_own update && apt_of_our_own source --download-only "${libraries[@]}") \
    >"$folder/sources.log" 2>&1; then
    tail -n 15 "$folder/sources.log" >&2
    say "The sources could not be had."
    return 1
  fi
  rm -rf "$sources"
  for library in "${libraries[@]}"; do
    archive=("$downloads/${library}"_*.orig.tar.*)
    mkdir -p "$sources/$library"
    tar --extract --file "${archive[0]}" --directory "$sources/$library" --strip-components=1
  done
  touch "$sources/complete"
}

one_thread=
if [[ ${1:-} == --one-thread ]]; then one_thread=yes && shift; fi
install_packages "${web_packages[@]}"
mkdir -p "$folder"
get_sources
if [[ ${1:-} == prepare ]]; then exit 0; fi
toolchain=$(dirname "$(realpath "$(command -v emcc)")")/cmake/Modules/Platform/Emscripten.cmake
[[ -e $toolchain ]] || toolchain=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake
# Emscripten runs with the system's Python, and looks for a Node module there.
export NODE_PATH=/usr/share/nodejs PATH=/usr/bin:$PATH

# compile FOLDER DEFINITION...: builds the program in a build folder.
compile() {
  local own=$1
  shift
  if [[ ! -e $own/build.ninja ]]; then
    configure "$own" -S "$root" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_BUILD_TYPE=Release -DVITRINE_DOUBLE_TESTS=OFF \
      -DVITRINE_WEB_SOURCES="$sources" "$@"
  fi
  build "$own" vitrine
}

programs=("$folder")
if [[ ! -e $folder/build.ninja ]]; then say "Building Vitrine for browsers: once, some minutes."; fi
compile "$folder"
if [[ ! $one_thread ]]; then
  programs+=("$folder-threads")
  if [[ ! -e $folder-threads/build.ninja ]]; then say "Building it once more, for pages that may use threads."; fi
  compile "$folder-threads" -DVITRINE_WEB_THREADS=ON
fi
python3 "$root/app/shell/page/make_site.py" "$root" "$root/build/web" "${programs[@]}"
say "The page is in $root/build/web ($(du --bytes --summarize "$root/build/web" | awk '{printf "%.1f MB", $1 / 1e6}'))."
if [[ ${1:-} == --serve ]]; then
  port=${2:-8000}
  say "Serving it at http://localhost:$port/ – Ctrl+C ends that."
  exec python3 "$root/app/shell/page/serve.py" "$root/build/web" "$port"
fi
