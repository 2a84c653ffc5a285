import type { AddressInfo } from 'node:net';
import operations from 'virtual:operations';
import { docs } from 'virtual:operations/docs';
import { mcp } from 'virtual:operations/mcp';
import createShop from './api.ts';
import { serveHome, servePage } from './page.ts';
import { shownToken } from './staff.ts';
import { stopOnSignal } from './stop.ts';

const shop = await createShop(operations);
shop
  .use(docs())
  // The contract of each operation costs a model about 250 tokens.
  .use(mcp({ budget: 10_000 }));
const page = servePage(shop);
serveHome(shop, page, [
  ...(page === undefined ? [] : [{ name: 'The shop', path: page.path, text: 'Find books, review and order them.' }]),
  { name: 'The API', path: '/docs', text: 'Read the contracts, and try the operations.' },
  { name: 'The books as JSON', path: '/books', text: 'What a client gets: a page of the list, with its links.' },
]);
const port = Number(process.env['PORT'] || 3000);
const server = shop.listen(port, () => {
  const address = `http://localhost:${(server.address() as AddressInfo).port}`;
  console.log(`The bookshop is open: ${address}${page?.path ?? ''}
Read and try its API: ${address}/docs
Use it from a model: ${address}/mcp
Try: curl -i '${address}/books?genre=poetry&sort=title&page_size=5&total=1'
     curl -i '${address}/books/search?q=lighthouse'
     curl -i '${address}/books/1/reviews' -H 'Content-Type: application/json' -d '{"rating": 5, "reviewer": "Ada"}'
     curl -i -X DELETE '${address}/books/1/reviews/2125' -H "Authorization: Bearer ${shownToken}"`);
});
server.once('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(`Port ${port} is taken. Set PORT to another one: PORT=${port + 1} npm start`);
  process.exit(1);
});
stopOnSignal(server);
