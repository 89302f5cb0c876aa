#!/usr/bin/env bash
# Prints krew-manifest.yaml with the version of Cargo.toml and the checksums of the archives in a folder:
#
#   release/manifest.sh FOLDER
#
# A platform without a FOLDER/ARCHIVE.sha256 keeps its checksum of zeros, which krew refuses to install; with --all that is
# an error. PLUGIN=daemonset-rollout writes it for another plugin name, GITHUB_REPOSITORY=OWNER/NAME for another repository.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
all=
if [ "${1:-}" = --all ]; then
  all=1
  shift
fi
folder=${1:?the folder with the archives}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)
plugin=${PLUGIN:-ds}

manifest=$(sed \
  -e "s|github.com/kubectl-ds/kubectl-ds|github.com/${GITHUB_REPOSITORY:-kubectl-ds/kubectl-ds}|" \
  -e "s|^  version: .*|  version: v$version|" \
  -e "s|/download/v[^/]*/|/download/v$version/|" \
  -e "s|^  name: ds\$|  name: $plugin|" \
  -e "/ln -s/s|kubectl-ds|kubectl-${plugin//-/_}|" \
  -e "/ln -s/s|kubectl_complete-ds|kubectl_complete-${plugin//-/_}|" \
  -e '/^#/d' \
  "$root/krew-manifest.yaml")
while read -r archive; do
  if [ -f "$folder/$archive.sha256" ]; then
    read -r sum _ <"$folder/$archive.sha256"
    # The checksum stands in the line after the one that names the archive.
    manifest=$(sed -e "/$archive\$/{n;s|\"[0-9a-f]*\"|\"$sum\"|;}" <<<"$manifest")
  elif [ -n "$all" ]; then
    echo "$folder/$archive.sha256 is missing" >&2
    exit 1
  fi
done < <(sed -n 's|^    uri: .*/||p' <<<"$manifest")
printf '%s\n' "$manifest"
