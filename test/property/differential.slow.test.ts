import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareRequest } from '../runtime/client/prepared.ts';
import type { OpenApiDocument, OperationObject, ParameterObject } from '../../src/build/openapi/document.ts';
import type { IdempotencyStore } from '../../src/runtime/koa/index.ts';
import type { RateLimitStore } from '../../src/runtime/koa/index.ts';
import { createApp } from '../../src/runtime/koa/index.ts';
import { compile } from '../build/compiler/compile.ts';
import { documentOf } from '../docs/examples.ts';
import { compilePlayground } from '../docs/playground.ts';
import { compileTree } from '../runtime/koa/compiled.ts';
import { serve } from '../runtime/koa/serve.ts';
import { scratch } from '../support/build.ts';
import { randomFrom } from '../support/random.ts';
import type { Ours } from './wire.ts';
import { readTexts, valueOf } from './wire.ts';
import { holdsAsync } from './holds.ts';

// For each operation of a document: requests are made from its schemas, valid and not. The server takes exactly those that ajv takes by the document.
// 500 requests for each tree; .ci/full sends 20,000 in all.

const ANSWER = 'export default () => undefined;\n';

/** A tree in which every type is a parameter in each place, a property of a body and a field of a form. */
const TYPES: Readonly<Record<string, string>> = {
  integer: '(minimum: -3, maximum: 40)',
  int32: '',
  int64: '',
  number: '(exclusiveMinimum: 0, multipleOf: 0.5)',
  boolean: '',
  string: '(minLength: 1, maxLength: 5)',
  uuid: '',
  date: '',
  "'a'|'b'": '',
  '1|2|3': '',
  'integer|boolean': '',
  '?integer': '',
  'integer[]': '(maxItems: 3)',
  'string[]': '',
  'boolean[]': '',
  'string[]|null': '',
  'integer[]|boolean': '',
  'integer|string[]': '',
  Named: '',
  Code: '',
  'Short|string[]': '',
};
const lines = (place: string, only: (type: string) => boolean = () => true): string =>
  Object.entries(TYPES)
    .flatMap(([type, facets], i) => (only(type) ? [` * @param {${type}} [${place}v${i}] ${facets} - x`] : []))
    .join('\n');
const isScalar = (type: string): boolean => !type.includes('[]') && !type.startsWith('?');

const TREE = {
  'query.ts': `/**\n${lines('')}\n * @param {integer[]} [joined] (explode: false) - x\n * @param {{lat: number, name?: string}} [at] - x\n * @param {Filter} [filter] - x\n * @param {Ids} [ids] - x\n * @param {Counts} [counts] - x\n * @param {Choice} [choice] - x\n */\n${ANSWER}`,
  'header.ts': `/**\n${lines('header.X-', isScalar)}\n * @param {integer[]} [header.X-List] - x\n * @param {Point} [header.X-Point] - x\n * @param {Ids} [header.X-Ids] - x\n * @param {Choice} [header.X-Choice] - x\n */\n${ANSWER}`,
  'cookie.ts': `/**\n${lines('cookie.', isScalar)}\n * @param {integer[]} [cookie.list] - x\n * @param {Point} [cookie.point] - x\n */\n${ANSWER}`,
  'points/{point}/{ids}@get.ts': `/**\n * @param {Point} point - x\n * @param {Ids} ids - x\n */\n${ANSWER}`,
  'at/{id}/{kind}@get.ts': `/**\n * @param {integer} id - x\n * @param {'cat'|'dog'} kind - x\n * @param {boolean} needed - x\n */\n${ANSWER}`,
  'json@post.ts': `/**\n${lines('body.')}\n * @param {Deep} body.deep - x\n */\n${ANSWER}`,
  'form@post.ts': `/**\n * @consumes application/x-www-form-urlencoded\n${lines('body.')}\n * @param {Choice} [body.choice] - x\n * @param {integer} body.needed - x\n */\n${ANSWER}`,
  'multipart@post.ts': `/**\n * @consumes multipart/form-data\n${lines('body.')}\n * @param {string} body.needed - x\n */\n${ANSWER}`,
  'text@post.ts': `/**\n * @consumes text/plain\n * @param {string} body (maxLength: 4) - x\n */\n${ANSWER}`,
  'rows.ts': `/**\n * @param-include paging\n * @returns {string[]} x\n */\n${ANSWER}`,
};
const DEFINITIONS = {
  'Named.yaml': 'type: string\nenum: [one, two]\n',
  'Code.yaml': 'anyOf:\n  - { type: integer, minimum: 40 }\n  - { type: string, pattern: "^(?:\\\\d|a)$" }\n',
  'Short.yaml': 'type: string\nmaxLength: 2\n',
  'Choice.yaml':
    'oneOf:\n  - { type: object, required: [kind, value], properties: { kind: { const: a }, value: { type: integer } } }\n  - { type: object, required: [kind, value], properties: { kind: { const: b }, value: { type: string } } }\n',
  'Point.yaml': 'type: object\nrequired: [x]\nproperties: { x: { type: integer }, y: { type: integer, minimum: 0 } }\n',
  'Ids.yaml': 'type: array\nmaxItems: 3\nitems: { type: integer }\n',
  'Counts.yaml':
    'type: object\nproperties: { name: { type: string } }\nadditionalProperties: { type: integer, maximum: 40 }\n',
  'Filter.yaml':
    'allOf:\n  - $ref: Point.yaml\n  - { type: object, properties: { ids: { $ref: Ids.yaml }, either: { type: [integer, boolean] } } }\n',
  'Deep.yaml':
    'type: object\nrequired: [id]\nadditionalProperties: false\nproperties:\n  id: { type: integer, minimum: 1 }\n  tags: { type: array, uniqueItems: true, items: { type: string, pattern: "^[a-z]+$" } }\n  next: { anyOf: [{ $ref: "#/components/schemas/Deep" }, { type: "null" }] }\n',
};

