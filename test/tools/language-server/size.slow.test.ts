import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../../../dist');
const SERVER = join('build/project', 'language-server.js');
const modules = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
const textOf = (file: string): string => readFileSync(join(dist, file), 'utf8');

it('only the language server contains the library of its protocol, and it is below 1 MB', () => {
  expect(
    modules.filter((file) => /vscode-(?:jsonrpc|languageserver)|textDocument\/didOpen/.test(textOf(file))),
  ).toEqual([SERVER]);
  expect(Buffer.byteLength(textOf(SERVER))).toBeLessThan(1_000_000);
});

it('only the command loads the language server, when it is needed', () => {
  const users = modules.filter((file) => textOf(file).includes('/language-server.js'));
  expect(users).toEqual([join('command', 'index.js')]);
  const uses = textOf(users[0]!).split('/language-server.js').slice(0, -1);
  expect(uses.filter((before) => !/import\(["'`][^"'`]*$/.test(before))).toEqual([]);
});
