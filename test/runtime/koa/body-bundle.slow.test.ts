import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, viteBuild, writeTree } from '../../support/build.ts';
import type { Served } from '../../support/process.ts';
import { startNode } from '../../support/process.ts';

const MIB = 2 ** 20;
const SERVER = `import { createApp } from 'unplugin-operations/koa';
import operations from 'virtual:operations';
const app = createApp(operations, { forms: { maxFileSize: ${300 * MIB} } });
const server = app.listen(0, () => console.log(\`http://localhost:\${server.address().port}\`));
`;
const NOTE = `/** @param {string} text - What it says */\nexport default ({ input }) => input.body;\n`;
const FILES = {
  'package.json': '{"type":"module"}',
  'server.ts': SERVER,
  'app/operations/notes@post.ts': NOTE,
  'app/operations/trees@post.ts': '/** @param {Tree} body - A tree */\nexport default () => ({});\n',
  'app/definitions/Tree.yaml': 'type: object\nproperties: { child: { $ref: "#/components/schemas/Tree" } }\n',
};
const UPLOAD = `/**
 * @consumes multipart/form-data
 * @param {file} file - Any
 */
export default ({ input: { body } }) => ({ size: body.file.size, peak: process.resourceUsage().maxRSS * 1024 });
`;

async function build(files: Record<string, string>): Promise<string> {
  const root = scratch(afterAll);
  await writeTree(root, files);
  return viteBuild(root, join(root, 'dist'));
}

describe('bodies in a bundle', () => {
  let plain: string;
  let bundle: string;
  let server: Served;

  beforeAll(async () => {
    plain = await build(FILES);
    bundle = await build({ ...FILES, 'app/operations/files@post.ts': UPLOAD });
    const cwd = join(bundle, '..');
    // It ends before it has removed the last file.
    const env = { TMPDIR: cwd };
    server = await startNode(bundle, { cwd, env, args: ['--disallow-code-generation-from-strings'] });
  });

  afterAll(() => server?.stop());

  const post = async (path: string, body: NonNullable<RequestInit['body']>) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      body,
      ...(typeof body === 'string' && { headers }),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };

  /** Sends a file of a size, and tells the most memory that the server has taken so far. */
  const upload = async (size: number): Promise<number> => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.alloc(size)]));
    const { status, json } = await post('/files', form);
    expect([status, json['size']]).toEqual([200, size]);
    return json['peak'] as number;
  };

  it('bundles the reader of multipart forms only where one is declared', () => {
    const mark = 'Unexpected end of multipart data';
    expect(readFileSync(bundle, 'utf8')).toContain(mark);
    expect(readFileSync(plain, 'utf8')).not.toContain(mark);
  });

  it('reads bodies without code from strings', async () => {
    expect(await post('/notes', '{"text":"x"}')).toEqual({ status: 200, json: { text: 'x' } });
    expect(await post('/notes', '{"text":1}')).toMatchObject({ status: 400 });
  });

  it('refuses a body too deep for a schema that refers to itself, and the server goes on', async () => {
    const depth = 100_000;
    const { status, json } = await post('/trees', `${'{"child":'.repeat(depth)}{}${'}'.repeat(depth)}`);
    expect(status).toBe(400);
    expect(json['errors']).toMatchObject([{ message: 'is nested too deeply' }]);
    expect(await post('/trees', '{"child":{}}')).toMatchObject({ status: 200 });
  });

  it('streams a file that is never all in memory', async () => {
    const before = await upload(1);
    expect((await upload(250 * MIB)) - before).toBeLessThan(100 * MIB);
  });
});
