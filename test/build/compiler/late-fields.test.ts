import { expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const found = (files: Readonly<Record<string, string>>): readonly unknown[] =>
  compile({ 'one.ts': '/** Some. */\nexport default () => {};', ...files })
    .diagnostics.filter(({ code }) => code === 'early-read')
    .map((diagnostic) => [diagnostic.severity, ...brief(diagnostic)]);

it.each(['current', 'list', 'paging'])('Middleware reads ctx.%s before next(), which sets it', (field) => {
  const text = `export default (ctx: any, next: any) => { if (ctx.${field}?.a) ctx.throw(403); return next(); };`;
  expect(found({ '_middleware.ts': text })).toEqual([['warning', 'early-read', field]]);
});

it.each(['current', 'list'])('Authorize reads ctx.%s, which is set after it', (field) => {
  const text = `/** It. */\nexport default () => {};\nexport const authorize = (ctx: any) => !ctx.${field}?.a;`;
  expect(found({ 'two.ts': text })).toEqual([['warning', 'early-read', field]]);
});

it('Authorize can read the page that the request chose', () => {
  const text = '/** It. */\nexport default () => {};\nexport const authorize = (ctx: any) => ctx.paging.limit < 9;';
  expect(found({ 'two.ts': text })).toEqual([]);
});
