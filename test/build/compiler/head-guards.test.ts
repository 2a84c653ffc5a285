import { describe, expect, it } from 'vitest';
import { brief, compile } from './compile.ts';

const HEAD = '/** The headers.\n * @returns {void} 200 */\nexport default () => {};\n';
const GUARD = 'export const authorize = () => false;';
const OPENAPI = {
  path: 'openapi.yaml',
  text: 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }',
};
const get = (lines: string, code = ''): string =>
  `/** A report.\n * ${lines}\n * @returns {string} It */\nexport default () => 'a';\n${code}`;
const head = (line: string, code = ''): string => HEAD.replace('200 */', `200\n * ${line} */`) + code;

/** The warnings about guards of a tree. */
function found(files: Record<string, string>): string[][] {
  const { diagnostics } = compile(files, { definitions: [OPENAPI] });
  return diagnostics.map((each) => brief(each)).filter(([code]) => code === 'unguarded-path');
}

describe('An operation for HEAD without the guards of the one for GET', () => {
  it.each<[string, string, string]>([
    ['@security', get('@security token'), 'Declare the operation\'s own "@security".'],
    ['authorize', get('', GUARD), 'Declare the operation\'s own "authorize".'],
    [
      '@security and authorize',
      get('@security token', GUARD),
      'Declare the operation\'s own "@security" and "authorize".',
    ],
    ['@rate-limit', get('@rate-limit 5 per minute per address'), 'Declare the operation\'s own "@rate-limit".'],
  ])('A missing %s of the GET is a warning', (_guard, text, remedy) => {
    const { diagnostics } = compile({ 'report.ts': text, 'report@head.ts': HEAD }, { definitions: [OPENAPI] });
    const warning = diagnostics.find(({ code }) => code === 'unguarded-path');
    expect(warning).toMatchObject({
      severity: 'warning',
      at: { source: { file: expect.stringContaining('report@head.ts') as string } },
    });
    expect(warning!.message).toContain(`of report.ts does not apply to "HEAD /report". ${remedy}`);
  });

  it('A missing guard is found if the parameters of the paths have other names', () => {
    const param = (name: string): string => `@param {string} ${name} - It`;
    const files = {
      'pets/{id}@get.ts': get(`${param('id')}\n * @security token`),
      'pets/{pet_id}@head.ts': head(param('pet_id')),
    };
    expect(found(files)).toHaveLength(1);
  });

  it('A missing guard is found if only some URLs of the paths are the same', () => {
    const id = '@param {string} id - It';
    const files = { 'users/{id}@get.ts': get(id), 'users/root@get.ts': get('@security token') };
    expect(found({ ...files, 'users/{id}@head.ts': head(id) })).toHaveLength(1);
    expect(found({ ...files, 'users/{id}@head.ts': head(`${id}\n * @security token`) })).toEqual([]);
    expect(found({ ...files, 'users/{id}@head.ts': head(id), 'users/root@head.ts': head('@security token') })).toEqual(
      [],
    );
  });

  it('A line that requires less than the one of the GET is a warning', () => {
    const files = { 'report@get.ts': get('@security token admin'), 'report@head.ts': head('@security token') };
    expect(found(files)).toHaveLength(1);
    expect(found({ ...files, 'report@head.ts': head('@security token (weaker)') })).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['the guards of its own', { 'report@get.ts': get('@security token'), 'report@head.ts': head('@security token') }],
    ['everyone by its own line', { 'report@get.ts': get('', GUARD), 'report@head.ts': head('@security none') }],
    ['a GET for everyone', { 'report@get.ts': get('@security none'), 'report@head.ts': HEAD }],
    ['guards of another path', { 'report@get.ts': get('@security token'), 'other@head.ts': HEAD }],
    ['guards of another method', { 'report@put.ts': get('@security token'), 'report@head.ts': HEAD }],
    ['a webhook', { '../webhooks/report@get.ts': get('@security token'), 'report@head.ts': HEAD }],
    [
      'guards of the directory',
      { 'a/_middleware.ts': `/** @security token */\n${GUARD}`, 'a/b@get.ts': get(''), 'a/b@head.ts': HEAD },
    ],
  ])('Accepts %s', (_case, files) => {
    expect(found(files)).toEqual([]);
  });
});
