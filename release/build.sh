#!/usr/bin/env bash
# Builds what is released for one platform: the archive, its checksum, and a krew manifest that has it.
#
#   release/build.sh [TARGET]
#
# TARGET is a target of rustc, by default that of this machine; *-linux-musl gives a static program. The files go to
# DIST (default: dist). With BINARY=FILE that program is packed instead of a new one.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:-$(rustc -vV | sed -n 's/^host: //p')}
dist=${DIST:-dist}
suffix=
case $target in
  x86_64-*) arch=amd64 ;;
  aarch64-*) arch=arm64 ;;
  *) echo "nothing is released for $target" >&2; exit 2 ;;
esac
case $target in
  *-linux-*) os=linux ;;
  *-apple-darwin) os=darwin ;;
  *-windows-*) os=windows suffix=.exe ;;
  *) echo "nothing is released for $target" >&2; exit 2 ;;
esac

if [ -z "${BINARY:-}" ]; then
  cargo build --release --locked --target "$target"
  BINARY=${CARGO_TARGET_DIR:-target}/$target/release/kubectl-ds$suffix
fi
case $target in
  *-musl)
    if command -v readelf >/dev/null && readelf -d "$BINARY" | grep -q NEEDED; then
      echo "$BINARY is not static" >&2
      exit 1
    fi
    ;;
esac

files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
cp "$BINARY" "$files/kubectl-ds$suffix"
cp LICENSE "$files"
cp -R completions "$files"
mkdir -p "$dist"
archive=kubectl-ds-$os-$arch.tar.gz
# macOS would add files of its own.
COPYFILE_DISABLE=1 tar -C "$files" -czf "$dist/$archive" "kubectl-ds$suffix" LICENSE completions
if command -v sha256sum >/dev/null; then
  (cd "$dist" && sha256sum "$archive" >"$archive.sha256")
else
  (cd "$dist" && shasum -a 256 "$archive" >"$archive.sha256")
fi
release/manifest.sh "$dist" >"$dist/krew-manifest.yaml"
echo "kubectl krew install --manifest=$dist/krew-manifest.yaml --archive=$dist/$archive"
