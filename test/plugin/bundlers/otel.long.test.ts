import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLERS } from './bundlers.ts';
import { enterProject, serveIsolated } from './project.ts';

const SERVER = `import operations from 'virtual:operations';
import { createApp } from 'unplugin-operations/koa';
const server = createApp(operations).listen(Number(process.env.PORT), () => {
  console.log('http://localhost:' + server.address().port);
});
`;
const OPERATION = '/**\n * One.\n * @returns {string} Its name\n */\nexport default () => "one";\n';
/** Texts of `unplugin-operations/otel`, and of @opentelemetry/api. */
const TEXTS = ['operation.operation_id', 'opentelemetry.js.api'];

const [vite, ...others] = BUNDLERS.map((bundler) => ({ name: bundler.name, bundler, isImported: true }));

describe.each([{ ...vite!, isImported: false }, vite!, ...others])('$name', ({ bundler, isImported }) => {
  it(`bundles unplugin-operations/otel only if it is imported: ${isImported}`, async () => {
    const project = await enterProject({
      'server.ts': `${isImported ? "import 'unplugin-operations/otel';\n" : ''}${SERVER}`,
      'app/operations/one.ts': OPERATION,
    });
    const built = await bundler.build({ out: join(project, 'dist') });
    expect([built.isBuilt, built.said]).toEqual([true, '']);
    const { url, directory, file } = await serveIsolated(built.file);
    const text = await readFile(join(directory, file), 'utf8');
    expect(TEXTS.filter((part) => text.includes(part))).toEqual(isImported ? TEXTS : []);
    expect(await (await fetch(`${url}/one`)).json()).toBe('one');
  });
});
