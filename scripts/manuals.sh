#!/usr/bin/env bash
# Makes the man pages of a built program, and of the subcommands that its help lists, in SHARE/man; and what shells need to
# complete its commands where it has the subcommand completion. usage: scripts/manuals.sh PROGRAM SHARE
source "$(dirname "$0")/common.sh"

program=$(realpath "${1:?usage: scripts/manuals.sh PROGRAM SHARE}")
share=${2:?usage: scripts/manuals.sh PROGRAM SHARE}
command -v help2man >/dev/null || fail "help2man is not installed: scripts/install.sh deb"
version=$("$program" --version | sed -n '1s/.* //p')

# usage: man_page [SUBCOMMAND]
man_page() {
  local name wrapper
  name=$(basename "$program")${1:+-$1}
  wrapper=$(mktemp)
  # help2man takes a program without words; the line of the exit codes becomes a section.
  cat >"$wrapper" <<END
#!/bin/sh
if [ "\$1" = --version ]; then printf '%s %s\n' '$name' '$version'; else '$program' ${1:-} --help; fi
END
  chmod +x "$wrapper"
  mkdir -p "$share/man/man1"
  help2man --no-info --no-discard-stderr --name="$("$wrapper" --help | head -n 1 | sed 's/\.$//')" "$wrapper" |
    sed "1,/^\.SH SYNOPSIS/s/$(basename "$wrapper" | tr '[:lower:]' '[:upper:]')/$(echo "$name" | tr '[:lower:]' '[:upper:]')/g; s/$(basename "$wrapper")/$name/g; s/^Exit codes: /.SH \"EXIT STATUS\"\n/" |
    gzip -9n >"$share/man/man1/$name.1.gz"
  rm -f "$wrapper"
}

man_page
[ "$(basename "$program")" = themata ] || exit 0
mapfile -t commands < <("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
[ ${#commands[@]} -gt 10 ] || fail "the subcommands of themata cannot be read from its help"
for command in "${commands[@]}"; do man_page "$command"; done
mkdir -p "$share"/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
"$program" completion bash >"$share/bash-completion/completions/themata"
"$program" completion zsh >"$share/zsh/vendor-completions/_themata"
"$program" completion fish >"$share/fish/vendor_completions.d/themata.fish"
