#!/usr/bin/env bash
# Installs VS Code for browsers, with the version of Node that it needs, where CODE_SERVER is to point: .ci/code-server.sh <directory>
# Some of its modules are compiled on the spot; the compiler and the headers of Kerberos are installed where they are missing (Debian, Ubuntu).
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: $0 <directory>" >&2
  exit 2
fi

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

if ! dpkg -s libkrb5-dev >/dev/null 2>&1 || ! command -v g++ >/dev/null || ! command -v make >/dev/null; then
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libkrb5-dev g++ make python3 >&2
fi

mkdir -p "$1/node"
npm install --loglevel=error --no-audit --no-fund --prefix "$1/node" node@24
# The package of Node has its headers, so nothing else is downloaded to compile with.
headers=$(dirname "$(find "$1/node" -path '*/include/node/node_version.h' -print -quit)")/../..
npm_config_nodedir=$(cd "$headers" && pwd) PATH="$1/node/node_modules/node/bin:$PATH" \
  npm install --loglevel=error --no-audit --no-fund --prefix "$1" code-server@4.139.1
