/** A project whose operation sends an event to a receiver on the loopback. */
export function sendingFiles(
  url: string,
): Readonly<Record<'api.ts' | 'app/events/order.paid.ts' | 'app/operations/orders@post.ts', string>> {
  return {
    'app/events/order.paid.ts': '/**\n * An order was paid.\n * @payload {integer} - Its ID\n */\n',
    'app/operations/orders@post.ts': `/**
 * Pays an order.
 * @fires order.paid
 * @returns {void} 204
 */
export default async ({ events }) => {
  await events.send(undefined, 'order.paid', 7);
};
`,
    'api.ts': `import { createEvents, memoryEvents } from 'unplugin-operations/events';
import { createApp } from 'unplugin-operations/koa';

export default async (operations) => {
  const events = createEvents(operations, { store: memoryEvents(), allowHosts: ['127.0.0.1'], interval: 10 });
  await events.endpoints.add({ url: ${JSON.stringify(url)} });
  events.start();
  return createApp(operations, { events, dispose: () => events.stop() });
};
`,
  };
}
