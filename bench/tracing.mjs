// Node 20 does not run TypeScript: Vite's module runner does.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

await runnerImport(fileURLToPath(new URL('tracing.ts', import.meta.url)), { logLevel: 'error' });
