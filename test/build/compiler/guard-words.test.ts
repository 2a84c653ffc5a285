import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/build/compiler/diagnostics/diagnostic.ts';
import { brief, compile, textAt } from './compile.ts';

const HANDLER = 'export default (ctx, next) => next();\n';

/** The diagnostics of one line in the comment of an operation. */
const ofOperation = (line: string, code = HANDLER): readonly Diagnostic[] =>
  compile({ 'one.ts': `/** It.\n * ${line}\n */\n${code}` }).diagnostics;

/** The same in the comment of a `_middleware` file. */
const ofDirectory = (line: string, code = HANDLER): readonly Diagnostic[] =>
  compile({ '_middleware.ts': `/** It.\n * ${line}\n */\n${code}`, 'one.ts': `/** It. */\n${HANDLER}` }).diagnostics;

const shortly = (diagnostics: readonly Diagnostic[]): string[][] =>
  diagnostics.map((each) => [each.severity, ...brief(each)]);

describe('a directive that requires something in other tools', () => {
  it.each([
    'roles',
    'role',
    'Roles',
    'permission',
    'permissions',
    'guard',
    'UseGuards',
    'login',
    'login-required',
    'loginRequired',
    'scope',
    'scopes',
    'acl',
    'policy',
    'requiresAuth',
    'requiredPermission',
    'min-role',
    'needsRole',
    'requireRole',
  ])('@%s is an error', (name) => {
    const reports = [['error', 'unknown-directive', `@${name}`]];
    expect(shortly(ofOperation(`@${name} admin`))).toEqual(reports);
    expect(shortly(ofDirectory(`@${name} admin`))).toEqual(reports);
    const [{ message, fix }] = ofOperation(`@${name} admin`) as [Diagnostic];
    expect(message).toContain('Write "@security"');
    expect(fix?.edits.map(({ text }) => text)).toEqual(['security']);
  });

  it.each(['scoped', 'ruler', 'loggedAt', 'before', 'can'])("@%s doesn't, so it is a warning", (name) => {
    expect(ofOperation(`@${name} admin`).map(({ severity }) => severity)).toEqual(['warning']);
    expect(ofDirectory(`@${name} admin`).map(({ severity }) => severity)).toEqual(['warning']);
  });

  it.each(['token', 'admin', 'authentication', 'token - Only for members', '{token}', '`token`'])(
    '@requires %s is a warning',
    (value) => {
      const reports = [['warning', 'misplaced-directive', '@requires']];
      expect(shortly(ofOperation(`@requires ${value}`))).toEqual(reports);
      expect(shortly(ofDirectory(`@requires ${value}`))).toEqual(reports);
      const [{ message, fix }] = ofOperation(`@requires ${value}`) as [Diagnostic];
      const line = `@security ${/\w+/.exec(value)![0]}`;
      expect(message).toContain(`write "${line}"`);
      expect(fix?.edits.map(({ at, text }) => [textAt(at), text])).toEqual([[`@requires ${value}`, line]]);
    },
  );

  it('takes @requires with a scheme and a scope for access', () => {
    const [{ message, fix }] = ofOperation('@requires token:admin') as [Diagnostic];
    expect(message).toContain('write "module:token". To require credentials, write "@security token admin"');
    expect(fix?.edits.map(({ at, text }) => [textAt(at), text])).toEqual([
      ['@requires token:admin', '@security token admin'],
    ]);
  });

  it.each([
    ['module:books', HANDLER],
    ['node:fs', HANDLER],
    ['fs', HANDLER],
    ['./books', HANDLER],
    ['../_books.ts', HANDLER],
    ['@koa/router', HANDLER],
    ['books.js', HANDLER],
    ['{@link module:books}', HANDLER],
    ['lodash', `${HANDLER}import { pick } from 'lodash';\n`],
    ['lodash - For its pick', `${HANDLER}import { pick } from 'lodash/fp';\n`],
    ['books', `${HANDLER}import { books } from './_data.ts';\n`],
    ['books', `${HANDLER}import * as all from '../../_books.ts';\n`],
    ['books', `${HANDLER}const b = require('./_books');\n`],
    ['', HANDLER],
  ])('@requires %s names a module', (value, code) => {
    expect(ofOperation(`@requires ${value}`, code)).toEqual([]);
    expect(ofDirectory(`@requires ${value}`, code)).toEqual([]);
  });

  it('A comment of another function is not checked in a _middleware file', () => {
    const text = `${HANDLER}/**\n * Loads a user.\n * @requires token\n */\nfunction load() {}\n`;
    expect(compile({ '_middleware.ts': text, 'one.ts': `/** It. */\n${HANDLER}` }).diagnostics).toEqual([]);
  });
});
