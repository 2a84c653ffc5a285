import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLERS } from '../../plugin/bundlers/bundlers.ts';
import { enterProject, serveIsolated } from '../../plugin/bundlers/project.ts';

const FILES = {
  'server.ts': `import operations from 'virtual:operations';
import { docs } from 'virtual:operations/docs';
import { createApp } from 'unplugin-operations/koa';
const server = createApp(operations).use(docs()).listen(Number(process.env.PORT), () => {
  console.log('http://localhost:' + server.address().port);
});
`,
  'app/operations/pets.js': '/** Lists the pets.\n * @returns {string[]} They */\nexport default () => ["Ada"];\n',
};

describe.each(BUNDLERS)('the docs page in a bundle of $name', (bundler) => {
  it('bundles the document, access, script and style in the one file', async () => {
    const project = await enterProject(FILES);
    const built = await bundler.build({ out: join(project, 'dist') });
    expect([built.isBuilt, built.said]).toEqual([true, '']);
    const served = await serveIsolated(built.file);
    const page = await fetch(`${served.url}/docs`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const names = [...(await page.text()).matchAll(/"(docs\/\w+\.[\da-f]{12}\.\w+)"/g)].map(([, path]) => path!);
    const paths = [...new Set(names)];
    expect(paths).toHaveLength(4);
    const texts = await Promise.all(paths.map(async (path) => (await fetch(`${served.url}/${path}`)).text()));
    for (const content of ['SwaggerUIBundle', '.docs-pager', 'Lists the pets.'])
      expect([content, texts.some((text) => text.includes(content))]).toEqual([content, true]);
    expect(await (await fetch(`${served.url}/pets`)).json()).toEqual(['Ada']);
  });
});
