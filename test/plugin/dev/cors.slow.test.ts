import { expect, it } from 'vitest';
import { startDev, VITES } from './server.ts';

it.each(VITES)('%s: every answer has the CORS header of Vite', async (_name, vite) => {
  const { url } = await startDev(vite, {
    'app/operations/pets.ts':
      '/**\n * Pets.\n * @param {integer} page - A page\n * @returns {object} Them\n */\nexport default () => ({});\n',
  });
  const origin = 'http://localhost:8080';
  const answers = await Promise.all(
    ['/pets?page=1', '/pets', '/pets?page=x'].map((path) => fetch(url + path, { headers: { Origin: origin } })),
  );
  expect(answers.map(({ status, headers }) => [status, headers.get('access-control-allow-origin')])).toEqual([
    [200, origin],
    [400, origin],
    [400, origin],
  ]);
  const other = await fetch(`${url}/pets`, { method: 'DELETE', headers: { Origin: origin } });
  expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([405, origin]);
});
