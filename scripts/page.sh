#!/usr/bin/env bash
# The report's page, web/dist/report.html, is built from web/src and checked in, so that building the program needs no Node.
# usage: scripts/page.sh install   npm packages of web/package-lock.json, where they are missing
#        scripts/page.sh build     types checked, then web/dist/report.html written
#        scripts/page.sh check     types checked; fails if web/dist/report.html is not what its sources give
source "$(dirname "$0")/common.sh"

usage="usage: scripts/page.sh install | build | check"
[ $# -eq 1 ] || fail "$usage"
command -v npm >/dev/null || fail "Node and npm are not installed: run scripts/install.sh test"
cd web

install_packages() {
  cmp -s package-lock.json node_modules/.themata-lock && return
  say "Installing the npm packages of web/package-lock.json"
  npm ci --ignore-scripts --no-audit --no-fund || fail "npm ci failed; check the network"
  cp package-lock.json node_modules/.themata-lock
}

check_page() {
  local built
  built=$(mktemp)
  npm run --silent check || fail "the page's types are wrong"
  node build.mjs "$built" >/dev/null || fail "the page does not build"
  cmp "$built" dist/report.html || fail "web/dist/report.html differs from what its sources give: run 'make page', commit it"
  rm -f "$built"
}

install_packages
case $1 in
  install) ;;
  build)
    npm run --silent check
    npm run --silent build
    ;;
  check) check_page ;;
  *) fail "$usage" ;;
esac
