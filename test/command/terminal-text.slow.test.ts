import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeTree } from '../support/build.ts';

const program = fileURLToPath(new URL('../../dist/command/index.js', import.meta.url));
const root = scratch(afterAll);

/** Sets the title of a terminal, deletes a line and changes the color: OSC, CSI and CSI as a single character of C1. Then text from right to left. */
const ODD = 'x\u001b]0;title\u0007\u001b[2K\u009b31m\r\u202e\u200b';
const answer = { description: ODD, content: { 'application/json': { schema: { type: 'string', format: ODD } } } };
const operation = (id: string): object => ({
  operationId: id,
  summary: ODD,
  callbacks: { [ODD]: {} },
  parameters: [{ name: ODD, in: 'query', style: ODD, schema: { type: 'string', pattern: `(${ODD}` } }],
  responses: { 200: answer },
});
const description = (paths: object): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: ODD, version: ODD },
    servers: [{ url: `https://a.example/${ODD}` }],
    [`x-${ODD}`]: 1,
    paths,
    components: { securitySchemes: { [ODD]: { type: ODD } }, schemas: { [ODD]: { type: ODD } } },
  });

beforeAll(() =>
  writeTree(root, {
    'package.json': '{"type": "module"}',
    'tsconfig.json': '{}',
    'odd.json': description({ [`/a${ODD}`]: { get: operation(ODD) }, '/b': { get: operation('b') } }),
    'before.json': description({ '/b': { get: operation(ODD) }, '/c': { get: operation('c') } }),
    'broken.json': `{"openapi": "3.1.0", ${ODD}`,
    'broken.yaml': `openapi: [3.1.0\n${ODD}`,
    'swagger.json': JSON.stringify({ openapi: ODD }),
    'app/operations/pets@get.ts': `/**\n * Pets ${ODD}.\n * @tags ${ODD}\n * @prama ${ODD}\n */\nexport default () => {};`,
    'app/definitions/openapi.yaml': `"x-${ODD.slice(0, 1)}\\e[2K": 1\n`,
  }),
);

describe('The command writes no control or invisible characters of what it reads', () => {
  it.each<[string, ...string[]]>([
    ['import', 'import', 'odd.json', '--dry-run', '--verbose'],
    ['import as JSON', 'import', 'odd.json', '--dry-run', '--json'],
    ['init --from', 'init', 'new', '--from', 'odd.json', '--yes', '--no-install'],
    ['import of a file that is not JSON', 'import', 'broken.json'],
    ['import of a file that is not YAML', 'import', 'broken.yaml'],
    ['import of another version', 'import', 'swagger.json'],
    ['import of a file that does not exist', 'import', `${ODD}.json`],
    ['diff', 'diff', 'before.json'],
    ['diff with a file that does not exist', 'diff', ODD],
    ['check', 'check'],
    ['list', 'list'],
    ['openapi', 'openapi'],
    ['explain', 'explain', 'GET', `/${ODD}`],
    ['an unknown command', ODD],
    ['an unknown option', 'check', `--${ODD}`],
  ])('%s', (_name, ...args) => {
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' });
    const odd = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u200b]/gu;
    expect({ stdout: stdout.match(odd), stderr: stderr.match(odd) }).toEqual({ stdout: null, stderr: null });
    expect(stdout + stderr).not.toBe('');
  });
});
