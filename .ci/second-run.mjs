// For .ci/steps.sh: `files <report>` prints the files that failed in a run of vitest, or nothing if a second run cannot tell more;
// `count <report>` counts their tests as passed, and keeps their names.
import { readFileSync, writeFileSync } from 'node:fs';

/** More files than this do not fail for want of time. */
const FILES = 3;

const [mode, path] = process.argv.slice(2);
const report = readReport();
const failed = report.testResults.filter(({ status }) => status === 'failed');

if (mode === 'files') {
  if (failed.length <= FILES) for (const { name } of failed) process.stdout.write(`${name}\n`);
} else {
  const names = failed.flatMap(({ name, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    return tests.length === 0 ? [name] : tests.map(({ fullName }) => `${name}: ${fullName}`);
  });
  const { numPassedTests, numFailedTests } = report;
  const counts = { numPassedTests: numPassedTests + numFailedTests, numFailedTests: 0 };
  writeFileSync(path, JSON.stringify({ ...report, ...counts, passedAgain: names }));
}

/** The report of a run; one without files if the run ended before it wrote one. */
function readReport() {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { testResults: [] };
  }
}
