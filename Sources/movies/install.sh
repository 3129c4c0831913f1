#!/bin/sh
# Installs the built program, its manual page and its completions, or takes them away again:
#
#   Sources/movies/install.sh [--uninstall] [<prefix>]
#
# The prefix is ~/.local unless another one is named. MOVIES_BINARY names another program than
# the one of the release build; DESTDIR is put before the prefix, as packagers do.
set -eu
umask 022

usage="Usage: Sources/movies/install.sh [--uninstall] [<prefix>]"
build="swift build -c release --product movies --static-swift-stdlib -Xswiftc -static-executable"

fail() {
  printf 'install.sh: %s\n' "$2" >&2
  exit "$1"
}

prefix=
uninstalls=false
for word; do
  case $word in
    --uninstall) uninstalls=true ;;
    -h | --help) printf '%s\n' "$usage"; exit ;;
    -*) fail 64 "there is no option '$word'. $usage" ;;
    *) [ -z "$prefix" ] || fail 64 "'$word' is one prefix too many. $usage"; prefix=$word ;;
  esac
done
[ -n "$prefix" ] || prefix=${HOME:?names no folder to install into}/.local
case $prefix in
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac
prefix=${prefix%/}

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." > /dev/null && pwd)
binary=${MOVIES_BINARY:-$root/.build/release/movies}

target=${DESTDIR:-}$prefix
program=$target/bin/movies
manual=$target/share/man/man1/movies.1
for_bash=$target/share/bash-completion/completions/movies
for_zsh=$target/share/zsh/site-functions/_movies
for_fish=$target/share/fish/vendor_completions.d/movies.fish

if $uninstalls; then
  # The program is asked while it is there; it may be too old or too broken to answer.
  catalog=$("$program" path 2> /dev/null) || catalog=
  removed=false
  for file in "$program" "$manual" "$for_bash" "$for_zsh" "$for_fish"; do
    if [ -e "$file" ] || [ -L "$file" ]; then
      rm -f "$file"
      printf 'removed %s\n' "$file"
      removed=true
    fi
  done
  $removed || printf 'nothing of movies is in %s\n' "$target"
  [ ! -e "$catalog" ] || printf 'the catalog is left alone: %s\n' "$catalog"
  exit
fi

if [ ! -x "$binary" ]; then
  fail 66 "there is no program '$binary' yet. Build it first:
  $build"
fi
version=$("$binary" --version) || fail 65 "'$binary' does not run on this machine"

made=$(mktemp -d)
new=
trap 'rm -rf "$made"; [ -z "$new" ] || rm -f "$new"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# By a new file and a rename: what runs or is being read stays whole.
place() {
  if [ -d "$3" ]; then fail 73 "'$3' is a folder"; fi
  mkdir -p "${3%/*}"
  new=${3%/*}/.movies.$$.new
  cp "$2" "$new"
  chmod "$1" "$new"
  mv -f "$new" "$3"
  new=
  printf 'installed %s\n' "$3"
}

"$binary" --generate-manual > "$made/manual"
place 755 "$binary" "$program"
place 644 "$made/manual" "$manual"
for shell in bash zsh fish; do
  if "$binary" --generate-completion-script $shell > "$made/$shell" 2> /dev/null; then
    case $shell in
      bash) file=$for_bash ;;
      zsh) file=$for_zsh ;;
      fish) file=$for_fish ;;
    esac
    place 644 "$made/$shell" "$file"
  else
    printf 'no completions for %s: the program makes none\n' "$shell"
  fi
done
printf 'movies %s is installed\n' "$version"

[ -z "${DESTDIR:-}" ] || exit 0
quoted=\'$(printf '%s' "$prefix" | sed "s/'/'\\\\''/g")\'
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *)
    echo "It is not in your PATH yet. Add this line to the profile of your shell, and log in again:"
    case ${SHELL:-} in
      */fish) printf '  fish_add_path %s/bin\n' "$quoted" ;;
      *) printf '  export PATH=%s/bin:"$PATH"\n' "$quoted" ;;
    esac
    ;;
esac
case $prefix in
  /usr | /usr/local) ;;
  *)
    if [ -f "$for_zsh" ] && command -v zsh > /dev/null; then
      printf '%s\n' "For completions in zsh, ~/.zshrc needs these lines, the first of them before any other 'compinit':" \
        "  fpath=($quoted/share/zsh/site-functions \$fpath)" "  autoload -Uz compinit && compinit"
    fi
    ;;
esac
