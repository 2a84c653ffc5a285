import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { applyFixes } from '../../../src/build/project/apply-fixes.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { applyEdits, keepSyntax } from '../../../src/build/project/sound-edits.ts';
import { directiveNames } from '../../../src/directives/vocabulary.ts';
import type { BaseDocument } from '../../../src/shared/contract/base-document.ts';
import type { Operation, SecurityRequirement } from '../../../src/shared/contract/operation.ts';
import { securityOf } from '../../../src/shared/contract/operation.ts';
import { alternativesOf, isAsStrict } from '../../../src/shared/contract/security-requirements.ts';
import { getOrAdd } from '../../../src/shared/contract/get-or-add.ts';
import { scratch } from '../../support/build.ts';
import { compile } from '../compiler/compile.ts';

const DOCUMENT = `
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
security: []
`;
const DEFINITIONS = [{ path: 'openapi.yaml', text: DOCUMENT }];
const HANDLER = 'export default (ctx, next) => next();\n';

interface Fixed {
  readonly line: string;
  readonly text: string;
  readonly before: readonly Diagnostic[];
  readonly after: readonly Diagnostic[];
}

/** Compiles files, and applies one fix of each after the other, as `check --fix` does. */
function fixedAll(file: string, texts: readonly string[]): Omit<Fixed, 'line'>[] {
  const now = new Map(texts.map((text, i) => [`d${i}/${file}`, text]));
  const others = texts.map((_, i) => [`d${i}/other@get.ts`, `/** It. */\n${HANDLER}`] as const);
  const diagnosticsOf = (): Map<string, Diagnostic[]> => {
    const { diagnostics } = compile(Object.fromEntries([...now, ...others]), { definitions: DEFINITIONS });
    const found = new Map<string, Diagnostic[]>();
    for (const each of diagnostics) {
      const path = each.at.source.file.replace(/^app\/operations\//, '');
      getOrAdd(found, path, (): Diagnostic[] => []).push(each);
    }
    return found;
  };
  const before = diagnosticsOf();
  let after = before;
  for (let round = 0; round < 6; round++) {
    let isChanged = false;
    for (const [path, text] of now) {
      const edits = (after.get(path) ?? [])
        .toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
        .map(({ fix }) => fix?.edits ?? [])
        .find(([first]) => first?.at.source.text === text);
      if (edits === undefined || !keepSyntax(edits)) continue;
      now.set(path, applyEdits(text, edits));
      isChanged = true;
    }
    if (!isChanged) break;
    after = diagnosticsOf();
  }
  return [...now].map(([path, text]) => ({ text, before: before.get(path) ?? [], after: after.get(path) ?? [] }));
}

const fixedLines = (file: string, lines: readonly string[]): Fixed[] =>
  fixedAll(file, lines.map(commented)).map((each, i) => ({ ...each, line: lines[i]! }));

const commented = (line: string): string => `/**\n * It.\n * ${line}\n */\n${HANDLER}`;
const lineIn = (text: string): string => /^ \* It\.\n \* (.*)$/m.exec(text)![1]!;
const hasError = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity }) => severity === 'error');

const PATHS = ['one@get.ts', '_middleware.ts'];

/** A value glued to the name of a directive, or behind it, with signs that other tools have around it. */
const glued = (name: string, value: string): string[] => [
  ...['(', '{', ':', '=', '.', '@', '"', '<', '()'].flatMap((sign) => [
    `@${name}${sign}${value}`,
    `@${name} ${sign}${value})`,
  ]),
  ...[')', ';', ',', '"', ');'].flatMap((end) => [`@${name} ${value}${end}`, `@${name}(${value}${end}`]),
];
const cases = (name: string): string[] => [
  name,
  name.toUpperCase(),
  name[0]!.toUpperCase() + name.slice(1),
  name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
];

