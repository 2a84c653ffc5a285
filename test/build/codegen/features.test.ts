import { describe, expect, it } from 'vitest';
import type { FeatureName } from '../../../src/build/codegen/manifest/feature-table.ts';
import { FEATURE_NAMES, FEATURES } from '../../../src/build/codegen/manifest/feature-table.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { moduleOf } from '../../../src/build/project/helper-modules.ts';
import { compileTree } from '../../runtime/koa/compiled.ts';
import { serve } from '../../runtime/koa/serve.ts';

/** A tree with one feature. */
const TREES: Readonly<
  Record<
    Exclude<
      FeatureName,
      | 'versions'
      | 'security'
      | 'checks'
      | 'tools'
      | 'sentEvents'
      | 'earlyFields'
      | 'nearNames'
      | 'skippedGuards'
      | 'reportedPrivate'
      | 'equalRows'
      | 'customDirectives'
      | 'customGuards'
    >,
    Readonly<Record<string, string>>
  >
> = {
  body: { 'a@post.ts': '/** @param {string} text */' },
  multipart: { 'a@post.ts': '/**\n * @consumes multipart/form-data\n * @param {file} photo\n */' },
  authorization: { '_middleware.ts': 'export const authorize = () => true;', 'a.ts': '/** Nothing */' },
  idempotency: { 'a@post.ts': '/** @idempotent */' },
  preconditions: { 'a@get.ts': '/** @etag\n * @returns {object} It */', 'a@put.ts': '/** Writes it */' },
  privateResponses: { 'a.ts': '/** It */\nexport default () => 1;\nexport const authorize = () => true;' },
  paging: { 'a@get.ts': '/** @param-include paging\n * @returns {{id: integer}[]} All */' },
  cursors: { 'a@get.ts': '/** @param-include cursor (id)\n * @returns {{id: integer}[]} All */' },
  pageChoices: { 'a@get.ts': '/** @param-include paging, filter (id)\n * @returns {{id: integer}[]} All */' },
  cursorChoices: { 'a@get.ts': '/** @param-include sort (id), cursor\n * @returns {{id: integer}[]} All */' },
  streams: { 'a@get.ts': '/** @returns {Stream<integer>} 200 application/jsonl */' },
  cache: { 'a@get.ts': '/** @cache private, max-age=5 */' },
  rateLimits: { 'a@get.ts': '/** @rate-limit 5 per minute */' },
  etag: { 'a@get.ts': '/** @etag\n * @returns {object} It */' },
};

describe('the features of a manifest', () => {
  it.each(FEATURE_NAMES)('%s is exported by its module under its name', async (name) => {
    const module = (await import(/* @vite-ignore */ moduleOf(FEATURES[name].module))) as Record<string, unknown>;
    expect(module[name]).toBeTypeOf('function');
  });

  it.each(Object.entries(TREES))('a manifest imports %s only if an operation needs it', async (name, tree) => {
    const { features, operations } = await compileTree(tree);
    const used = [...new Set(operations.flatMap((operation) => operation.features ?? []))];
    expect(Object.keys(features).toSorted()).toEqual(used.toSorted());
    expect(used).toContain(name);
    expect((await compileTree({ 'a.ts': '/** Nothing */' })).features).toEqual({});
  });

  it('a manifest imports security only if an operation requires credentials, by itself or by the document', async () => {
    const schemes = 'components:\n  securitySchemes:\n    key: { type: apiKey, in: header, name: X-Key }\n';
    const featuresWith = async (text: string, contract: string): Promise<(readonly string[] | undefined)[]> => {
      const manifest = await compileTree(
        { 'a.ts': `/** ${contract} */` },
        {
          definitions: { 'openapi.yaml': text },
          warnings: ['unused-scheme'],
        },
      );
      return [Object.keys(manifest.features), manifest.operations[0]!.features];
    };
    const all = ['security', 'privateResponses'];
    expect(await featuresWith(schemes, '@security key')).toEqual([all, all]);
    expect(await featuresWith(`security:\n  - key: []\n${schemes}`, 'Nothing')).toEqual([all, all]);
    expect(await featuresWith(`security:\n  - key: []\n${schemes}`, '@security none')).toEqual([[], undefined]);
    expect(await featuresWith(schemes, 'Nothing')).toEqual([[], undefined]);
  });

  it('a manifest imports checks if it has the schemas of responses', async () => {
    const { features, operations } = await compileTree({ 'a.ts': '/** Nothing */' }, { responses: true });
    expect([Object.keys(features), operations[0]!.features]).toEqual([['checks'], ['checks']]);
  });

  it('a manifest has tools, warnings of names, early reads and events in the dev server only, and the check of equal rows for lists with an order', async () => {
    const featuresOf = async (comment: string): Promise<readonly string[]> =>
      Object.keys((await compileTree({ 'a.ts': comment }, { isDev: true })).features);
    expect(await featuresOf('/** Nothing */')).toEqual(['earlyFields', 'nearNames', 'tools', 'sentEvents']);
    const ordered = '/** @param-include paging, sort (id)\n * @returns {{id: integer}[]} All */';
    expect(await featuresOf(ordered)).toEqual([
      'paging',
      'pageChoices',
      'earlyFields',
      'nearNames',
      'equalRows',
      'tools',
      'sentEvents',
    ]);
  });

  it('composes the features at the first request of an operation, and once', async () => {
    const manifest = await compileTree({
      'a@post.ts': '/** @idempotent */',
      'b@post.ts': '/** @idempotent */',
    });
    const composed: string[] = [];
    const create = manifest.features.idempotency!;
    const idempotency: typeof create = (runtime, options) => {
      composed.push('app');
      const feature = create(runtime, options);
      return (operation: { readonly id: string }) => (composed.push(operation.id), feature(operation));
    };
    const { ask } = await serve(
      createApp({ ...manifest, features: { idempotency } }, { idempotency: { clientOf: 'shared' } }),
    );
    expect(composed).toEqual(['app']);
    for (let i = 0; i < 3; i++) await ask('POST /b');
    expect(composed).toEqual(['app', 'b@post.ts']);
  });
});
