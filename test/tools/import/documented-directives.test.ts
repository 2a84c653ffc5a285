import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileOperations, contractsOf, eventsOf } from '../../../src/build/compiler/compile.ts';
import type { OpenApiInput } from '../../../src/build/openapi/write/index.ts';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import { readDefinitions, readTree } from '../../../src/build/project/files.ts';
import type { DirectiveDescription } from '../../../src/directives/directive-description.ts';
import { DESCRIBED } from '../../../src/directives/table.ts';
import type { Compilation } from '../../../src/build/compiler/compile.ts';
import { emitted, planOf, reasonsOf } from './support.ts';

const ROWS: readonly DirectiveDescription[] = DESCRIBED;
const info = { title: 'Without a name', version: '0.0.0' };

function documentOf(compilation: Compilation): object {
  const { schemas, document } = compilation;
  const input = { schemas, document: document as OpenApiInput['document'], info };
  return generateOpenApi({ operations: contractsOf(compilation), events: eventsOf(compilation), ...input });
}

/** The document of a tree, and the files and the document of its import. */
function importOf(files: Readonly<Record<string, readonly string[]>>): {
  document: string;
  imported: string;
  lines: Record<string, string[]>;
  differences: readonly string[];
} {
  const texts = Object.entries(files).map(([path, lines]) => ({
    path,
    text: `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n${path.startsWith('../events/') ? '' : 'export default function () {}\n'}`,
  }));
  const document = documentOf(compileOperations({ files: texts }));
  const plan = planOf(document);
  const read = plan.operations.files.map(({ path, text }) => [
    path,
    [...text.matchAll(/^ \*(?: (.*))?$/gm)].map(([, line = '']) => line),
  ]);
  return {
    document: JSON.stringify(document, null, 2),
    imported: JSON.stringify(emitted(plan), null, 2),
    lines: Object.fromEntries(read) as Record<string, string[]>,
    differences: plan.differences,
  };
}

const BODY = ['@param {string} text', '@returns {object} 200 - The note'];
const NOTE = ['@returns {object} 200 - The note'];

/** Comments whose lines the import has again, by the file of their operation. */
const KEPT: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'an optional key': { 'notes/@post.ts': ['Adds a note', '', '@idempotent', ...BODY] },
  'a required key': { 'notes/@patch.ts': ['Changes notes', '', '@idempotent required', ...BODY] },
  limits: {
    'sessions/@post.ts': [
      'Signs in',
      '',
      '@rate-limit 5 per 15 minutes per address (name: sign-in, onStoreError: closed)',
      '@rate-limit 100 per day per all',
      ...BODY,
    ],
    'notes/@get.ts': ['Gets a note', '', '@rate-limit 2 per second per tenant', ...NOTE],
  },
  'what caches can do': {
    'genres/@get.ts': ['Gets genres', '', '@cache public, max-age=60, stale-while-revalidate=30', ...NOTE],
    'notes/@get.ts': ['Gets a note', '', '@etag', '@cache private, max-age=60', ...NOTE],
    'offers/@get.ts': ['Gets offers', '', '@cache public, s-maxage=60 (same for everyone)', ...NOTE],
  },
  'a limit beside a declared 429': {
    'notes/@get.ts': ['Gets a note', '', '@rate-limit 60 per hour per user', ...NOTE, '@throws 429 - Too many'],
  },
  'a key beside a declared 409': {
    'notes/@post.ts': ['Adds a note', '', '@idempotent', ...BODY, '@throws 409 - The note exists'],
  },
  tags: {
    'notes/@get.ts': ['Gets a note', '', '@etag', ...NOTE],
    'notes/@put.ts': ['Sets a note', '', ...BODY],
    'notes/@patch.ts': ['Changes a note', '', '@idempotent required', ...BODY],
    'notes/@delete.ts': ['Deletes a note', '', '@returns {void} 204'],
  },
  'a tag that no write needs': { 'notes/@get.ts': ['Gets notes', '', '@etag', ...NOTE] },
  'the events that it sends': {
    '../events/note.added.ts': ['A note was added', '', '@payload {object} - The note'],
    '../events/note.shared.ts': ['@payload {object} - The note'],
    'notes/@post.ts': ['Adds a note', '', '@fires note.added, note.shared', ...BODY],
  },
  'a date of the removal': {
    'notes/@get.ts': ['Gets notes', '', '@deprecated', '@sunset 2027-05-01', ...NOTE],
  },
  'a date of the removal without a deprecation': { 'notes/@get.ts': ['Gets notes', '', '@sunset 2027-05-01', ...NOTE] },
  'a deprecation with a date and a reason': {
    'notes/@get.ts': ['Gets notes', 'All of them.', '', '@deprecated 2026-11-01 - Use getNotes', ...NOTE],
  },
  'a reason of several lines': {
    'notes/@get.ts': ['Gets notes', '', '@deprecated Use getNotes', 'or getAll', ...NOTE],
  },
  'all of them, with the tags of both': {
    'notes/@get.ts': [
      'Gets notes',
      'All of them.',
      '',
      '@tags notes, old notes',
      '@etag',
      '@deprecated 2026-11-01 - Use [getNotes](https://api.example/v2).',
      '@sunset 2027-05-01',
      '@see https://api.example/docs The guide',
      '@see https://api.example/more',
      '@see /health Another one',
      ...NOTE,
    ],
  },
};

