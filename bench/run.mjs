// Node 20 does not run TypeScript. Vite's module runner does.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const NAMES = [
  'requests',
  'matching',
  'start',
  'compile',
  'dev',
  'tracing',
  'streams',
  'lists',
  'pairs',
  'limits',
  'deliveries',
];

/** Writes the tables and the chart from the results. */
const TABLES = 'tables';

const names = process.argv.length > 2 ? process.argv.slice(2) : NAMES;
const unknown = names.find((name) => name !== TABLES && !NAMES.includes(name));
if (unknown !== undefined) {
  console.error(`Unknown bench "${unknown}". Choose from ${[...NAMES, TABLES].join(', ')}.`);
  process.exit(2);
}
for (const name of names) {
  await runnerImport(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), { logLevel: 'error' });
}
