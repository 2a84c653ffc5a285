import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { checkModule } from '../../../src/build/compiler/check-module.ts';
import { customDirectives } from '../../../src/build/project/load-directives.ts';
import { brief, compile } from './compile.ts';

const OPERATION = '/** Some. */\nexport default () => {};';

/** The findings in an operation, in a `_middleware` file and in the module of an app. */
function found(text: string): string[][] {
  const input = { cache: createCache(), custom: customDirectives('') };
  return [
    compile({ 'one.ts': `${text}\n${OPERATION}` }).diagnostics,
    compile({ 'one.ts': OPERATION, '_middleware.ts': `${text}\nexport default (ctx, next) => next();` }).diagnostics,
    checkModule({ file: 'app/api.ts', text }, input),
  ].map((all) =>
    all.flatMap((each) => (each.code === 'ineffective-guard' ? [each.severity, ...brief(each).slice(1)] : [])),
  );
}

describe('a guard in an object that has its key twice', () => {
  it.each([
    ['export const app = createApp({ security: { token: a, key: strict, key: lax } });', 'key: strict', 'key: lax'],
    ['const security: Verifiers = { key: strict(), key: lax };', 'key: strict()', 'key: lax'],
    ['createRouter({ security: strict, security: lax, log });', 'security: strict', 'security: lax'],
    ['export const by = { office: requireOffice, office: noStore };', 'office: requireOffice', 'office: noStore'],
    ['run({ office: adminOnly("x"), b, "office": noStore });', 'office: adminOnly("x")', '"office": noStore'],
    ['run({ a(ctx) { ctx.throw(403); }, a: log });', 'a(ctx) { ctx.throw(403); }', 'a: log'],
    ['run({ checkOwner: strict, ...b, checkOwner: lax });', 'checkOwner: strict', 'checkOwner: lax'],
  ])('It is lost: %s', (text, lost, by) => {
    const one = ['error', lost, by];
    expect(found(text)).toEqual([one, one, one]);
  });

  it.each([
    'run({ office: requireOffice, other: requireOffice });',
    'run({ office: requireOffice, office: requireOffice });',
    'run({ a: 1, a: 2 });',
    'run({ get office() { return requireOffice; }, set office(value) {} });',
    'run({ [office]: requireOffice, [office]: noStore });',
    'const security = { key: { scopes: 1 }, b: { key: 2 } };',
  ])('accepts %s', (text) => {
    expect(found(text)).toEqual([[], [], []]);
  });
});
