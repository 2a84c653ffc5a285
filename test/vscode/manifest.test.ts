import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const extension = join(import.meta.dirname, '../../packages/vscode');
const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8')) as {
  readonly capabilities: Record<string, unknown>;
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
};
const code = readdirSync(join(extension, 'src')).map((name) => readFileSync(join(extension, 'src', name), 'utf8'));

it('the extension runs no program of a workspace that is not trusted', () => {
  expect(manifest.capabilities).toMatchObject({ untrustedWorkspaces: { supported: false }, virtualWorkspaces: false });
  expect(code.join()).not.toMatch(/isTrusted|onDidGrantWorkspaceTrust/);
});

it('each command of the extension is registered', () => {
  const registered = [...code.join().matchAll(/registerCommand\('([\w.]+)'/g)].map((match) => match[1]);
  expect(registered.sort()).toEqual(manifest.contributes.commands.map(({ command }) => command).sort());
});