/** The bookshop's contracts with handlers that answer nothing. */
function bookshop(): { files: Record<string, string>; definitions: Record<string, string> } {
  const app = fileURLToPath(new URL('../../playground/app', import.meta.url));
  const { compilation } = compilePlayground();
  const files = compilation.operations.map(({ contract, handler }) => {
    const { source, span } = handler.comment!.at;
    return [
      contract.id.replace(/\.[cm]?[jt]s$/, '.ts'),
      `${source.text.slice(span.start, span.end)}\n${ANSWER}`,
    ] as const;
  });
  const read = (directory: string, names: readonly string[]) =>
    names.map((name) => [name, readFileSync(`${app}/${directory}/${name}`, 'utf8')] as const);
  const inherited = readdirSync(`${app}/operations`, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('_middleware.'),
  );
  const events = read('events', readdirSync(`${app}/events`)).map(
    ([name, text]) => [`../events/${name}`, text] as const,
  );
  const definitions = read('definitions', readdirSync(`${app}/definitions`));
  return {
    files: Object.fromEntries([...files, ...events, ...read('operations', inherited)]),
    definitions: Object.fromEntries(definitions),
  };
}

interface Target {
  readonly key: string;
  readonly operation: OperationObject;
}

function targetsOf(document: OpenApiDocument): Target[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${decodeURI(path)}`,
      operation,
    })),
  );
}

/** Random requests are more than the bookshop allows. */
const UNLIMITED: RateLimitStore = {
  take: (requests) => requests.map(() => ({ passes: true, remaining: 1, resetAfter: 0 })),
};

/** Whether a key has been used is not part of the document. */
const FORGETFUL: IdempotencyStore = {
  reserve: () => Promise.resolve(undefined),
  complete: () => Promise.resolve(),
  release: () => Promise.resolve(),
};

const PAGE = ['page', 'page_size'];
const OFFSET = ['limit', 'offset'];

describe.each([
  ['a tree of every type', () => ({ files: TREE, definitions: DEFINITIONS })],
  ['the bookshop', bookshop],
])('%s', (_name, sources) => {
  const root = scratch(afterAll);
  const setUp = async () => {
    const { files, definitions } = sources();
    const manifest = await compileTree(files, { definitions, root });
    const document = documentOf(
      compile(files, { definitions: Object.entries(definitions).map(([path, text]) => ({ path, text })) }),
    );
    const names = Object.keys(manifest.securitySchemes ?? {});
    const { url } = await serve(
      createApp(manifest, {
        security: Object.fromEntries(names.map((name) => [name, () => true])),
        idempotency: { store: FORGETFUL, clientOf: 'shared' },
        rateLimits: { store: UNLIMITED, userOf: () => 'anyone' },
      }),
    );
    // Without a precision, ajv takes no number from 1e21 on for a multiple of 0.5.
    const ajv = new Ajv2020({ multipleOfPrecision: 12, strict: false, allowUnionTypes: true });
    addFormats.default(ajv);
    const components = document.components;
    const validators = new WeakMap<object, (value: unknown) => unknown>();
    const accepts: Ours['accepts'] = (schema, value) => {
      const validate = validators.get(schema) ?? ajv.compile({ ...schema, components });
      validators.set(schema, validate);
      return value !== undefined && validate(value) === true;
    };
    const resolve = <T>(part: unknown): T => {
      const { $ref } = part as { $ref?: string };
      if ($ref === undefined) return part as T;
      const [, , kind, name] = $ref.split('/') as [string, string, keyof typeof components, string];
      return resolve((components![kind] as Record<string, unknown>)[name]);
    };
    return { url, document, ours: { accepts, resolve, noise: 0 } };
  };

  const send = async (url: string, key: string, mediaType: string | undefined, input: object, joined: string[]) => {
    const styles = Object.fromEntries(joined.map((name) => [name, ',' as const]));
    const { url: target, addCookies, ...init } = prepareRequest(key, mediaType, input, styles);
    const headers = new Headers({ ...init.headers, authorization: 'Bearer x' });
    addCookies!(headers);
    const response = await fetch(url + target, { ...init, headers } as RequestInit);
    return { status: response.status, text: `${key} ${target} ${JSON.stringify(input)}: ${await response.text()}` };
  };

  it('takes what its document takes, and nothing else', { timeout: 300_000 }, async () => {
    const { url, document, ours } = await setUp();
    const targets = targetsOf(document);
    const counts = { taken: 0, refused: 0 };
    const request = fc.tuple(fc.nat({ max: 2 ** 31 - 1 }), fc.integer());
    await holdsAsync(
      fc.asyncProperty(request, async ([chosen, seed]) => {
        const { key, operation } = targets[chosen % targets.length]!;
        const next = randomFrom(seed);
        const random = (): number => next(2 ** 30) / 2 ** 30;
        const input: Record<string, Record<string, unknown>> = { path: {}, query: {}, header: {}, cookie: {} };
        const parameters = (operation.parameters ?? []).map((part) => ours.resolve<ParameterObject>(part));
        // Which of the two forms of paging conflict is not part of the document.
        const other = parameters.some(({ name }) => name === 'offset') ? (random() < 0.5 ? PAGE : OFFSET) : [];
        let isValid = true;
        // At most one part of a request is wrong, so that it alone decides.
        const noisy = Math.floor(random() * (parameters.length + 1) * 1.2);
        const noiseOf = (index: number): Ours => ({ ...ours, noise: index === noisy ? 0.6 : 0 });
        for (const [index, { name, in: place, schema = {}, required = false }] of parameters.entries()) {
          // So is what a cursor has, which only the server can write.
          if (other.includes(name) || name === 'cursor') continue;
          const isSent = index === noisy || random() < (required ? 0.98 : 0.3);
          let value = isSent ? valueOf(schema, random, noiseOf(index), place) : undefined;
          // So is the product of page and page_size.
          if (name === 'page' && (value as number) > 1e6 && ours.accepts(schema, value)) value = 7;
          // Nothing is sent for an empty list or object.
          const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
          if (isEmpty && (place === 'query' || place === 'path')) value = undefined;
          if (value === undefined) {
            isValid &&= !required && place !== 'path';
            if (place === 'path') input['path']![name] = 'missing';
            continue;
          }
          input[place]![name] = value;
          isValid &&= ours.accepts(schema, readTexts(value, schema, ours));
        }
        const [[mediaType, content] = []] = Object.entries(operation.requestBody?.content ?? {});
        let body: unknown;
        if (content !== undefined && (operation.requestBody?.required === true || random() < 0.9)) {
          body = valueOf(
            content.schema!,
            random,
            noiseOf(parameters.length),
            mediaType!.endsWith('json') ? 'json' : 'body',
          );
          if (
            body === undefined ||
            (mediaType !== 'application/json' && typeof body !== (mediaType === 'text/plain' ? 'string' : 'object'))
          )
            return;
          isValid &&= ours.accepts(
            content.schema!,
            mediaType!.endsWith('json') || mediaType === 'text/plain'
              ? body
              : readTexts(body, content.schema!, ours, true),
          );
        }
        if (Object.values(input['path']!).includes('missing')) return;
        const joined = parameters.filter(
          ({ in: place, explode, style }) => place === 'query' && style === 'form' && explode === false,
        );
        const answer = await send(
          url,
          key,
          mediaType,
          { ...input, body },
          joined.map(({ name }) => name),
        );
        counts[isValid ? 'taken' : 'refused']++;
        expect([answer.status < 300 ? 'taken' : answer.status, answer.text]).toEqual([
          isValid ? 'taken' : 400,
          answer.text,
        ]);
      }),
      500,
    );
    expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(50);
  });

  it('takes every documented default at once', async () => {
    const { url, document, ours } = await setUp();
    for (const { key, operation } of targetsOf(document)) {
      const query: Record<string, unknown> = {};
      for (const part of operation.parameters ?? []) {
        const { name, in: place, schema = {}, required } = ours.resolve<ParameterObject>(part);
        if (place === 'query' && 'default' in schema && required !== true) query[name] = schema['default'];
      }
      if (
        Object.keys(query).length === 0 ||
        operation.parameters!.some((part) => ours.resolve<ParameterObject>(part).required)
      )
        continue;
      const answer = await send(url, key, undefined, { query }, []);
      expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
    }
  });
});
