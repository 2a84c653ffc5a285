import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawSpeed } from './speed-chart.ts';

// Writes docs/public/speed.svg from the tables of README.md.
const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
writeFileSync(file('../docs/public/speed.svg'), drawSpeed(readFileSync(file('README.md'), 'utf8')));
