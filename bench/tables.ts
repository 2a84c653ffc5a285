import { readFileSync, writeFileSync } from 'node:fs';
import { path } from './path.ts';
import { replaceSection, writeSections, writeSummary } from './result-tables.ts';
import { readResults } from './results.ts';
import { drawSpeed } from './speed-chart.ts';

// Writes the tables of README.md here and of the comparison, and docs/public/speed.svg from the results.
const results = readResults();
const replace = (file: string, name: string, text: string): void =>
  writeFileSync(path(file), replaceSection(readFileSync(path(file), 'utf8'), name, text));
replace('README.md', 'results', writeSections(results));
replace('../docs/start/comparison.md', 'speed', writeSummary(results));
writeFileSync(path('../docs/public/speed.svg'), drawSpeed(results.at(-1)!));
