import { describe, expect, it } from 'vitest';
import { contractsOf } from '../../src/build/compiler/compile.ts';
import { DIRECTIVE_VERSION } from '../../src/directives/custom/define-directive.ts';
import { customDirectives } from '../../src/build/project/load-directives.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { readBlocks, readPage } from '../docs/examples.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import type { App } from '../runtime/koa/serve.ts';
import { serve } from '../runtime/koa/serve.ts';
import { compileAt, projectWith } from './project.ts';

const page = readPage('custom-directives.md');
const files = Object.fromEntries(
  readBlocks(page).map(({ title, text }) => [title.startsWith('acme-') ? `node_modules/${title}` : title, text]),
);

describe('the page of custom directives', () => {
  it('every block of the page is a file', () => {
    expect(Object.keys(files).every((path) => /^[\w./@-]+\.(?:js|json)$/.test(path))).toBe(true);
    expect(files['node_modules/acme-permission/index.js']).toContain(`version: ${DIRECTIVE_VERSION},`);
  });

  it('compiles', async () => {
    const compilation = compileAt(await projectWith(files));
    expect(compilation.diagnostics).toEqual([]);
    expect(contractsOf(compilation)[0]!.custom).toMatchObject([{ guards: true, texts: ['permission invoices:write'] }]);
  });

  it('contains an app that works as described', async () => {
    const custom = customDirectives(await projectWith(files));
    const manifest = await compileTree(
      { 'invoices@post.ts': files['app/operations/invoices@post.js']! },
      { custom, isFresh: true, definitions: { 'openapi.json': files['app/definitions/openapi.json']! } },
    );
    const code = files['app/api.js']!.replace(/^import .*\n/gm, '').replace('export default', 'return');
    const { ask } = await serve(new Function('createApp', 'operations', code)(createApp, manifest) as App);
    const bearer = (token: string, more = {}): object => ({ headers: { Authorization: `Bearer ${token}`, ...more } });
    expect((await ask('POST /invoices', bearer('secret'))).status).toBe(201);
    // No caller chooses its permissions.
    for (const headers of [{}, { 'x-permissions': 'invoices:write' }]) {
      expect((await ask('POST /invoices', { headers })).status).toBe(401);
      expect((await ask('POST /invoices', bearer('guess', headers))).status).toBe(401);
    }
  });

  it('the page is one screen, and calls the directives experimental', () => {
    expect(page.split('\n').length).toBeLessThan(100);
    expect(page).toContain('**Experimental:**');
  });
});