describe('fixes of a misspelled guard', () => {
  const spellings = [
    ...cases('security'),
    'auth',
    'secured',
    'authorize',
    'roles',
    'UseGuards',
    'oauth',
    'ApiBearerAuth',
  ];
  it.each([...new Set(spellings)])('leave an error or make the line of @%s', (name) => {
    const lost = PATHS.flatMap((path) =>
      ['token admin', 'tokn'].flatMap((value) => {
        const meant = value.includes('admin') ? '@security token admin' : '@security token';
        return fixedLines(path, glued(name, value))
          .filter(({ text, after }) => !hasError(after) && lineIn(text) !== meant)
          .map(({ text, line }) => [path, line, lineIn(text)]);
      }),
    );
    expect(lost).toEqual([]);
  });

  it.each([
    ['@security(token)', '@security token'],
    ['@security(token admin)', '@security token admin'],
    ['@security{token}', '@security token'],
    ['@security:token', '@security token'],
    ['@security: token', '@security token'],
    ['@security=token', '@security token'],
    ['@security.token', '@security token'],
    ['@security@token', '@security token'],
    ['@security token;', '@security token'],
    ['@security token admin)', '@security token admin'],
    ['@security token (admin)', '@security token admin'],
    ['@security(token, key)', '@security token, key'],
    ['@Security("token")', '@security token'],
    ['@auth(token)', '@security token'],
    ['@securitytoken', '@security token'],
    ['@securityScheme token', '@security token'],
    ['@security-token admin', '@security token admin'],
    ['@SecurityRequirement(name = "token")', '@security token'],
    ['@oauth token', '@security token'],
    ['@restricted', undefined],
    ['@ApiBearerAuth()', undefined],
    ['@security_token token', undefined],
    ['@security(none)', undefined],
    ['@security(token),', undefined],
    ['@security(other)', undefined],
  ])('%s becomes %s', (line, meant) => {
    for (const path of PATHS) {
      const [{ text, before, after }] = fixedLines(path, [line]) as [Fixed];
      expect([path, hasError(before), hasError(after)]).toEqual([path, true, meant === undefined]);
      expect(meant ?? lineIn(text)).toBe(lineIn(text));
    }
  });
});

/** A guard behind another directive, where it is plain text. */
const GUARDS = [
  '@security token',
  '@security token admin',
  '@auth token',
  '@rate-limit 5 per minute',
  'Requires: @security token',
  '＠security token',
  '@ security token',
  '`@security token`',
  '- @security token',
  'security: token',
  'auth: token',
  'authorization: token',
  'roles: admin',
  'Access: only admins',
  'only for admins',
];
const CARRIERS = [
  '@get',
  '@delete',
  '@etag',
  '@etag none',
  '@idempotent',
  '@idempotent none',
  '@cache 1h',
  '@internal',
];

describe('fixes of a line with a guard in its text', () => {
  it.each(CARRIERS)('keep the guard of %s, on its line and on the next one', (carrier) => {
    const lines = GUARDS.flatMap((guard) => [`${carrier} ${guard}`, `${carrier}\n * ${guard}`, `${carrier}: ${guard}`]);
    for (const path of ['one@get.ts', 'one@post.ts', 'one@delete.ts', '_middleware.ts']) {
      const lost = fixedLines(path, lines)
        .filter(({ text, line, before, after }) => {
          const guard = GUARDS.find((each) => line.endsWith(each))!;
          // On its own line, a directive is read, and gets its right name.
          const isRead = /\n \* @(?:security token|rate-limit 5 per)/.test(text);
          return !isRead && (!text.includes(guard) || (before.length > 0 && after.length === 0));
        })
        .map(({ line, text }) => [path, line, text]);
      expect(lost).toEqual([]);
    }
  });

  it('still remove other text', () => {
    const texts = ['@get /pets/{id}', '@get all pets', '@delete pets'].map(
      (line) => fixedLines('one.ts', [line])[0]!.text,
    );
    expect(texts.map(lineIn)).toEqual(['@get', '@get', '@delete']);
  });
});

describe('fixes of lines with the value none', () => {
  const names = ['requires', 'roles', 'permissions', 'scopes', 'guard', 'adminOnly', 'isAdmin', 'authorize', 'secured'];
  it.each([...names, 'auth', 'oauth', 'securityScheme'])('write no line that lets everyone in for @%s', (name) => {
    for (const value of ['none', 'none of the admin rights', '"none"']) {
      const [{ text, line, after }] = fixedLines('one@get.ts', [`@${name} ${value}`]) as [Fixed];
      expect([lineIn(text), after.length > 0]).toEqual([line, true]);
      expect(after.map(({ message }) => message).join('\n')).not.toMatch(/write "@security none"/i);
    }
  });
});

describe('fixes of other directives', () => {
  it.each([...directiveNames({}), 'x-plan', 'throttle', 'RateLimit'])('keep @%s, or an error', (name) => {
    const value = name === 'rate-limit' ? '5 per minutes' : '{string} a';
    const lines = [...new Set(cases(name))].flatMap((spelling) => glued(spelling, value));
    const lost = fixedLines('one@get.ts', lines)
      .filter(({ before, after }) => hasError(before) && !hasError(after))
      .filter(({ after }) => after.some(({ code }) => code === 'unknown-directive'))
      .map(({ text, line }) => [line, lineIn(text)]);
    expect(lost).toEqual([]);
  });
});

it('A fix that removes a sign between two words leaves a space', () => {
  expect(fixedLines('one@get.ts', ['@x-plan:gold']).map(({ text }) => lineIn(text))).toEqual(['@x-plan gold']);
});

const whoMayCall = (contract: Operation, document: BaseDocument): readonly SecurityRequirement[] =>
  alternativesOf(securityOf(contract, document));
/** The diagnostics of guards in text that no fix corrects. */
const unfixed = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics
    .filter(({ code, fix }) => fix === undefined && /^(?:inline-directive|unclosed-fence|stray-guard)$/.test(code))
    .map(({ code, at }) => `${code} ${at.source.text.slice(at.span.start, at.span.end)}`);

