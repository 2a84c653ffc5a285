import { describe, expect, it } from 'vitest';
import { generateDeclarations } from '../../../src/build/codegen/declarations/index.ts';
import { generateManifest } from '../../../src/build/codegen/manifest/index.ts';
import { contractsOf, eventsOf } from '../../../src/build/compiler/compile.ts';
import { compileTree } from '../../runtime/koa/compiled.ts';
import { compile } from '../compiler/compile.ts';

const EVENTS = {
  '../events/invoice.paid.ts': '/** @payload {Invoice} - The invoice */\n',
  '../events/ping.ts': '/** @payload {any} - Anything */\n',
};
const GET = { 'a@get.ts': '/** @returns {Invoice} A */\nexport default () => ({});\n' };
const INVOICE =
  '/**\n * @typedef {object} Invoice\n * @property {integer} id\n * @property {dateTime} [at]\n * @property {string} secret (writeOnly: true)\n */\n';
const DEFINITIONS = { 'invoice.js': INVOICE };

describe('the manifest', () => {
  it('gives each event a check and a pick of its payload, as it does a response', async () => {
    const { events = [] } = await compileTree({ ...GET, ...EVENTS }, { definitions: DEFINITIONS });
    expect(events.map(({ name }) => name)).toEqual(['invoice.paid', 'ping']);
    const [paid, ping] = events;
    expect(paid!.pick!({ id: 7, secret: 'x', other: 1 })).toEqual({ id: 7 });
    expect([paid!.check({ id: 7 }), paid!.check({ id: 'a' }), paid!.check({})]).toEqual([true, false, false]);
    expect(paid!.explain({ id: 'a' })).toMatchObject([{ pointer: '/id', message: 'must be an integer' }]);
    expect([ping!.check(1), ping!.explain(1), ping!.pick]).toEqual([true, [], undefined]);
  });

  it('lists which events are internal, and adds no byte without any', async () => {
    const login = { '../events/staff.login.ts': '/**\n * @payload {any} - Anything\n * @internal\n */\n' };
    const { events = [] } = await compileTree({ ...GET, ...EVENTS, ...login }, { definitions: DEFINITIONS });
    expect(events.filter(({ isInternal }) => isInternal).map(({ name }) => name)).toEqual(['staff.login']);
    expect(manifestOf({ ...GET, ...EVENTS })).not.toContain('internal');
  });

  it('creates the code of events in groups, each in a function that start-up does not call', () => {
    const many = Array.from({ length: 40 }, (_, i) => [`../events/e${i}.ts`, '/** @payload {{n: integer}} - N */\n']);
    const text = manifestOf({ ...GET, ...(Object.fromEntries(many) as Record<string, string>) });
    expect(text).toContain('groups: [events0, events1], size: 32');
    expect(text.match(/check:/g)).toHaveLength(40);
    const start = text.slice(0, text.indexOf('function contracts0'));
    expect(start).not.toContain('check:');
  });

  it('adds no byte for events to a project without them', () => {
    expect(manifestOf(GET)).not.toMatch(/event/i);
  });
});

describe('operations.d.ts', () => {
  it('declares the type of each payload, as its sender passes it', () => {
    const text = declarationsOf({ ...GET, ...EVENTS });
    expect(text).toMatch(/interface Events \{\s+"invoice.paid": Returned\.InvoiceResponse;\s+"ping": unknown;\s+\}/);
    expect(text).toMatch(/namespace Returned \{[^}]*at\?: string \| Date;/);
  });

  it('declares nothing of events in a project without them', () => {
    expect(declarationsOf(GET)).not.toContain('Events');
  });
});

function compileAll(files: Readonly<Record<string, string>>): ReturnType<typeof compile> {
  return compile(files, { definitions: Object.entries(DEFINITIONS).map(([path, text]) => ({ path, text })) });
}

function manifestOf(files: Readonly<Record<string, string>>): string {
  return generateManifest(compileAll(files), {
    strict: false,
    lazy: false,
    moduleOf: ({ contract }) => `/${contract.id}`,
    middlewareModuleOf: ({ path }) => `/${path}`,
    helperOf: (path) => `/${path}`,
  });
}

function declarationsOf(files: Readonly<Record<string, string>>): string {
  const compilation = compileAll(files);
  const { schemas, document } = compilation;
  return generateDeclarations({
    operations: contractsOf(compilation),
    events: eventsOf(compilation),
    schemas,
    document,
  });
}
