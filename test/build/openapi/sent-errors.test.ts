import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { ResponseObject } from '../../../src/build/openapi/document.ts';
import { createApp } from '../../../src/runtime/koa/index.ts';
import { compile } from '../compiler/compile.ts';
import { documentOf } from '../../docs/examples.ts';
import { compileTree } from '../../runtime/koa/compiled.ts';
import { serve } from '../../runtime/koa/serve.ts';
import { resolve } from './github.ts';

// Whatever a comment declares for the statuses of the server, each of its answers is in the document.

const FAILURE =
  'type: object\nproperties: { reason: { type: string } }\nrequired: [reason]\nadditionalProperties: false\n';
const OWN_PROBLEM = 'type: object\nproperties: { message: { type: string } }\nrequired: [message]\n';
const SECURITY = 'components: { securitySchemes: { key: { type: http, scheme: bearer } } }\n';

const STATUSES = ['400', '401', '403', '413', '415', '422', '500'];
const each = (write: (status: string) => string): string[] => STATUSES.map(write);

/** The lines of a comment that declare errors. */
const DECLARED: Readonly<Record<string, readonly string[]>> = {
  nothing: [],
  'another media type': each((status) => `@throws {Failure} ${status}`),
  'another schema': each((status) => `@throws {Failure} ${status} application/problem+json`),
  'no bodies': each((status) => `@throws {void} ${status}`),
  problems: each((status) => `@throws ${status}`),
  classes: ['@throws {Failure} 4XX', '@throws {string} 5XX text/plain'],
  'the rest': ['@throws {Failure} 401', '@throws {Failure} default application/problem+json'],
};

const FORMATS = {
  'RFC 9457': { document: '' },
  'another status': { document: 'x-problem: { status: { 400: 422, 401: 403 } }\n' },
  'another schema': { document: '', own: true },
  'another format': { document: 'x-problem: { mediaType: application/json, status: { 400: 422 } }\n', own: true },
};

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validators = new Map<string, ValidateFunction>();

/** The validator of a schema, which is compiled once: most answers have the same. */
function validatorOf(schema: object): ValidateFunction {
  const key = JSON.stringify(schema);
  const validator = validators.get(key) ?? ajv.compile(schema);
  validators.set(key, validator);
  return validator;
}

const REQUESTS: readonly [target: string, options: object][] = [
  ['POST /pets', { body: '{"id": "x"}' }],
  ['POST /pets', { body: '{' }],
  ['POST /pets?fail=true', { body: '{"id": 1}' }],
  ['POST /pets', { body: '{"id": 1}', headers: { Authorization: 'none' } }],
  ['POST /pets', { body: '{"id": 1}', headers: { Authorization: 'Bearer no' } }],
  ['POST /pets', { body: 'x', headers: { 'Content-Type': 'text/css' } }],
  ['POST /pets', { body: `"${'x'.repeat(2 ** 20)}"` }],
];

describe.each(Object.entries(FORMATS))('problems in %s', (_format, { document: base, ...format }) => {
  it.each(Object.entries(DECLARED))('documents them with %s declared', async (name, lines) => {
    const comment = [
      '@security key',
      '@param {integer} id',
      '@returns {void} Done',
      '@throws {Failure} 418',
      ...lines,
      '@param {boolean} [query.fail]',
    ];
    const files = {
      'pets@post.ts': `/**\n${comment.map((line) => ` * ${line} - x\n`).join('')} */\nexport default (ctx) => { if (ctx.query.fail) null.x; };`,
    };
    const definitions: Record<string, string> = {
      'Failure.yaml': FAILURE,
      'openapi.yaml': SECURITY + base,
      ...('own' in format && { 'Problem.yaml': OWN_PROBLEM }),
    };
    const document = documentOf(
      compile(files, { definitions: Object.entries(definitions).map(([path, text]) => ({ path, text })) }),
    );
    const { ask } = await serve(
      createApp(await compileTree(files, { definitions }), {
        security: { key: (ctx, token) => token === 'yes' || ctx.throw(403) },
        ...('own' in format && { formatProblem: ({ title }) => ({ message: title }) }),
      }),
    );
    const { responses } = document.paths['/pets']!.post!;
    const statuses = new Set<number>();
    for (const [target, { headers, ...options }] of REQUESTS as readonly [string, { headers?: object }][]) {
      const sent = { 'Content-Type': 'application/json', Authorization: 'Bearer yes', ...headers };
      const answer = await ask(target, { ...options, headers: sent });
      statuses.add(answer.status);
      const key = [String(answer.status), `${Math.floor(answer.status / 100)}XX`, 'default'].find(
        (one) => one in responses,
      );
      // An unexpected error is in the document if its status is declared.
      if (key === undefined && answer.status === 500 && name === 'nothing') continue;
      const { content = {}, headers: fields = {} } = resolve(document, responses[key!]) as ResponseObject;
      const { schema } = content[answer.headers['content-type'] as string] ?? {};
      expect([target, answer.status, schema]).toEqual([target, answer.status, expect.any(Object)]);
      const validate = validatorOf({ ...schema, components: document.components });
      validate(answer.json);
      expect(validate.errors ?? []).toEqual([]);
      expect(Object.keys(fields)).toEqual(
        expect.arrayContaining(answer.status === 401 ? ['WWW-Authenticate'] : []) as string[],
      );
    }
    expect(statuses.size).toBeGreaterThanOrEqual(5);
  });
});
