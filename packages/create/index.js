#!/usr/bin/env node
// Runs `operations init` of the version that this package depends on.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const file = createRequire(import.meta.url).resolve('unplugin-operations/package.json');
const { bin } = createRequire(import.meta.url)(file);
const { status } = spawnSync(
  process.execPath,
  [join(dirname(file), bin.operations), 'init', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
