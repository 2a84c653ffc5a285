import { describe, expect, it } from 'vitest';
import { checkUrl, createDeliverer, memoryEvents, verifyWebhook } from '../../../src/runtime/events/index.ts';
import { event, problem } from '../../../src/runtime/koa/index.ts';
import { createTestEvents, invoice } from './contracts.ts';

const events = createTestEvents({ store: memoryEvents() });
const { endpoints } = events;
const wrong: any = { tenantId: 'a' };
const url = 'https://a.example';

describe('An unknown option of a function that an app calls is an error', () => {
  it.each<[string, () => unknown]>([
    ['events.send', () => events.send(undefined, 'invoice.paid', invoice, wrong)],
    ['events.list', () => events.list(wrong)],
    ['events.replay', () => events.replay({ id: 'msg_1', ...wrong })],
    ['events.endpoints.add', () => endpoints.add({ url, ...wrong })],
    ['events.endpoints.list', () => endpoints.list(wrong)],
    ['events.endpoints.rotate', () => endpoints.rotate('ep_1', wrong)],
    ['events.endpoints.disable', () => endpoints.disable('ep_1', wrong)],
    ['events.endpoints.enable', () => endpoints.enable('ep_1', wrong)],
    ['events.endpoints.remove', () => endpoints.remove('ep_1', wrong)],
    ['createDeliverer', () => createDeliverer(wrong)],
    ['checkUrl', () => checkUrl(url, wrong)],
    ['verifyWebhook', () => verifyWebhook('', {}, 'secret', wrong)],
    ['problem', () => problem(404, 'Unknown book', wrong)],
    ['event', () => event('tick', 1, wrong)],
  ])('%s', async (owner, call) => {
    await expect(async () => call()).rejects.toThrow(`Unknown option "tenantId" of ${owner}. `);
  });

  it('suggests the option that was meant', async () => {
    await expect(events.list({ tennant: 'a' } as never)).rejects.toThrow('Did you mean "tenant"?');
  });
});

it('An invalid time or number of a filter is an error', async () => {
  const since = new Date('yesterday');
  await expect(events.replay({ since })).rejects.toThrow('The option since of events.replay must be a date');
  await expect(events.list({ limit: -1 })).rejects.toThrow('The option limit of events.list must be');
  await expect(endpoints.rotate('ep_1', { overlap: Number.NaN })).rejects.toThrow('must be a number of milliseconds');
});
