#!/usr/bin/env bash
# Runs a command against a throw-away PostgreSQL server, which it finds in TEST_DATABASE_URL:
#   .ci/postgresql.sh npx vitest run test/playground
# With the command in TEST_DATABASE_RESTART, a test restarts the server: only in a run of its own, as .ci/full does.
# Installs PostgreSQL where it is missing (Debian, Ubuntu). The exit code is the command's.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "usage: $0 <command> [argument ...]" >&2
  exit 2
fi

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# The server refuses to run as root.
as_owner() { if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }

# Debian keeps the server's programs out of PATH, in a directory for each version.
find_programs() {
  local initdb
  initdb=$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -n 1) || true
  if [ -z "$initdb" ]; then initdb=$(command -v initdb) || return 1; fi
  dirname "$initdb"
}

if ! programs=$(find_programs); then
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2
  programs=$(find_programs)
fi

directory=$(mktemp -d)
stop() {
  as_owner "$programs/pg_ctl" stop -D "$directory/data" -m immediate >/dev/null 2>&1 || true
  rm -rf "$directory"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
if [ "$(id -u)" = 0 ]; then chown postgres: "$directory"; fi

# A linguistic order by default, as servers often have it: a query that counts on the order of bytes has to say so.
as_owner "$programs/initdb" -D "$directory/data" -U postgres --auth=trust --encoding=UTF8 \
  --locale=C.UTF-8 --locale-provider=icu --icu-locale=en >/dev/null

for attempt in 1 2 3 4 5 6 7 8 9 10; do
  port=$((20000 + RANDOM % 40000))
  settings="-p $port -k $directory -c listen_addresses=127.0.0.1 -c fsync=off"
  if as_owner "$programs/pg_ctl" start -w -D "$directory/data" -l "$directory/log" -o "$settings" >/dev/null 2>&1; then break; fi
  if [ "$attempt" = 10 ]; then
    cat "$directory/log" >&2
    exit 1
  fi
done

# What a test runs to restart the server; with RESTART_MODE=immediate, the server crashes first.
owner=''
if [ "$(id -u)" = 0 ]; then owner='runuser -u postgres -- '; fi
export TEST_DATABASE_RESTART="cd / && $owner$programs/pg_ctl restart -w -m \${RESTART_MODE:-fast} -D $directory/data -l $directory/log"
export TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres"
echo "TEST_DATABASE_URL=$TEST_DATABASE_URL" >&2
"$@"
