#!/usr/bin/env bash
# Installs nginx and HAProxy from Debian, unless the machine has them.
set -euo pipefail

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

if ! command -v nginx >/dev/null || ! command -v haproxy >/dev/null; then
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx haproxy >&2
fi
