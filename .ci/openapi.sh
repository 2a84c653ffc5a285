#!/usr/bin/env bash
# Checks OpenAPI documents by other people's tools: Redocly's recommended rules must find no error and no warning, and the types that
# openapi-typescript makes must compile.
#   .ci/openapi.sh document.json ...
#   .ci/openapi.sh --types document.json ...   for documents whose sources break the rules: the types only
# openapi-typescript needs an older TypeScript than the project has, so npx fetches both.
set -euo pipefail
binaries=$(cd "$(dirname "$0")/../node_modules/.bin" && pwd)

lint=true
if [ "${1-}" = --types ]; then
  lint=false
  shift
fi
if [ $# -eq 0 ]; then
  echo "usage: $0 [--types] <document> ..." >&2
  exit 2
fi

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

# Redocly's exit code tells errors, not warnings.
lint_document() {
  "$binaries/redocly" lint --extends=recommended --format=json "$1" >"$directory/lint.json" 2>"$directory/lint.log" || true
  node -e '
    const [report, log] = process.argv.slice(1).map((file) => require("fs").readFileSync(file, "utf8"));
    if (report === "") throw new Error(log);
    const { problems } = JSON.parse(report);
    for (const { severity, ruleId, message, location } of problems) {
      console.error(`${severity} ${ruleId} ${location[0]?.pointer}: ${message}`);
    }
    process.exitCode = problems.length === 0 ? 0 : 1;
  ' "$directory/lint.json" "$directory/lint.log"
}

compile_types() {
  npx -y -p openapi-typescript@7.13.0 -p typescript@5.9.3 openapi-typescript "$1" --output "$directory/types.ts" >"$directory/types.log" 2>&1 ||
    { cat "$directory/types.log" >&2; return 1; }
  "$binaries/tsc" --noEmit --ignoreConfig --strict --target es2022 --module nodenext --types '' "$directory/types.ts"
  grep -q 'export interface paths' "$directory/types.ts"
}

for document in "$@"; do
  if [ "$lint" = true ]; then lint_document "$document"; fi
  compile_types "$document"
  echo "$document: fine"
done
