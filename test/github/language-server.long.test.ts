import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { scratch, writeTree } from '../support/build.ts';
import { LanguageClient } from '../support/language-client.ts';
import { githubTree } from './tree.ts';

const POLL = { timeout: 20_000, interval: 2 };

/** The most memory that a process has had at once, in MiB. */
function peakOf(pid: number): number {
  const [, size] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Number(size) / 1024;
}

it.skipIf(process.platform !== 'linux')(
  'the language server stays below 250 MiB',
  async () => {
    const root = scratch(afterAll);
    const files = githubTree();
    await writeTree(root, files);
    const isTyped = (file: string): boolean => /operations\/.*\.ts$/.test(file) && files[file]!.includes('@returns {');
    const path = Object.keys(files).find(isTyped)!;
    const client = await LanguageClient.start(root);
    const text = client.textOf(path);
    const position = { position: client.positionAt(path, text.indexOf('@returns {') + '@returns {'.length) };
    for (let i = 0; i < 60; i++) {
      for (const edited of [`${text}const = ;`, text.replace('@returns {', '@returns {Zz'), text]) {
        const before = client.codes(path).join(' ');
        await client.setText(path, edited);
        await expect.poll(() => client.codes(path).join(' '), POLL).not.toBe(before);
        expect(client.codes(path).length > 0).toBe(edited !== text);
      }
      await client.request('textDocument/completion', path, position);
    }
    const peak = peakOf(client.child.pid!);
    await client.stop();
    expect(peak).toBeLessThan(250);
  },
  300_000,
);
