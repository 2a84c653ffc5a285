import { expect, it } from 'vitest';
import { compile } from '../compiler/compile.ts';
import { declarationsOf, operation } from '../codegen/declarations.ts';
import { documentOf } from '../../docs/examples.ts';

const GUARD = '/** @throws 404 - Not there */\nexport const authorize = () => true;';

it('documents the 403 of authorize, and what its file throws, for the operations below', () => {
  const { paths } = documentOf(
    compile({
      'orgs/_middleware.ts': GUARD,
      'orgs/a.ts': operation('@returns {string} It'),
      'orgs/b.ts': operation('@security none', '@returns {string} It', '@throws 403 - Own text'),
      'other.ts': operation('@returns {string} It'),
    }),
  );
  const responses = (path: string): Record<string, unknown> => paths![path]!.get!.responses as Record<string, unknown>;
  expect(Object.keys(responses('/orgs/a'))).toEqual(['200', '403', '404']);
  expect(responses('/orgs/a')['403']).toEqual({ $ref: '#/components/responses/Forbidden' });
  expect(Object.keys(responses('/orgs/b'))).toEqual(['200', '403', '404']);
  expect(responses('/orgs/b')['403']).toMatchObject({ description: 'Own text' });
  expect(Object.keys(responses('/other'))).toEqual(['200']);
});

it('authorize gives clients the type of the 403', () => {
  const types = declarationsOf({
    'app/operations/orgs/_middleware.ts': 'export const authorize = () => true;',
    'app/operations/orgs/a.ts': operation('@returns {string} It'),
    'app/operations/other.ts': operation('@returns {string} It'),
  });
  const [, orgs, other] = types.split(/errors: /);
  expect(orgs).toMatch(/^\{\s*"?403"?: \{ problem: [\w.]+ \}/);
  expect(other).toMatch(/^\{\}/);
});
