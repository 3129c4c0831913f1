#!/bin/sh
# Installs or uninstalls the program, its manual page and its shell completions:
#
#   Sources/movies/install.sh [--units | --uninstall] [<prefix>]
#
# With --units, it also installs units of systemd for a backup every night, which each user enables.
# The default prefix is ~/.local. MOVIES_BINARY is the program to install, by default that of the
# release build. DESTDIR is prepended to the prefix, for packaging.
set -eu
umask 022

usage="Usage: Sources/movies/install.sh [--units | --uninstall] [<prefix>]"
build="swift build -c release --product movies --static-swift-stdlib -Xswiftc -static-executable"

fail() {
  printf 'install.sh: %s\n' "$2" >&2
  exit "$1"
}

prefix=
uninstalls=false
units=false
for word; do
  case $word in
    --uninstall) uninstalls=true ;;
    --units) units=true ;;
    -h | --help) printf '%s\n' "$usage"; exit ;;
    -*) fail 64 "unknown option '$word'. $usage" ;;
    *) [ -z "$prefix" ] || fail 64 "unexpected argument '$word'. $usage"; prefix=$word ;;
  esac
done
if $units && $uninstalls; then fail 64 "'--uninstall' also removes the units. $usage"; fi
[ -n "$prefix" ] || prefix=${HOME:?is not set. Pass a prefix.}/.local
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
case $prefix in
  /usr | /usr/local) directory=$target/lib/systemd/user ;;
  *) directory=$target/share/systemd/user ;;
esac
service=$directory/movies-backup.service
timer=$directory/movies-backup.timer

if $uninstalls; then
  # Ask before removing the program. It may be too old or too damaged to answer.
  catalog=$("$program" path 2> /dev/null) || catalog=
  if [ -e "$timer" ]; then had_timer=true; else had_timer=false; fi
  removed=false
  for file in "$program" "$manual" "$for_bash" "$for_zsh" "$for_fish" "$service" "$timer"; do
    if [ -e "$file" ] || [ -L "$file" ]; then
      rm -f "$file"
      printf 'removed %s\n' "$file"
      removed=true
    fi
  done
  $removed || printf 'movies is not installed in %s\n' "$target"
  if $had_timer && [ -z "${DESTDIR:-}" ]; then
    echo "If you enabled the timer, run: systemctl --user disable --now movies-backup.timer"
  fi
  [ ! -e "$catalog" ] || printf 'the database was not removed: %s\n' "$catalog"
  exit
fi

if [ ! -x "$binary" ]; then
  fail 66 "'$binary' does not exist. Build it first:
  $build"
fi
version=$("$binary" --version) || fail 65 "cannot run '$binary' on this machine"

temporary=$(mktemp -d)
new=
trap 'rm -rf "$temporary"; [ -z "$new" ] || rm -f "$new"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Writes a new file and renames it: a program that is running or being read is not affected.
place() {
  if [ -d "$3" ]; then fail 73 "'$3' is a directory"; fi
  mkdir -p "${3%/*}"
  new=${3%/*}/.movies.$$.new
  cp "$2" "$new"
  chmod "$1" "$new"
  mv -f "$new" "$3"
  new=
  printf 'installed %s\n' "$3"
}

"$binary" --generate-manual > "$temporary/manual"
# The symbols are more than half of the program, and only for debuggers.
strip -o "$temporary/movies" "$binary" 2> /dev/null && "$temporary/movies" --version > /dev/null ||
  cp "$binary" "$temporary/movies"
place 755 "$temporary/movies" "$program"
place 644 "$temporary/manual" "$manual"
for shell in bash zsh fish; do
  "$binary" completions $shell > "$temporary/$shell"
  case $shell in
    bash) file=$for_bash ;;
    zsh) file=$for_zsh ;;
    fish) file=$for_fish ;;
  esac
  place 644 "$temporary/$shell" "$file"
done

if $units; then
  # Quoted for systemd.
  path=$(printf '%s' "$prefix/bin" | sed 's/[\\"]/\\&/g; s/%/%%/g'):/usr/local/bin:/usr/bin:/bin
  cat > "$temporary/service" << END
[Unit]
Description=Backup of the movie catalog
Documentation=man:movies(1)

[Service]
Type=oneshot
Environment="PATH=$path"
# For another catalog, override this with 'systemctl --user edit movies-backup.service': add a line
# with Environment=MOVIES_DB=<file> and one with ReadWritePaths=<its directory>.
# The number of backups to keep.
Environment=KEEP=14
# The directory of the backups: ~/.local/state/movies-backup, or ~/.config/movies-backup before
# systemd 254. The files are named by date. A problem of the catalog ends the service before it
# replaces or deletes one.
StateDirectory=movies-backup
StateDirectoryMode=0700
ExecStart=/bin/sh -ec 'movies doctor --quiet > /dev/null; \\
  cd "\$\$STATE_DIRECTORY"; movies backup --quiet --force "\$\$(date +%%F).db"; \\
  ls ????-??-??.db | head -n "-\$\$KEEP" | xargs -r rm --'

# Not here: options that drop capabilities, which a user does not have, and some kernels do not let
# a user drop. Where users cannot create namespaces, the service ends with status 217: override
# PrivateUsers= with 'no'.
PrivateUsers=yes
ProtectSystem=strict
ProtectHome=read-only
# An interrupted change is rolled back, as by any command.
ReadWritePaths=-%h/.local/share/movies
PrivateTmp=yes
PrivateNetwork=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
KeyringMode=private
NoNewPrivileges=yes
RestrictAddressFamilies=none
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
UMask=0077
END
  cat > "$temporary/timer" << 'END'
[Unit]
Description=Backup of the movie catalog every night
Documentation=man:movies(1)

[Timer]
OnCalendar=*-*-* 03:15
# After the next start, if the machine was off.
Persistent=true

[Install]
WantedBy=timers.target
END
  place 644 "$temporary/service" "$service"
  place 644 "$temporary/timer" "$timer"
fi
printf 'installed %s\n' "$version"

[ -z "${DESTDIR:-}" ] || exit 0
if $units; then
  echo "To back up your catalog every night, run: systemctl --user enable --now movies-backup.timer"
fi
quoted=\'$(printf '%s' "$prefix" | sed "s/'/'\\\\''/g")\'
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *)
    echo "'$prefix/bin' is not in your PATH. Add this line to the profile of your shell and log in again:"
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
      printf '%s\n' "For completions in zsh, add these lines to ~/.zshrc, the first one before any 'compinit':" \
        "  fpath=($quoted/share/zsh/site-functions \$fpath)" "  autoload -Uz compinit && compinit"
    fi
    ;;
esac
