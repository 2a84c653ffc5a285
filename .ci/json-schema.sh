#!/usr/bin/env bash
# Unpacks the official JSON Schema test suite from Debian's package of it:
#   .ci/json-schema.sh <directory> && JSON_SCHEMA_SUITE=<directory>/draft2020-12 npx vitest run test/shared/json-schema
set -euo pipefail

if [ $# -ne 1 ]; then
  echo "usage: $0 <directory>" >&2
  exit 2
fi

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

package=libtest-json-schema-acceptance-perl
mkdir -p "$1"
cd "$1"
if ! apt-cache show "$package" >/dev/null 2>&1; then as_root apt-get update -qq >&2; fi
apt-get download -qq -o APT::Sandbox::User=root "$package" >&2
dpkg -x "$package"_*.deb files
rm "$package"_*.deb
ln -s files/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance/tests/draft2020-12 draft2020-12
ls draft2020-12/type.json >/dev/null
