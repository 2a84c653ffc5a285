import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';

const HANDLER = 'export default (ctx, next) => next();\n';
const lines = (...all: string[]): string => `/**\n * It.\n${all.join('\n')}\n */\n${HANDLER}`;
const found = (path: string, text: string): unknown[] =>
  compile({ [path]: text, 'other@get.ts': `/** It. */\n${HANDLER}` }).diagnostics.map(({ code, severity, at }) => [
    code,
    severity,
    at.source.text.slice(0, at.span.start).split('\n').length,
  ]);

describe('conflict markers of git in a comment', () => {
  it.each(['one@get.ts', '_middleware.ts'])('reports them at their lines in %s', (path) => {
    const text = lines('<<<<<<< HEAD', ' * @internal', '=======', ' * @tags pets', '>>>>>>> feature');
    const errors = found(path, text).filter((each) => (each as string[])[0] === 'syntax-error');
    expect(errors).toEqual([3, 5, 7].map((line) => ['syntax-error', 'error', line]));
  });

  it.each([['<<<<<<< HEAD'], ['======='], ['>>>>>>> 1a2b3c'], ['||||||| base'], ['<<<<<<<\r']])(
    'reports %j without the others',
    (marker) => {
      expect(found('one@get.ts', lines(marker, ' * Text.'))).toContainEqual(['syntax-error', 'error', 3]);
    },
  );

  it.each([
    lines(' * =======', ' * <<<<<<< HEAD'),
    lines(' * Text.', '<<<<<<<< HEAD'),
    `/**\nIt\n=======\nText.\n*/\n${HANDLER}`,
  ])('accepts other text: %#', (text) => {
    expect(found('one@get.ts', text)).toEqual([]);
  });

  it.each(['pet.ts', 'openapi.yaml', 'Pet.yaml'])('reports errors in the definitions of %s', (path) => {
    const conflict = (text: string): string => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> feature\n`;
    const yaml = path === 'Pet.yaml' ? 'type: object\n' : 'openapi: 3.1.1\n';
    const text = path.endsWith('.ts')
      ? `/**\n * A pet.\n${conflict(' * Text.\n')} */\nexport interface Pet { name: string }\n`
      : `${yaml}${conflict('description: text\n')}`;
    const { diagnostics } = compile({ 'a@get.ts': `/** It. */\n${HANDLER}` }, { definitions: [{ path, text }] });
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  });
});
