import { expect, describe, it } from 'vitest';
import { CASES, HELPERS } from '../../support/commonjs.ts';
import { startDev, VITES } from './server.ts';

const operation = (text: string): string => `/** @returns {object} It */\n${text}\n`;

describe.each(VITES)('CommonJS in the dev server of %s', (_name, vite) => {
  it('answers as it does in Node', async () => {
    const files = CASES.map(({ text, extension = 'cjs' }, i) => {
      // No two operations of one tree may have the same name.
      return [`app/operations/case${i}.${extension}`, text.replaceAll(/\blist\b/g, `list${i}`)] as const;
    });
    const dev = await startDev(vite, { ...HELPERS, ...Object.fromEntries(files) });
    const found: unknown[] = [];
    for (const [i, { title }] of CASES.entries()) {
      const { status, body } = await dev.ask(`/case${i}`);
      found.push([title, status === 200 ? JSON.parse(body) : body]);
    }
    expect(found).toEqual(CASES.map(({ title, result }) => [title, result]));
  });

  it('evaluates helpers that require others, and takes up their changes', async () => {
    const dev = await startDev(vite, {
      'app/operations/_a.cjs': "const { b } = require('./_b.cjs');\nexports.a = () => ['a', ...b()];",
      'app/operations/_b.cjs': "module.exports = { b: () => ['b1'], c: 'c' };",
      'app/operations/_plain.js': "const { c } = require('./_b.cjs');\nexports.plain = c;",
      'app/operations/one.cjs': operation("const { a } = require('./_a.cjs');\nmodule.exports = () => ({ all: a() });"),
      'app/operations/two.ts': operation(
        "import whole, { a } from './_a.cjs';\nimport { plain } from './_plain.js';\nexport default () => ({ all: [...a(), whole.a === a, plain] });",
      ),
    });
    expect(await dev.ask('/one')).toMatchObject({ status: 200, body: '{"all":["a","b1"]}' });
    expect(await dev.ask('/two')).toMatchObject({ status: 200, body: '{"all":["a","b1",true,"c"]}' });
    await dev.write({ 'app/operations/_b.cjs': "module.exports = { b: () => ['b2'], c: 'd' };" });
    await dev.until('/one', (_, body) => body === '{"all":["a","b2"]}');
    await dev.until('/two', (_, body) => body === '{"all":["a","b2",true,"d"]}');
    expect(dev.log).toEqual([]);
  });
});
