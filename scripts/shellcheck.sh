#!/usr/bin/env bash
# Runs shellcheck on the shell scripts. usage: scripts/shellcheck.sh
source "$(dirname "$0")/common.sh"

shellcheck -x --source-path=SCRIPTDIR scripts/*.sh .ci/run
