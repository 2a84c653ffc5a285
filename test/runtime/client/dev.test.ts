import { describe, expect, it } from 'vitest';
import { VITES, startDev } from '../../plugin/dev/server.ts';

const FRONT = {
  'index.html': '<script type="module" src="/page.js"></script>',
  'page.js': "import { createClient } from 'virtual:operations/client';\nconsole.log(createClient());\n",
};
const operation = (name: string): string =>
  `/** @returns {string} Some */\nexport default function ${name}() { return ''; }\n`;

describe.each(VITES)('the client in the dev server of %s', (_name, vite) => {
  it('comes to the page, with the operations as they are', async () => {
    const dev = await startDev(vite, { ...FRONT, 'app/operations/pets.ts': operation('listPets') });
    const page = await dev.ask('/page.js');
    const address = /from "(.*?operations\/client.*?)"/.exec(page.body)![1]!;
    const module = await dev.ask(address);
    expect(module.body).toContain('"GET /pets": {"id":"listPets"}');
    const [client] = /"\/[^"]*client\/index\.ts[^"]*"/.exec(module.body)!;
    expect(await dev.ask(JSON.parse(client) as string)).toMatchObject({ status: 200, type: 'text/javascript' });
    await dev.write({ 'app/operations/toys.ts': operation('listToys') });
    await expect.poll(async () => (await dev.ask(address)).body).toContain('listToys');
  });
});
