import { expect, it } from 'vitest';
import { compileOperations } from '../../src/build/compiler/compile.ts';
import { diagnosticsError } from '../../src/plugin/dev/overlay.ts';

it('wraps the messages of several errors, which the overlay would cut off', () => {
  const text =
    '/**\n * Finds similar books, of which there can be several, in the order of their likeness to the one that was given.\n * @param {integr} id - The book\n * @returns {strin} It\n */\nexport default () => "x";\n';
  const { diagnostics } = compileOperations({ files: [{ path: 'books/similar/by-their-subjects.ts', text }] });
  const { frame, message } = diagnosticsError(diagnostics, '/shop');
  expect(message).toBe('2 errors in the operations');
  const lines = frame!.split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'app/operations/books/similar/by-their-subjects.ts:3:12 - error unknown-type: Unknown',
    'type "integr". Did you mean "integer"?',
    '  3 |  * @param {integr} id - The book',
    '    |            ^^^^^^',
  ]);
});
