import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createCache } from '../../../src/build/compiler/cache.ts';
import { compileOperations } from '../../../src/build/compiler/compile.ts';
import { resolveOptions } from '../../../src/build/project/options.ts';
import { locateProject } from '../../../src/build/project/project.ts';
import { createSession } from '../../../src/build/project/session.ts';
import { scratch, writeTree } from '../../support/build.ts';
import { compile, messagesOf } from './compile.ts';

const LIST = '/**\n * Lists.\n * @returns {Invoice[]} All\n */\nexport default () => [];\n';
const PAID =
  '/**\n * An invoice was paid.\n *\n * Once.\n * @payload {Invoice} - The invoice\n * @example { id: 7 }\n */\n';
const INVOICE = '/**\n * @typedef {object} Invoice\n * @property {integer} id\n */\n';

describe('an event', () => {
  it('compiles an event to a contract with a name, texts and a payload with examples', () => {
    const { events, diagnostics } = compile({ '../events/billing/invoice.paid.ts': PAID.replace('Invoice}', 'any}') });
    expect(diagnostics).toEqual([]);
    expect(events.map(({ contract }) => contract)).toMatchObject([
      {
        id: '../events/billing/invoice.paid.ts',
        event: 'billing/invoice.paid',
        summary: 'An invoice was paid.',
        description: 'Once.',
        responses: [
          {
            description: 'The invoice',
            content: [{ mediaType: 'application/json', schema: {}, example: { id: 7 } }],
          },
        ],
      },
    ]);
  });

  it('uses the definitions that it names', () => {
    const definitions = [{ path: 'invoice.js', text: INVOICE }];
    const { diagnostics, schemas } = compile({ '../events/invoice.paid.ts': PAID }, { definitions });
    expect(diagnostics).toEqual([]);
    expect([...schemas.keys()]).toContain('Invoice');
  });

  it('takes no other code in the directory for an event, and leaves it alone if there are no events', () => {
    const code = 'import { on } from "./emitter.ts";\n/** Handles it. */\nexport function handler() {}\n';
    const { events, operations, diagnostics } = compile({
      'a@get.ts': '/** @returns {string} A */\nexport default () => "";\n',
      '../events/handler.ts': code,
      '../events/handler.test.ts': code,
      '../events/emitter@post.ts': code,
    });
    expect([events, diagnostics]).toEqual([[], []]);
    expect(operations).toHaveLength(1);
  });

  it('warns of code among events, but not of tests and helpers', () => {
    const code = 'export function make() {}\n';
    const compilation = compile({
      '../events/a.ts': '/** @payload {string} - A */\n',
      '../events/make.ts': code,
      '../events/make.test.ts': code,
      '../events/_make.ts': code,
    });
    expect(compilation.diagnostics.map(({ at }) => at.source.file)).toEqual(['app/events/make.ts']);
    expect(messagesOf(compilation)).toContain('it is not an event');
  });

  it('requires names that differ in more than letter case, without odd characters', () => {
    const text = '/** @payload {string} - A */\n';
    const codesOf = (...names: string[]): string[] =>
      compile(Object.fromEntries(names.map((name) => [`../events/${name}`, text]))).diagnostics.map(({ code }) => code);
    expect(codesOf('order.sent.ts', 'Order.Sent.mts')).toEqual(['case-clash']);
    expect(codesOf('order#1.ts', 'a?b.ts', 'a\\b.ts')).toEqual(['event-name', 'event-name', 'event-name']);
    expect(codesOf('größe.ts', 'a b.ts', 'billing/v2/a.b.ts')).toEqual([]);
  });

  it('compiles an event again only if its text or a definition of it changes', () => {
    const cache = createCache();
    const run = (paid: string, invoice: string): ReturnType<typeof compileOperations> =>
      compileOperations({
        files: [
          { path: '@get.ts', text: LIST },
          { path: '../events/invoice.paid.ts', text: paid },
          { path: '../events/other.ts', text: '/** @payload {string} - Other */' },
        ],
        definitions: [{ path: 'invoice.js', text: invoice }],
        cache,
      });
    const [first, same] = [run(PAID, INVOICE), run(PAID, INVOICE)];
    expect(same.events.map((event, i) => event === first.events[i])).toEqual([true, true]);
    const changed = run(PAID, INVOICE.replace('integer', 'string'));
    expect(changed.events.map((event, i) => event === first.events[i])).toEqual([false, true]);
    expect(changed.diagnostics.map(({ code }) => code)).toEqual(['invalid-sample']);
    const edited = run(PAID.replace('paid', 'settled'), INVOICE);
    expect(edited.events.map(({ contract }) => contract.summary)).toEqual(['An invoice was settled.', undefined]);
  });
});

describe('the directory of events', () => {
  it('finds the events next to the operations, wherever those are', async () => {
    const root = scratch();
    await writeTree(root, {
      'src/api/a@get.ts': '/** @returns {string} A */\nexport default () => "";\n',
      'src/events/order.paid.ts': '/** @payload {string} - A */\n',
      'src/events/drafts/order.sent.ts': '/** @payload {string} - A */\n',
    });
    const project = locateProject(resolveOptions({ operations: 'src/api', ignore: 'drafts/**' }), root);
    const { events, watchFiles, diagnostics } = createSession(project).compile();
    expect(diagnostics).toEqual([]);
    expect(events.map(({ contract }) => contract.event)).toEqual(['order.paid']);
    expect(watchFiles).toContain('src/events/order.paid.ts');
  });

  it('reads the directory of events again when files come and go', async () => {
    const root = scratch();
    const file = join(root, 'app/events/order.paid.ts');
    await writeTree(root, { 'app/operations/a@get.ts': '/** @returns {string} A */\nexport default () => "";\n' });
    const session = createSession(locateProject(resolveOptions(), root));
    const names = (changed?: string[]): unknown =>
      session.compile(changed).events.map(({ contract }) => contract.event);
    expect(names()).toEqual([]);
    await writeTree(root, { 'app/events/order.paid.ts': '/** @payload {string} - A */\n' });
    expect(names([file])).toEqual(['order.paid']);
    await rm(file);
    expect(names([file])).toEqual([]);
  });

  it('reports a misspelled directory of events', async () => {
    const root = scratch();
    await writeTree(root, {
      'app/operations/a@get.ts': '/** @returns {string} A */\nexport default () => "";\n',
      'app/event/order.paid.ts': '/** @payload {string} - A */\n',
      'app/event/code.ts': 'export const code = 1;\n',
      'app/other/order.paid.ts': '/** @payload {string} - A */\n',
    });
    const { diagnostics } = createSession(locateProject(resolveOptions(), root)).compile();
    expect(diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ['event-name', 'warning', expect.stringContaining('Rename the directory to "app/events".')],
    ]);
  });

  it.each([
    ['the definitions are there', { definitions: 'app/events' }],
    ['the operations have that name', { operations: 'app/events' }],
  ])('finds no directory of events if %s', (_, options) => {
    expect(locateProject(resolveOptions(options), scratch()).events).toBeUndefined();
  });
});
