#!/usr/bin/env bash
# Installs the runtimes that an API is tried in besides Node, where TOOLS_DIR is to point: AWS's client for Lambda functions, workerd, Deno and
# Bun, and an emulator of DynamoDB with its SDK. They are 420 MB, which is too much for development dependencies.
#   .ci/runtimes.sh <directory>
# AWS's client is compiled on the spot; the compiler and cmake are installed where they are missing (Debian, Ubuntu).
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: $0 <directory>" >&2
  exit 2
fi

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

if ! command -v cmake >/dev/null || ! command -v g++ >/dev/null || ! command -v make >/dev/null; then
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends cmake g++ make python3 >&2
fi

mkdir -p "$1"
npm install --loglevel=error --no-audit --no-fund --prefix "$1" \
  aws-lambda-ric@4.0.2 miniflare@4.20260730.0 deno@2.9.6 bun@1.4.5 \
  dynalite@4.0.0 @aws-sdk/client-dynamodb@3.1169.0 @aws-sdk/lib-dynamodb@3.1169.0
