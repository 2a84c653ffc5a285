import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { DataSchema } from '../../../src/shared/contract/data-schema.ts';
import { InvalidInput } from '../../../src/runtime/koa/response/problem.ts';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';
import { compileTree } from '../../runtime/koa/compiled.ts';
import { KINDS, serve } from '../../runtime/koa/serve.ts';
import { checkTypes } from '../../support/types.ts';
import { declarationsOf } from './declarations.ts';

const CUSTOMER = `/** A customer. */
export interface Customer {
  /** @minimum 1 */
  id: number;
  /** @maxLength 9 */
  name: string;
  address?: Address;
  /** @writeOnly */
  password?: string;
}
export interface Address { city: string; country?: string }
`;
const NEW_CUSTOMER = `/** @typedef {object} NewCustomer
 * @property {string} name (maxLength: 9) - The name
 * @property {string} [plan=free] - The plan
 * @property {Address} [address] - The address
 */`;

const FILES = {
  'app/operations/customers/@post.ts':
    '/** @param {NewCustomer} body\n * @returns {Customer} 201\n */ export default function addCustomer() {}',
  'app/definitions/Customer.ts': CUSTOMER,
  'app/definitions/new-customer.js': NEW_CUSTOMER,
  'app/definitions/Settings.json':
    '{ "type": "object", "properties": { "retries": { "type": "integer", "maximum": 7 } }, "required": ["retries"] }',
  'app/definitions/pet-food.yaml': 'type: string\nenum: [hay, seeds]\n',
};

/** Builds a file that imports the virtual module, and returns its exports and its text. */
async function build(code: string): Promise<{ exports: Record<string, unknown>; text: string }> {
  const root = scratch();
  await writeTree(root, { ...FILES, 'server.ts': code });
  const outDir = join(root, 'dist');
  await viteBuild(root, outDir);
  const file = (await readdir(outDir)).find((name) => /\.[cm]?js$/.test(name));
  const text = await readFile(join(outDir, file!), 'utf8');
  const url = pathToFileURL(join(outDir, file!)).href;
  return { text, exports: (await import(/* @vite-ignore */ url)) as Record<string, unknown> };
}

type Parse = (name: string, value: unknown) => unknown;

it('checks data by definitions as bodies of requests are checked', async () => {
  const { exports } = await build("export { parse, pick, schemas, InvalidData } from 'virtual:operations/schemas';");
  const parse = exports['parse'] as Parse;
  expect(parse('NewCustomer', { name: 'Ada', extra: 1, address: { city: 'Rome', more: 2 } })).toEqual({
    name: 'Ada',
    plan: 'free',
    address: { city: 'Rome' },
  });
  expect(parse('Settings', { retries: 3 })).toEqual({ retries: 3 });
  expect(parse('pet-food', 'hay')).toBe('hay');
  expect(() => parse('pet-food', 'meat')).toThrow('Invalid pet-food: must be one of');
  expect(() => parse('Unknown', {})).toThrow(new TypeError('Unknown definition "Unknown"'));
  expect(() => parse('toString', {})).toThrow(TypeError);
  const value = { name: 'far too long a name', plan: 7, address: {} };
  const { ask } = await serve(
    KINDS[0]!.create(
      await compileTree(
        { 'customers@post.ts': '/** @param {NewCustomer} body */' },
        { definitions: { 'Customer.ts': CUSTOMER, 'new-customer.js': NEW_CUSTOMER }, warnings: ['unused-definition'] },
      ),
    ),
  );
  const answer = await ask('POST /customers', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  });
  let thrown: unknown;
  try {
    parse('NewCustomer', value);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(exports['InvalidData']);
  expect(thrown).not.toBeInstanceOf(InvalidInput);
  expect((thrown as { errors: unknown }).errors).toEqual((answer.json as { errors: unknown }).errors);
  expect((thrown as { errors: unknown[] }).errors).toHaveLength(3);
});

it('picks the declared properties of data as those of responses, deep and without writeOnly ones', async () => {
  const { exports } = await build("export { pick } from 'virtual:operations/schemas';");
  const row = { id: 1, name: 'Ada', password: 'x', hash: 'y', address: { city: 'Rome', geo: [1, 2] } };
  expect((exports['pick'] as Parse)('Customer', row)).toEqual({ id: 1, name: 'Ada', address: { city: 'Rome' } });
});

it('a definition is a Standard Schema', async () => {
  const { exports } = await build(
    "import { schemas } from 'virtual:operations/schemas';\nexport const schema = schemas.NewCustomer;",
  );
  const { version, vendor, validate } = (exports['schema'] as DataSchema)['~standard'];
  expect([version, vendor]).toEqual([1, 'unplugin-operations']);
  expect(validate({ name: 'Ada' })).toEqual({ value: { name: 'Ada', plan: 'free' } });
  expect(validate({ name: 'Ada', address: {} })).toEqual({
    issues: [{ message: 'is required', path: ['address', 'city'] }],
  });
});

it('puts only the definitions in a bundle that it uses', async () => {
  const one = await build(
    "import { schemas } from 'virtual:operations/schemas';\nexport const parse = schemas.Settings.parse;",
  );
  expect(one.text).toContain('retries');
  for (const word of ['NewCustomer', 'Customer', 'country', 'pet-food', 'seeds', 'hay'])
    expect([word, one.text.includes(word)]).toEqual([word, false]);
  const all = await build("export { parse } from 'virtual:operations/schemas';");
  for (const word of ['retries', 'country', 'seeds']) expect(all.text).toContain(word);
  expect(one.text.length).toBeLessThan(all.text.length);
  const none = await build("import operations from 'virtual:operations';\nexport default operations;");
  for (const word of ['InvalidData', 'seeds', 'retries']) expect(none.text).not.toContain(word);
});

it('a schema is typed by the definitions, even by those that no operation uses', async () => {
  const root = scratch();
  const files = {
    'operations.d.ts': declarationsOf(FILES),
    'jobs.ts': `/// <reference types="unplugin-operations/client" />
import { InvalidData, parse, pick, schemas } from 'virtual:operations/schemas';
export const settings = parse('Settings', JSON.parse('{}'));
export const retries: number = settings.retries;
export const name: string = pick('Customer', { id: 1 }).name;
export const city: string | undefined = schemas.Customer.parse({}).address?.city;
const result = schemas.Customer['~standard'].validate({});
export const value = result.issues === undefined ? result.value.id : result.issues[0]?.message;
export const keywords = (error: unknown) => (error instanceof InvalidData ? error.errors.map(({ keyword }) => keyword) : []);
// @ts-expect-error -- there is no such definition
parse('Unknown', {});
// @ts-expect-error -- the definition has no such property
void settings.delay;
`,
  };
  expect(await checkTypes(root, files)).toEqual([]);
});
