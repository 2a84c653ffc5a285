import { once } from 'node:events';
import { connect } from 'node:http2';
import { get } from 'node:https';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { CERTIFICATE as cert, PRIVATE_KEY as key } from '../../runtime/koa/certificate.ts';
import { startDev, VITES } from './server.ts';

it.each(VITES)('%s: operations are served over HTTPS, with HTTP/1.1 and HTTP/2', async (_name, vite) => {
  const { url } = await startDev(
    vite,
    {
      'app/operations/scheme.ts':
        '/** @returns {string} The scheme */\nexport default (ctx: { protocol: string }) => ctx.protocol;\n',
    },
    {},
    { server: { port: 0, host: '127.0.0.1', https: { cert, key } } },
  );
  const address = url.replace('http:', 'https:');
  const tls = { ca: cert, servername: 'localhost' };
  const [response] = await once(get(`${address}/scheme`, tls), 'response');
  expect([response.httpVersion, await json(response)]).toEqual(['1.1', 'https']);
  const session = connect(address, tls);
  onTestFinished(() => session.destroy());
  const stream = session.request({ ':path': '/scheme' });
  const [headers] = await once(stream, 'response');
  expect([headers[':status'], await json(stream)]).toEqual([200, 'https']);
});
