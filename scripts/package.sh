#!/bin/bash
# Makes packages into out/packages. Those that are compiled are made on bare machines (scripts/bare_machine.sh, which needs root).
# usage: scripts/package.sh page         the page for browsers as one folder, packed
#        scripts/package.sh deb SUITE    a package for a release of Debian: bookworm, trixie
#        scripts/package.sh tarball      the program for other Linux systems, with the libraries in which they differ
#        scripts/package.sh wheel        the Python package
#        scripts/package.sh all          all of these
#        scripts/package.sh try          tries what has been made for this processor, each on a bare machine (scripts/try_package.sh)
# The program's packages contain the page that is in out/packages, for "Save as a page"; it is made first where it is missing or
# older than its sources.
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
[[ $version && $released ]] || { say "No version in CMakeLists.txt, or no release with its date in docs/CHANGELOG.md."; exit 1; }
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date --utc --date "$released" +%s)}

page_name=vitrine-page-$version
page=out/packages/$page_name.tar.gz

# elsewhere SUITE WHAT...: makes each of these on one bare machine, and fetches it. WHAT: arguments of this script.
elsewhere() {
  local suite=$1 what commands=()
  shift
  for what; do commands+=("SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH scripts/package.sh here $what"); done
  mkdir -p "$out"
  FETCH=out/packages "$root/scripts/bare_machine.sh" "$suite" "${commands[@]}"
}

with_page() {
  if [[ ! -e $root/$page ]] || [[ $(find "$root"/{CMakeLists.txt,app,assets,cmake,core,shaders} -newer "$root/$page" -print -quit) ]]; then
    elsewhere bookworm page
  fi
  BRING=$page "$@"
}

build_program() {
  mkdir -p "$root/build"
  install_packages "${vitrine_packages[@]}" librsvg2-bin "$@"
  tar -C "$root/build" -xzf "$root/$page"
  configure "$staged" -S "$root" -G Ninja -DCMAKE_BUILD_TYPE=Release -DVITRINE_PACKAGE=ON -DBUILD_TESTING=OFF \
    -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib -DVITRINE_PAGE="$root/build/$page_name"
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
  # From Debian 13 on, appstreamcli asks for the address of a home page, which this project does not have. The lintian of Debian 12 does
  # not know the tag, and refuses a list with it.
  local tag=appstream-metadata-validation-failed listed=()
  if lintian-explain-tags "$tag" >/dev/null 2>&1; then listed=(--suppress-tags "$tag"); fi
  lintian --fail-on error,warning --tag-display-limit 0 "${listed[@]}" --allow-root "$out/vitrine_${version}_${suite}"_*.deb
}

# Libraries whose names differ between distributions, and those that not every desktop has. All others have the same name
# everywhere.
carried='libbz2|libepoxy|libfmt|libglfw|libonig|libzip|libutf8proc|libsentencepiece|libprotobuf-lite|libstb|libabsl'

make_tarball() {
  local name library package
  name=vitrine-$version-linux-$(uname -m)
  build_program patchelf
  rm -rf "${staged:?}/$name"
  DESTDIR='' cmake --install "$staged" --prefix "$staged/$name" --strip >/dev/null
  for library in $(ldd "$staged/bin/vitrine" | awk '{print $3}' | grep -E "/($carried)[^/]*\.so" | sort -u); do
    install -m 644 "$library" "$staged/$name/lib/vitrine/"
    # shellcheck disable=SC2016  # the loader replaces it
    patchelf --set-rpath '$ORIGIN' "$staged/$name/lib/vitrine/$(basename "$library")"
    package=$(dpkg -S "*/$(basename "$(realpath "$library")")" | sed -n '1s/[:,].*//p')
    install -D -m 644 "/usr/share/doc/$package/copyright" "$staged/$name/share/doc/vitrine/libraries/$package"
  done
  pack "$staged/$name" "$out/$name.tar.gz"
}

make_page() {
  "$root/scripts/web.sh"
  rm -rf "$root/build/$page_name"
  cp -r "$root/build/web" "$root/build/$page_name"
  pack "$root/build/$page_name" "$root/$page"
}

make_wheel() {
  install_packages python3
  mkdir -p "$out"
  (cd "$root/python" && python3 -c 'import sys, wheel_backend; print(wheel_backend.build_wheel(sys.argv[1]))' "$out") >/dev/null
}

try_on() {
  local suite=$1 file=out/packages/$2
  BRING=$file "$root/scripts/bare_machine.sh" "$suite" "scripts/try_package.sh $file"
}

case ${1:-} in
  page) elsewhere bookworm page ;;
  deb)
    (($# == 2)) || { say "Which release of Debian? scripts/package.sh deb bookworm"; exit 2; }
    with_page elsewhere "$2" "deb $2"
    ;;
  tarball) with_page elsewhere bookworm tarball ;;
  wheel) make_wheel ;;
  all)
    with_page elsewhere bookworm "deb bookworm" tarball
    with_page elsewhere trixie "deb trixie"
    make_wheel
    ;;
  try)
    for suite in bookworm trixie; do try_on "$suite" "vitrine_${version}_${suite}_$(dpkg --print-architecture).deb"; done
    for suite in trixie sid; do try_on "$suite" "vitrine-$version-linux-$(uname -m).tar.gz"; done
    ;;
  here) "make_$2" "${@:3}" ;;
  *) sed -n '3,8s/^# //p' "$0" >&2; exit 2 ;;
esac
[[ ${1:-} == here || ${1:-} == try ]] || ls -l "$out"
