#!/usr/bin/env bash
# Installs Chromium where it is missing (Debian, Ubuntu), for the tests that need a browser:
#   .ci/chromium.sh && npx vitest run test/e2e
set -euo pipefail

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

if [ ! -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >&2
fi
