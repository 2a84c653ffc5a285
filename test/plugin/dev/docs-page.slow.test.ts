import { describe, expect, it } from 'vitest';
import { startDev, VITES } from './server.ts';

const operation = (words: string): string =>
  `/**\n * ${words}\n *\n * @returns {object} It\n */\nexport default () => ({});\n`;

describe.each(VITES)('the docs page in the dev server of %s', (_name, vite) => {
  it('links the docs page from the overview, with the latest document', async () => {
    const dev = await startDev(vite, { 'app/operations/pets.js': operation('Lists pets.') });
    // The overview links to the page if nothing has to be installed for it.
    expect(JSON.parse((await dev.ask('/__operations/state')).body)).not.toHaveProperty('install');
    const page = await fetch(`${dev.url}/__operations/docs`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    const script = /<script src="([^"]+)"/.exec(await page.text())![1]!;
    expect((await fetch(new URL(script, `${dev.url}/__operations/docs`))).status).toBe(200);
    const document = JSON.parse((await dev.ask('/__operations/docs/openapi.json')).body) as { paths: object };
    expect(Object.keys(document.paths)).toEqual(['/pets']);
    await dev.write({ 'app/operations/toys.js': operation('Lists toys.') });
    await dev.until('/__operations/docs/openapi.json', (_, body) => body.includes('Lists toys.'));
    expect((await dev.ask('/__operations/docs/nothing')).status).toBe(404);
    expect(dev.log).toEqual([]);
  });
});
