import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as vite from 'vite';
import { startDev } from '../../plugin/dev/server.ts';
import { BUNDLERS } from '../../plugin/bundlers/bundlers.ts';
import { enterProject } from '../../plugin/bundlers/project.ts';
import type { OpenApiDocument } from '../../../src/build/openapi/write/index.ts';
import { buildDocsPage, docsAccess, findSwaggerUi } from '../../../src/build/project/docs-page.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { moduleText } from '../../../src/build/project/module-text.ts';
import { DOCS } from '../../../src/build/project/virtual-modules.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';

let isInstalled = true;
vi.mock(import('node:module'), async (load) => {
  const original = await load();
  const createRequire: typeof original.createRequire = (from) => {
    if (isInstalled || !String(from).match(/package\.json$|docs-page/)) return original.createRequire(from);
    return original.createRequire('/nowhere/package.json');
  };
  return { ...original, createRequire };
});
afterEach(() => {
  isInstalled = true;
});

const TREE = {
  'package.json': '{ "type": "module", "name": "pets", "version": "1.2.3" }',
  'app/operations/pets.js': '/** Lists pets.\n * @returns {object} They */\nexport default () => ({});\n',
  'app/operations/secret.js': '/** A secret.\n * @internal\n * @returns {object} It */\nexport default () => ({});\n',
};

const unpack = ({ data }: { data: string }): string => gunzipSync(Buffer.from(data, 'base64')).toString();

describe('the docs page of a build', () => {
  it('bundles the document without internal operations, and files that name no source map', async () => {
    const root = scratch();
    await writeTree(root, TREE);
    const session = createSession(locateProject(resolveOptions(), root));
    const access = docsAccess(session.compile(), '/');
    expect(access).toEqual({ base: '/', operations: { 'GET /pets': 'everyone' } });
    const page = buildDocsPage(session.openApi(session.compile()), access, root);
    expect([page.title, page.origins]).toEqual(['pets', []]);
    const document = JSON.parse(unpack(page.document)) as OpenApiDocument;
    expect(Object.keys(document.paths)).toEqual(['/pets']);
    const script = unpack(page.script);
    expect(script).toContain('SwaggerUIBundle');
    expect(script).toContain('readLinks');
    expect(unpack(page.style)).toContain('.docs-pager');
    for (const text of [script, unpack(page.style), unpack(page.redirectScript)])
      expect(text).not.toContain('sourceMappingURL');
    for (const { name } of [page.script, page.style, page.redirectScript, page.document])
      expect(name).toMatch(/^[\w-]+\.[\da-f]{12}\.(?:js|css|json)$/);
    expect(buildDocsPage(document, access, root)).toEqual(page);
    expect(
      buildDocsPage({ ...document, info: { ...document.info, version: '2' } }, access, root).document.name,
    ).not.toBe(page.document.name);
    expect(moduleText(session, session.compile(), DOCS)).toContain('export const docs = ');
  });

  it('names the package that is missing, and how to install it', async () => {
    isInstalled = false;
    const root = scratch();
    expect(findSwaggerUi(root)).toBeUndefined();
    await writeTree(root, {
      ...TREE,
      'server.ts': "import { docs } from 'virtual:operations/docs';\nconsole.log(docs);\n",
    });
    await expect(viteBuild(root, join(root, 'dist'))).rejects.toThrow(
      'unplugin-operations: virtual:operations/docs needs the package swagger-ui-dist, which is not installed. Install it: npm install --save-dev swagger-ui-dist',
    );
  });

  it('shows the command that installs it in the dev server', async () => {
    isInstalled = false;
    const dev = await startDev(vite, TREE);
    const text =
      'To use the docs page, install Swagger UI and reload this page:\n\n  npm install --save-dev swagger-ui-dist\n';
    expect(await dev.ask('/__operations/docs')).toEqual({ status: 404, body: text, type: 'text/plain; charset=utf-8' });
    isInstalled = true;
    expect(await dev.ask('/__operations/docs')).toMatchObject({ status: 200 });
    expect(dev.log).toEqual([]);
  });

  it.each(BUNDLERS)('reports a missing docs page at the line of its import, in $name', async (bundler) => {
    isInstalled = false;
    const server = "import { docs } from 'virtual:operations/docs';\nconsole.log(docs);\n";
    const project = await enterProject({ ...TREE, 'server.ts': server });
    const { isBuilt, said } = await bundler.build({ out: join(project, 'dist') });
    expect(isBuilt).toBe(false);
    const text = said.replaceAll(/^ *│ ?/gm, '').replaceAll(/\s+/g, ' ');
    expect(text).toContain('server.ts:1:23 - error: unplugin-operations: virtual:operations/docs needs the package');
    expect(text).toContain("1 | import { docs } from 'virtual:operations/docs'; | ^");
  });

  it('adds at most 720 kB to a bundle, and nothing to one that does not import the page', async () => {
    const root = scratch();
    await writeTree(root, TREE);
    const session = createSession(locateProject(resolveOptions(), root));
    const compilation = session.compile();
    expect(moduleText(session, compilation, DOCS).length).toBeLessThan(720_000);
    expect(moduleText(session, compilation, 'virtual:operations')).not.toContain('docs-page');
  });
});