describe('the import of the document of a tree', () => {
  it.each(Object.entries(KEPT))('keeps %s', (_, files) => {
    const { document, imported, lines, differences } = importOf(files);
    expect(lines).toEqual(files);
    expect(imported).toBe(document);
    expect(differences).toEqual([]);
  });

  it('knows every directive that a document shows', () => {
    const shown = Object.values(KEPT).flatMap((files) => Object.values(files).flat());
    const used = ROWS.filter(({ name }) => shown.some((line) => line.split(' ')[0] === `@${name}`));
    // The others are texts of their own in a document, or in none.
    expect(used.map(({ name }) => name)).toEqual(
      ROWS.filter(({ lines }) => lines !== undefined).map(({ name }) => name),
    );
  });

  it('keeps what the author has declared otherwise', () => {
    const own = '@param {string} header.Idempotency-Key (maxLength: 10) - My own key';
    const { document, imported, lines } = importOf({
      'notes/@post.ts': ['Adds a note', '', '@idempotent', own, ...BODY],
    });
    expect(lines['notes/@post.ts']).toEqual(['Adds a note', '', '@idempotent', own, ...BODY]);
    expect(imported).toBe(document);
  });

  it('makes the limit of a directory one of each operation, and reports that', () => {
    const { lines, document } = importOf({
      'notes/_middleware.ts': ['@rate-limit 9 per minute (name: notes)'],
      'notes/@get.ts': ['Gets notes', '', '@rate-limit cost 3', ...NOTE],
    });
    expect(lines['notes/@get.ts']).toEqual([
      'Gets notes',
      '',
      '@rate-limit 9 per minute per address (name: notes)',
      ...NOTE,
    ]);
    const pointers = reasonsOf(planOf(JSON.parse(document) as object)).flatMap(([, places]) => places);
    expect(pointers).toEqual([expect.stringContaining('/x-rate-limit')]);
  });

  it('keeps the parameters of a path whose operations do not all have their part', () => {
    const document = JSON.parse(
      importOf({ 'notes/@get.ts': ['Gets notes', '', '@etag', ...NOTE], 'notes/@put.ts': ['Sets notes', '', ...BODY] })
        .document,
    ) as { paths: { '/notes': { put: { parameters: unknown[] } } } };
    document.paths['/notes'].put.parameters = [];
    const plan = planOf(document);
    expect(plan.operations.files.map(({ text }) => text).join('')).not.toContain('@etag');
    expect(plan.losses).toEqual([]);
  });

  it('keeps a date that a comment cannot have in its extension', () => {
    const plan = planOf({
      openapi: '3.1.0',
      info,
      paths: {
        '/notes': {
          get: {
            deprecated: true,
            description: 'Deprecated: It may be removed on 2027-13-01 or later.',
            'x-sunset': '2027-13-01',
            responses: {},
          },
        },
      },
    });
    expect(plan.operations.files[0]!.text).toContain('@x-sunset "2027-13-01"');
    expect(plan.losses).toEqual([]);
  });

  it('keeps the problem of a directive next to a range', () => {
    const document = JSON.parse(importOf({ 'notes/@post.ts': ['Adds', '', '@idempotent', ...BODY] }).document) as {
      paths: { '/notes': { post: { responses: object } } };
    };
    const { post } = document.paths['/notes'];
    post.responses = { ...post.responses, '4XX': { description: 'Another mistake' } };
    const plan = planOf(document);
    expect(plan.operations.files[0]!.text).toContain('@idempotent');
    expect(reasonsOf(plan).flatMap(([, pointers]) => pointers.filter((pointer) => pointer.includes('Key')))).toEqual(
      [],
    );
  });

  it('reads no headers and extensions of other servers as directives', () => {
    const response = { 200: { description: 'OK', headers: { Sunset: { schema: { type: 'string' } } } } };
    const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } };
    const match = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } };
    const plan = planOf({
      openapi: '3.1.0',
      info,
      paths: {
        '/notes': {
          get: { deprecated: true, 'x-sunset': '2027-05-01', responses: response },
          post: { parameters: [key], responses: { ...response, 409: { description: 'In use' } } },
          delete: { parameters: [match], responses: { 204: { description: 'Gone' }, 412: { description: 'Changed' } } },
        },
      },
    });
    const text = plan.operations.files.map((file) => file.text).join('');
    expect(text).toContain('@x-sunset "2027-05-01"');
    expect(text).not.toMatch(/@(?:etag|idempotent|sunset)\b/);
  });
});

const fixtures = join(import.meta.dirname, '../../fixtures/ok');

it.each(['directives', 'lifecycle', 'safe-writes'])(
  'the import of the document of %s has the same document',
  (name) => {
    const compilation = compileOperations({
      files: readTree(join(fixtures, name, 'app/operations'), []) ?? [],
      definitions: readDefinitions(join(fixtures, name, 'app/definitions')),
    });
    const document = documentOf(compilation);
    expect(JSON.parse(JSON.stringify(emitted(planOf(document))))).toEqual(JSON.parse(JSON.stringify(document)));
  },
);
