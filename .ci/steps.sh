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

# beside <name> <command ...>: begins a command that runs during the next steps; joined <name> waits for it, and prints its output.
declare -A begun=()
beside() {
  "${@:2}" >"$scratch/$1.log" 2>&1 &
  begun[$1]=$!
}

joined() {
  local code=0
  wait "${begun[$1]}" || code=$?
  cat "$scratch/$1.log"
  unset "begun[$1]"
  return "$code"
}

finish() {
  local code=$?
  for name in "${!begun[@]}"; do
    kill "${begun[$name]}" 2>/dev/null || true
    printf '\n== %s, which was not waited for\n' "$name"
    tail -n 40 "$scratch/$name.log" || true
  done
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
    const again = runs.flatMap((run) => run.passedAgain ?? []);
    if (again.length > 0) console.log("\npassed in a second run alone:\n  " + again.join("\n  "));
    console.log(`\n${sum("numPassedTests")} passed, ${sum("numFailedTests")} failed`);
  ' "$scratch/runs" "$code"
  rm -rf "$scratch"
  exit "$code"
}
trap finish EXIT

# counted <name> <command ...>: a run of vitest that counts. Up to three files that fail run once more, by themselves: a busy machine makes
# one test of thousands late. They are named, and a test that is named often is a defect.
counted() {
  local name=$1 report="$scratch/runs/$1.json" files word previous= command=()
  shift
  if "$@" --reporter=default --reporter=json --outputFile.json="$report"; then return; fi
  mapfile -t files < <(node .ci/second-run.mjs files "$report")
  if [ ${#files[@]} -eq 0 ]; then return 1; fi
  printf '\nSecond run, by itself: %s\n' "${files[@]}"
  # Vitest runs what any of its paths has, so the files replace those of the first run.
  for word in "$@"; do
    if [[ $word != test/* || $previous == --root ]]; then command+=("$word"); fi
    previous=$word
  done
  "${command[@]}" "${files[@]}" --maxWorkers=1 --reporter=default --reporter=json --outputFile.json="$scratch/second-$name.json" || return 1
  node .ci/second-run.mjs count "$report"
}

# tests <name> <argument ...>: a counted run of vitest.
tests() { counted "$1" npx vitest run "${@:2}"; }

install_packages() {
  step 'install'
  npm ci --no-audit --no-fund
}