describe('fixes of the trees with mistakes', () => {
  const fixtures = join(import.meta.dirname, '../../fixtures/bad');
  const names = readdirSync(fixtures).filter((name) => !existsSync(join(fixtures, name, 'package.json')));
  it.each(names)('make nothing of %s that is less than an error', (name) => {
    const root = scratch();
    cpSync(join(fixtures, name), root, { recursive: true });
    const project = locateProject(resolveOptions(), root);
    const linesOf = (): string[] =>
      createSession(project)
        .compile()
        .diagnostics.filter(({ code }) => code === 'unknown-directive' || code === 'syntax-error')
        .map(({ code, at }) => `${code} ${at.source.text.slice(at.span.start, at.span.end)}`);
    const before = linesOf();
    applyFixes(project);
    expect(linesOf().filter((line) => !before.includes(line))).toEqual([]);
  });

  it.each(names)('let in no more clients, and keep what is reported about guards: %s', (name) => {
    const root = scratch();
    cpSync(join(fixtures, name), root, { recursive: true });
    const project = locateProject(resolveOptions(), root);
    const before = createSession(project).compile();
    applyFixes(project);
    const after = createSession(project).compile();
    const now = new Map(after.operations.map((each) => [each.contract.id, whoMayCall(each.contract, after.document)]));
    const schemes = Object.keys(before.document.components?.securitySchemes ?? {});
    const opened = before.operations
      .map(({ contract }) => ({ contract, who: whoMayCall(contract, before.document) }))
      .filter(({ contract: { id }, who }) => now.has(id) && !isAsStrict(now.get(id)!, who))
      // A misspelled scheme gets its right name.
      .filter(({ who }) => who.flatMap((each) => Object.keys(each)).every((scheme) => schemes.includes(scheme)))
      .map(({ contract: { id } }) => id);
    expect(opened).toEqual([]);
    expect(unfixed(before.diagnostics).filter((line) => !unfixed(after.diagnostics).includes(line))).toEqual([]);
  });
});

it('A fix that would break the code is not applied', () => {
  const guard = 'const isMember = async (org, ctx) => ctx.auth.orgs.includes(org);\n';
  const call =
    'export default async (ctx) => {\n  if (!["a"].every((org) => isMember(org, ctx))) ctx.throw(403);\n  return [];\n};\n';
  const code = `${guard}/** It.\n * @returns {string[]} All\n * @throws 403\n */\n${call}`;
  const { text, before, after } = fixedAll('one@get.ts', [code])[0]!;
  expect(before.map((each) => [each.code, each.fix])).toEqual([['ineffective-guard', undefined]]);
  expect([text, after.map((each) => each.code)]).toEqual([code, ['ineffective-guard']]);
});

it.each(['unauthorized', 'unauthorize', 'notAuthorized', 'deauthorize', 'nonAuthorized', 'disauthorize'])(
  'A function %s does not become authorize',
  (name) => {
    const code = `/** It. */\n${HANDLER}export function ${name}(ctx) {\n  return ctx.get('x') !== 'ok';\n}\n`;
    for (const path of PATHS) {
      const { text, after } = fixedAll(path, [code])[0]!;
      expect([text, hasError(after)]).toEqual([code, true]);
      expect(after.map(({ message }) => message).join('\n')).not.toContain('Did you mean');
    }
  },
);

it('A function that its file uses keeps its name', () => {
  const guard = "export function authorise(ctx) {\n  return ctx.get('x') === 'ok';\n}\n";
  const code = `/** It. */\n${HANDLER}${guard}`;
  expect(fixedAll('one@get.ts', [code])[0]!.text).toBe(code.replace('authorise', 'authorize'));
  const used = `${code}export const check = (ctx) => authorise(ctx);\n`;
  expect(fixedAll('one@get.ts', [used])[0]!.text).toBe(used);
});

it('A guard that is the only export does not become the handler', () => {
  const code = "/** It. */\nexport function authorize(ctx) {\n  return ctx.get('x') === 'ok';\n}\n";
  const { text, after } = fixedAll('one@get.ts', [code])[0]!;
  expect([text, after.map((each) => each.code)]).toEqual([code, ['authorize-handler']]);
});

it.each([
  ['const a = isA(ctx) ** 2;\n', 10, 'await ', false],
  ['const run = () => isA(ctx);\n', 18, 'await ', false],
  ['const run = async () => isA(ctx);\n', 24, 'await ', true],
  ['const run = () => isA(ctx;\n', 18, 'await ', true],
])('keeps the syntax of code, unless it is wrong before: %#', (code, start, text, isKept) => {
  const source = { file: 'one.ts', text: code };
  expect(keepSyntax([{ at: { source, span: { start, end: start } }, text }])).toBe(isKept);
});
