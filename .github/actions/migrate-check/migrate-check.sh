#!/usr/bin/env bash
# Downloads a release of movies, and checks catalogs with it. action.yml describes the variables FILES, VERSION,
# BASELINE, ARGS and REPOSITORY; SERVER is the URL of the server. Ends with the exit status of the check.
set -euo pipefail

fail() {
  printf '::error::%s\n' "$2"
  exit "$1"
}

version=${VERSION#v}
[[ $version =~ ^[0-9A-Za-z][0-9A-Za-z.+~-]*$ ]] || fail 64 "the input 'version' is not a version, such as 1.0.0"
[[ $REPOSITORY =~ ^[0-9A-Za-z_.-]+/[0-9A-Za-z_.-]+$ ]] || fail 64 "the input 'repository' is not <owner>/<name>"

shopt -s globstar nullglob
files=()
while IFS= read -r pattern; do
  [ -n "$pattern" ] || continue
  IFS='' # The pattern is expanded, but not split.
  # shellcheck disable=SC2206
  found=($pattern)
  unset IFS
  [ ${#found[@]} -gt 0 ] || fail 66 "no file matches a pattern of the input 'files'"
  files+=("${found[@]}")
done <<< "$FILES"
[ ${#files[@]} -gt 0 ] || fail 64 "the input 'files' names no file"

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
name=movies-$version-$(uname -m)-linux
for file in SHA256SUMS "$name.tar.gz"; do
  curl --fail --silent --show-error --location --retry 3 --proto '=https,file' --proto-redir '=https' \
    --output "$temporary/$file" "$SERVER/$REPOSITORY/releases/download/v$version/$file" ||
    fail 66 "cannot download $file of movies $version"
done
# The line of this archive must be there, and is verified before anything of it is read.
awk -v name="$name.tar.gz" '$2 == name || $2 == "*" name' "$temporary/SHA256SUMS" > "$temporary/sum"
(cd "$temporary" && sha256sum --check --strict --quiet sum) || fail 65 "$name.tar.gz is not the file in SHA256SUMS"
tar -C "$temporary" -xzf "$temporary/$name.tar.gz" "$name/bin/movies"

read -r -d '' -a options <<< "$ARGS" || true
if [ -n "$BASELINE" ]; then options+=(--baseline "$BASELINE"); fi
status=0
"$temporary/$name/bin/movies" migrate check --report "summary:$temporary/summary.md" --report github \
  "${options[@]}" -- "${files[@]}" || status=$?
if [ -e "$temporary/summary.md" ]; then cat "$temporary/summary.md" >> "$GITHUB_STEP_SUMMARY"; fi
exit "$status"
