import { describe, expect, it } from 'vitest';
import type { Compilation } from '../../src/compiler/compile.ts';
import { brief, compile } from './compile.ts';

/** A file with one line in its comment. */
function withLine(line: string, path = 'one.ts'): Compilation {
  return compile({ [path]: `/**\n * Some.\n * ${line}\n */\nexport default () => {};` });
}

describe('a security that is misspelled', () => {
  it.each(
    'Security SECURITY securty secruity securities secure Secured auth Auth authorize authorization authenticated'.split(
      ' ',
    ),
  )('@%s is an error', (name) => {
    const { diagnostics } = withLine(`@${name} key`);
    expect(diagnostics.map(brief)).toEqual([['misspelled-security', `@${name}`]]);
    expect(diagnostics[0]!.severity).toBe('error');
    expect(diagnostics[0]!.message).toContain('Did you mean "@security"?');
  });

  it.each(['author', 'somethingElse', 'sumary', 'service', 'authors', 'severity', 'obscurity'])(
    '@%s is none',
    (name) => {
      expect(withLine(`@${name} key`).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );
});
