import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';

const HANDLER = '/** It. */\nexport default () => {};\n';
const WRAPS = 'export default (ctx, next) => next();\n';

const codes = (files: Readonly<Record<string, string>>): string[] =>
  compile({ 'one.ts': HANDLER, ...files }).diagnostics.map(({ code, severity }) => `${severity} ${code}`);

describe('a guard in an exported object, class or namespace', () => {
  const GUARDS = [
    'export class Guard { static authorize() {} }',
    'export class Guard { authorize = () => false; }',
    'export class OfficeGuard { canActivate() { return false; } }',
    'class Guard { static authorize() {} }\nexport { Guard };',
    'export const rules = { authorize: () => false };',
    'export const rules = { authorize() { return false; } } satisfies object;',
    'const authorized = () => false;\nexport const rules = { authorize: authorized };',
    'export namespace Rules { export function authorize() {} }',
    'export namespace Rules { export const authorize = () => false; }',
  ];
  const SETTINGS = [
    'export const route = { preHandler: isStaff };',
    'export const meta = { auth: true };',
    'export const options = { schema: {}, security: [{ token: [] }] };',
    "export const routeConfig = { roles: ['admin'] };",
  ];

  it.each([...GUARDS, ...SETTINGS])('is an error in an operation: %s', (text) => {
    expect(codes({ 'two.ts': `${HANDLER}${text}` })).toEqual(['error authorize-export']);
  });

  it.each([...GUARDS, ...SETTINGS])('is an error in a _middleware file: %s', (text) => {
    expect(codes({ '_middleware.ts': `${WRAPS}${text}` })).toEqual(['error authorize-export']);
  });

  it.each([...GUARDS, 'export default { authorize() {}, handler() {} };', 'export default class { authorize() {} }'])(
    'is a warning in a helper that no file imports: %s',
    (text) => {
      expect(codes({ '_helper.ts': text })).toEqual(['warning lost-guard']);
    },
  );

  it.each(['export default { authorize, handler };', 'export default class { authorize() {} }'])(
    'is an error as the only export of an operation or a _middleware file: %s',
    (text) => {
      expect(codes({ 'two@get.ts': `/** It. */\n${text}` })).toEqual(['error no-handler']);
      expect(codes({ '_middleware.ts': text })).toEqual(['error no-middleware']);
    },
  );

  it.each([
    'export const rules = { authorize: () => true };\nexport const authorize = () => rules.authorize();',
    "export const meta = { author: 'Ada', title: 'It' };",
    'export const prices = { roles: 5, auth: 3 };',
    'export const store = { find() {} };',
    'export interface Rules { authorize(): boolean }',
  ])('is not seen in what the file uses, or in other values: %s', (text) => {
    expect(codes({ 'two.ts': `${HANDLER}${text}` })).toEqual([]);
  });
});
