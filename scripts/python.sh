#!/usr/bin/env bash
# Makes wheels of the Python package with the engine's libraries inside (wheel), or makes them, installs each into an empty
# environment of each of the named Pythons that is on this machine, and runs the package's tests there (test).
# The wheels are in build/python/dist: one for Debian's Python 3.11, and one for 3.12 and all later versions. Those that are
# tested are compiled as the preset 'check' is, so that ccache has most of their parts already.
# usage: scripts/python.sh wheel | test [VERSION...] | test-few VERSION   (default: 3.11 3.12 3.13)
# test-few leaves out the other libraries that few people have, the notebooks, and the types.
source "$(dirname "$0")/common.sh"

folder=$PWD/build/python
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(jobs)}
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

# The path of a Python of a version, in a place where distributions and pyenv have it; nothing where there is none that runs.
python_of() {
  local candidate
  for candidate in "/usr/bin/python$1" "/usr/local/bin/python$1" "${PYENV_ROOT:-${HOME:-/root}/.pyenv}/versions/$1".*/bin/python3; do
    if "$candidate" -c 'import venv, ensurepip' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
}

# usage: environment NAME PYTHON PIP_ARGUMENT...
environment() {
  local path=$folder/$1
  "$2" -m venv --clear "$path"
  "$path/bin/pip" install --quiet "${@:3}"
}

settings=()
if [[ ${1:-} = test* ]]; then
  settings=(--config-settings=cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=ON --config-settings=cmake.define.CMAKE_CXX_COMPILER=/usr/bin/c++)
fi

# Makes the wheel of a Python. usage: make_wheel VERSION
make_wheel() {
  local version=$1 python log
  python=$(python_of "$version")
  [ -n "$python" ] || return 0
  say "Building the package for Python $version"
  environment "build-$version" "$python" -r python/requirements-build.txt
  rm -rf "$folder/raw"
  log=$(mktemp)
  "$folder/build-$version/bin/pip" wheel -v "${settings[@]}" --no-build-isolation --no-deps --wheel-dir "$folder/raw" . >"$log" 2>&1 || {
    tail -n 60 "$log" >&2
    fail "the package for Python $version cannot be built"
  }
  rm -f "$log"
  PATH=$folder/build-$version/bin:$PATH auditwheel repair --strip --wheel-dir "$folder/dist" "$folder"/raw/*.whl >"$folder/auditwheel.log" 2>&1 || {
    cat "$folder/auditwheel.log" >&2
    fail "the wheel for Python $version cannot be made to stand alone"
  }
}

# Whatever the wheel uses of Python is in the stable interface of 3.12, and it is of a size that people accept.
check_wheels() {
  local wheel most=40000000
  for wheel in "$folder"/dist/*abi3*.whl; do
    [ -e "$wheel" ] || continue
    "$folder/build-3.12/bin/abi3audit" --strict --assume-minimum-abi3 3.12 "$wheel"
  done
  for wheel in "$folder"/dist/*.whl; do
    [ "$(stat -c %s "$wheel")" -le "$most" ] || fail "$wheel is larger than $most bytes"
  done
}

# The libraries besides the package that a Python's tests get. All that the tests ask are there with Debian's Python alone;
# their tests are skipped with the others, but for ArviZ, whose versions from 1 on need Python 3.12.
needs_of() {
  case $1 in
    3.11) echo -r python/requirements-test.txt ;;
    3.12) echo pytest "arviz>=1" ;;
    few) echo pytest pandas polars pyarrow "scikit-learn>=1.6" ;;
    *) echo pytest ;;
  esac
}

# usage: test_wheel VERSION WHEEL NEEDS
test_wheel() {
  local python needs
  read -ra needs < <(needs_of "$3")
  python=$(python_of "$1")
  if [ -z "$python" ]; then
    say "Python $1 is not on this machine, so the package is not tested with it"
    return 0
  fi
  [ -e "$2" ] || { [ "$1" = 3.13 ] && [ -z "$(python_of 3.12)" ] && return 0; fail "there is no wheel for Python $1: $2"; }
  say "Testing the package with Python $1"
  environment "test-$1" "$python" "$2" "${needs[@]}"
  (cd python/tests && "$folder/test-$1/bin/python" -B -m pytest -q -rfEs -p no:cacheprovider .)
}

wheel_of() {
  local pattern=cp312-abi3
  [ "$1" != 3.11 ] || pattern=cp311-cp311
  echo "$folder"/dist/pythemata-*-$pattern-*.whl
}

# The types of the package and of what users write with it.
check_types() {
  [ -d "$folder/test-$1" ] || return 0
  say "Checking types"
  local mypy=("$folder/test-$1/bin/mypy" --strict --no-error-summary --cache-dir "$folder/mypy" --config-file "$PWD/pyproject.toml")
  "$folder/test-$1/bin/python" scripts/python_options.py --check
  (cd examples/python && "${mypy[@]}" -p pythemata && "${mypy[@]}" ./*.py)
  "$folder/test-$1/bin/pyright" --pythonpath "$folder/test-$1/bin/python" examples/python \
    "$folder/test-$1/lib/python$1/site-packages/pythemata"
  (cd examples/python && for example in *.py; do "$folder/test-$1/bin/python" -B "$example" >/dev/null; done)
}

case ${1:-} in
  wheel)
    rm -rf "$folder/dist"
    make_wheel 3.11
    make_wheel 3.12
    check_wheels
    ls -l "$folder/dist"
    ;;
  test)
    shift
    [ $# -gt 0 ] || set -- 3.11 3.12 3.13
    rm -rf "$folder/dist"
    [[ " $* " != *" 3.11 "* ]] || make_wheel 3.11
    [[ " $* " != *" 3.12 "* && " $* " != *" 3.13 "* ]] || make_wheel 3.12
    check_wheels
    ls -l "$folder/dist"
    for version in "$@"; do
      test_wheel "$version" "$(wheel_of "$version")" "$version"
      [ "$version" != 3.11 ] || check_types 3.11
    done
    ;;
  test-few)
    version=${2:-3.11}
    rm -rf "$folder/dist"
    make_wheel "$version"
    test_wheel "$version" "$(wheel_of "$version")" few
    ;;
  *) fail "usage: scripts/python.sh wheel | test [VERSION...] | test-few VERSION" ;;
esac
