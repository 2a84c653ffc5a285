import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../src/build/compiler/compile.ts';
import { accessText, listText } from '../../src/command/list-table.ts';

const text = '/** @returns {string} It */\nexport default function readOneOfTheReviewsOfABook() {\n  return "x";\n}\n';
const compilation = compileOperations({
  files: [
    { path: 'books/@get.ts', text: text.replace('readOneOfTheReviewsOfABook', 'list') },
    { path: 'books/{book_id}/reviews/{review_id}/answers/{answer_id}@delete.ts', text },
  ],
});
const widthOf = (shown: string): number => Math.max(...shown.split('\n').map(({ length }) => length));

describe('the list of operations', () => {
  it('fits a terminal of 100 columns, with the end of the files and of the paths', () => {
    const shown = listText(compilation, { width: 100, hasColors: false });
    expect(widthOf(listText(compilation))).toBeGreaterThan(100);
    expect(widthOf(shown)).toBeLessThanOrEqual(100);
    expect(shown).toMatch(/^GET {5}\/books /);
    expect(shown).toContain('readOneOfTheReviewsOfABook');
    expect(shown).toMatch(/\{answer_id\} .* …\S+@delete\.ts$/);
  });

  it('prints the whole list if it goes to a file, or if there is room', () => {
    const whole = listText(compilation);
    expect(whole).toContain('books/{book_id}/reviews/{review_id}/answers/{answer_id}@delete.ts');
    expect(listText(compilation, { width: 300, hasColors: false })).toBe(whole);
  });

  it('prints a color for each kind of method, which changes no column', () => {
    for (const textOf of [listText, accessText]) {
      const colored = textOf(compilation, { width: undefined, hasColors: true });
      expect(colored).toContain('\u001B[34mGET   \u001B[39m');
      expect(colored).toContain('\u001B[31mDELETE\u001B[39m');
      expect(stripVTControlCharacters(colored)).toBe(textOf(compilation));
    }
  });

  it('leaves out a guard that allows everyone', () => {
    const guard = (code: string): string => `${text}export const authorize = ${code};\n`;
    const guarded = compileOperations({
      files: [
        { path: 'a@get.ts', text: guard('() => true') },
        { path: 'b@get.ts', text: guard("(ctx) => ctx.get('X-Key') === 'k'").replace('readOne', 'read') },
      ],
    });
    const shown = accessText(guarded).split('\n');
    expect(shown).toEqual([
      expect.stringMatching(/^GET {2}\/a {2}everyone$/),
      expect.stringMatching(/^GET {2}\/b {2}everyone {2}authorized by b@get\.ts$/),
    ]);
  });
});
