#!/bin/bash
# Makes packages, each on a bare machine (scripts/bare_machine.sh, which needs root), into out/packages:
# usage: scripts/package.sh deb SUITE    a package for a release of Debian: bookworm, trixie
#        scripts/package.sh tarball      the program for other Linux systems, with the libraries in which they differ
#        scripts/package.sh page         the page for browsers as one folder, packed
#        scripts/package.sh wheel        the Python package
# Built twice from the same files, a package has the same bytes: its times are SOURCE_DATE_EPOCH, which is the release's date in
# docs/CHANGELOG.md unless it is set.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

out=$root/out/packages
staged=$root/build/package
version=$(sed -n 's/^project(vitrine VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
released=$(sed -n 's/^## [0-9.]* – \([0-9-]*\)$/\1/p' "$root/docs/CHANGELOG.md" | head -n 1)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date --utc --date "$released" +%s)}

# elsewhere SUITE ARGUMENT...: runs this script on a bare machine, and fetches what it has made.
elsewhere() {
  local suite=$1
  shift
  mkdir -p "$out"
  FETCH=out/packages "$root/scripts/bare_machine.sh" "$suite" "SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH scripts/package.sh here $*"
}

build_program() {
  install_packages "${vitrine_packages[@]}" librsvg2-bin "$@"
  configure "$staged" -S "$root" -G Ninja -DCMAKE_BUILD_TYPE=Release -DVITRINE_PACKAGE=ON -DBUILD_TESTING=OFF \
    -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib
  build "$staged" vitrine written icons
}

# pack FOLDER FILE: a compressed archive of a folder, whose bytes only depend on the files in it.
pack() {
  mkdir -p "$out"
  tar -C "$(dirname "$1")" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u+rw,go+r,go-w -c "$(basename "$1")" | gzip -9n >"$2"
}

# The .deb of this release, its dependencies computed by dpkg-shlibdeps.
make_deb() {
  local suite=$1
  build_program dpkg-dev file lintian
  (cd "$staged" && cpack -G DEB) >"$staged/cpack.log" 2>&1 || { cat "$staged/cpack.log" >&2; return 1; }
  mkdir -p "$out"
  mv "$staged"/vitrine_*.deb "$out/vitrine_${version}_${suite}_$(dpkg --print-architecture).deb"
  lintian --fail-on error,warning --no-tag-display-limit --allow-root "$out/vitrine_${version}_${suite}"_*.deb
}

# Libraries whose names differ between distributions. All others, down to that for windows, have the same everywhere.
carried='libfmt|libzip|libutf8proc|libsentencepiece|libprotobuf-lite|libstb|libabsl'

make_tarball() {
  local name=vitrine-$version-linux-$(uname -m) library
  build_program patchelf
  rm -rf "$staged/$name"
  DESTDIR= cmake --install "$staged" --prefix "$staged/$name" --strip >/dev/null
  for library in $(ldd "$staged/bin/vitrine" | awk '{print $3}' | grep -E "/($carried)[^/]*\.so" | sort -u); do
    install -m 644 "$library" "$staged/$name/lib/vitrine/"
    patchelf --set-rpath '$ORIGIN' "$staged/$name/lib/vitrine/$(basename "$library")"
  done
  pack "$staged/$name" "$out/$name.tar.gz"
}

make_page() {
  local name=vitrine-page-$version
  "$root/scripts/web.sh"
  rm -rf "$root/build/$name"
  cp -r "$root/build/web" "$root/build/$name"
  pack "$root/build/$name" "$out/$name.tar.gz"
}

make_wheel() {
  install_packages python3
  mkdir -p "$out"
  (cd "$root/python" && python3 -c 'import sys, wheel_backend; print(wheel_backend.build_wheel(sys.argv[1]))' "$out") >/dev/null
}

case ${1:-} in
  deb)
    (($# == 2)) || { say "Which release of Debian? scripts/package.sh deb bookworm"; exit 2; }
    elsewhere "$2" deb "$2"
    ;;
  tarball) elsewhere bookworm tarball ;;
  page) elsewhere bookworm page ;;
  wheel) make_wheel ;;
  here) "make_$2" "${@:3}" ;;
  *) sed -n '3,6s/^# //p' "$0" >&2; exit 2 ;;
esac
[[ ${1:-} == here ]] || ls -l "$out"
