# Sourced by .ci/run and .ci/full: steps with their times, and test runs that are counted.
# On exit it prints the seconds of each step, and last the line "N passed, N failed", summed over the runner's own counts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
mkdir "$scratch/runs"
times=()
step_name=
step_start=0

# step <name>: ends the step before it and begins this one.
step() {
  end_step
  step_name=$1
  step_start=$SECONDS
  printf '\n== %s\n' "$1"
}

end_step() {
  if [ -n "$step_name" ]; then times+=("$(printf '%6d s  %s' $((SECONDS - step_start)) "$step_name")"); fi
  step_name=
}

finish() {
  local code=$?
  end_step
  printf '\n== seconds\n'
  if [ ${#times[@]} -gt 0 ]; then printf '%s\n' "${times[@]}"; fi
  printf '%6d s  all\n' "$SECONDS"
  node -e '
    const { readFileSync, readdirSync } = require("fs");
    const [directory, code] = process.argv.slice(1);
    const runs = readdirSync(directory).map((file) => JSON.parse(readFileSync(`${directory}/${file}`, "utf8")));
    const sum = (name) => runs.reduce((total, run) => total + run[name], 0);
    if (code !== "0") console.log("\nexit code " + code);
    console.log(`\n${sum("numPassedTests")} passed, ${sum("numFailedTests")} failed`);
  ' "$scratch/runs" "$code"
  rm -rf "$scratch"
  exit "$code"
}
trap finish EXIT

# counted <name>: the options that make a run of vitest count. They are several words.
counted() { echo "--reporter=default --reporter=json --outputFile.json=$scratch/runs/$1.json"; }

# tests <name> <argument ...>: a counted run of vitest.
tests() {
  local name=$1
  shift
  # shellcheck disable=SC2046 -- words on purpose
  npx vitest run "$@" $(counted "$name")
}

install_packages() {
  step 'install'
  npm ci --no-audit --no-fund
}

