import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { scratch, writeTree } from '../../support/build.ts';
import { LanguageClient } from '../../support/language-client.ts';
import { testCompletions } from './words.ts';

// A description in the style of public APIs, imported into a tree.

const root = scratch(afterAll);
const checkout = join(import.meta.dirname, '../../..');
let client: LanguageClient;
beforeAll(async () => {
  await writeTree(root, { 'package.json': '{}' });
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'));
  cpSync(join(import.meta.dirname, 'invoices.yaml'), join(root, 'invoices.yaml'));
  const program = join(checkout, 'dist/command/index.js');
  execFileSync(process.execPath, [program, 'import', 'invoices.yaml'], { cwd: root, stdio: 'pipe' });
  client = await LanguageClient.start(root);
});
afterAll(() => client.stop());

describe('an imported API', () => {
  testCompletions(() => client);
});
