import { describe, expect, it } from 'vitest';
import { featuresOf, TOOL_FEATURE_NAMES } from '../../../src/build/codegen/tools/tool-features.ts';
import { buildTools, generateMcp } from '../../../src/build/codegen/tools/index.ts';
import { inputOf, serveTools } from './serve.ts';

const operation = (lines: string): string => `/** Does it.\n * @tool\n${lines} */\nexport default () => ({});`;
const JSON_RETURNED = ' * @returns {{id: integer}} It\n';
const SCHEMES = 'components: { securitySchemes: { login: { type: http, scheme: bearer } } }\n';

/** The features that a build imports for one operation. */
function featuresFor(lines: string, file = 'pets@post.ts', definitions: Record<string, string> = {}): string {
  const input = inputOf({ [file]: operation(lines) }, { definitions });
  return featuresOf(buildTools(input), input).join(' ');
}

describe('a bundle contains the parts of the server', () => {
  it.each([
    ['none for JSON', ` * @param {string} name - Its name\n${JSON_RETURNED}`, ''],
    ['for results with pages', ' * @param-include paging\n * @returns {object[]} All\n', 'wrapping'],
    ['for streams', ' * @returns {Stream<object>} 200 - Items\n', 'streams'],
    ['for texts and files', ' * @produces text/plain\n * @returns {string} A text\n', 'files'],
    ['for bodies that no comment declares', '', 'files'],
    ['for any value', ' * @returns {any} It\n', 'files'],
    ['none without a body', ' * @returns 204\n', ''],
    ['for forms', ` * @consumes multipart/form-data\n * @param {file} photo - It\n${JSON_RETURNED}`, 'bodies'],
    ['for styles', ` * @param {string[]} query.ids (style: pipeDelimited) - Them\n${JSON_RETURNED}`, 'styles'],
  ])('bundles the code %s', (_name, lines, features) => {
    expect(featuresFor(lines, lines.includes('paging') ? 'pets@get.ts' : undefined)).toBe(features);
  });

  it('bundles the reader of arguments in headers', () => {
    const body = {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    };
    const definitions = { 'Order.json': JSON.stringify(body) };
    expect(featuresFor(` * @param {Order} body - It\n${JSON_RETURNED}`, undefined, definitions)).toBe(
      'argumentHeaders',
    );
  });

  it('bundles credentials if a scheme is declared', () => {
    const definitions = { 'openapi.yaml': SCHEMES };
    expect(featuresFor(JSON_RETURNED, undefined, definitions)).toBe('access');
    expect(featuresFor(` * @security login\n${JSON_RETURNED}`, undefined, definitions)).toBe('access');
  });

  it('bundles a search if the list costs more than the budget', () => {
    const files = Array.from({ length: 60 }, (_, i) => [`pets${i}@get.ts`, operation(JSON_RETURNED)] as const);
    const input = inputOf(Object.fromEntries(files));
    expect(featuresOf(buildTools(input), input)).toEqual(['search']);
    expect(buildTools(input).search?.tools.map(({ name }) => name)).toEqual([
      'search_operations',
      'describe_operation',
      'call_operation',
    ]);
  });

  it('bundles the parts by imports of the generated module', () => {
    const data = buildTools(inputOf({ 'pets@get.ts': operation(JSON_RETURNED) }));
    const text = generateMcp(data, TOOL_FEATURE_NAMES, { manifest: 'manifest', moduleOf: (name) => `/lib/${name}.js` });
    expect(text.match(/^import .*/gm)).toEqual([
      'import { defineMcp } from "/lib/runtime/mcp/index.js";',
      'import operations from "manifest";',
      'import { search } from "/lib/runtime/mcp/search.js";',
      'import { access } from "/lib/runtime/mcp/resource-access.js";',
      'import { wrapping } from "/lib/runtime/mcp/wrapping.js";',
      'import { streams } from "/lib/runtime/mcp/stream-result.js";',
      'import { files } from "/lib/runtime/mcp/file-content.js";',
      'import { bodies } from "/lib/runtime/mcp/form-bodies.js";',
      'import { styles } from "/lib/runtime/mcp/query-styles.js";',
      'import { argumentHeaders } from "/lib/runtime/mcp/argument-headers.js";',
    ]);
  });
});

describe('a server without some parts', () => {
  const files = { 'pets@get.ts': operation(JSON_RETURNED) };

  it('refuses options that need them', async () => {
    await expect(serveTools(files, { budget: 10 })).rejects.toThrow(
      'The option budget of mcp is too small: a search replaces only lists above 2000 tokens.',
    );
    await expect(serveTools(files, { authorizationServers: ['https://login.example'] })).rejects.toThrow(
      'The option authorizationServers of mcp needs a security scheme in openapi.yaml.',
    );
  });

  it('passes on a challenge of a middleware', async () => {
    const { send } = await serveTools(files, {}, (app) =>
      app.use((ctx, next) => {
        if (ctx.path === '/mcp') return next();
        ctx.set('WWW-Authenticate', 'Basic realm="shop"');
        ctx.status = 401;
        return undefined;
      }),
    );
    const { status, headers } = await send('tools/call', { name: 'get_pets' });
    expect([status, headers['www-authenticate']]).toEqual([401, 'Basic realm="shop"']);
  });

  it.each([
    ['text/html; charset=utf-8', [{ text: '200 OK' }, { text: 'Come back later' }]],
    ['image/png', [{ text: '200 OK' }, { text: expect.stringMatching(/^image\/png: http:.*\/pets$/) as string }]],
  ])('shows an undeclared body of %s as text, or where it is', async (type, content) => {
    const { call } = await serveTools(files, {}, (app) =>
      app.use((ctx, next) => {
        if (ctx.path === '/mcp') return next();
        ctx.type = type;
        ctx.body = Buffer.from('Come back later');
        return undefined;
      }),
    );
    const result = await call('get_pets');
    expect(result.content).toMatchObject(content);
    expect(result.content).toHaveLength(content.length);
  });
});
