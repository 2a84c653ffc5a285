import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BaseDocument } from '../../src/shared/contract/base-document.ts';
import type { Tree } from '../../src/tools/openapi/compare/contracts.ts';
import { generateOpenApi } from '../../src/build/openapi/write/index.ts';
import { createCache } from '../../src/build/compiler/cache.ts';
import { compileOperations, contractsOf } from '../../src/build/compiler/compile.ts';
import type { Comparison } from '../../src/tools/import/compare/comparison.ts';
import { compareFacts, printFact } from '../../src/tools/import/compare/comparison.ts';
import { factsOf } from '../../src/tools/import/compare/facts.ts';
import { findDifferences } from '../../src/tools/import/differences.ts';
import type { Fact } from '../../src/tools/import/compare/schema-facts.ts';
import type { Description } from '../../src/tools/openapi/read/description.ts';
import { describeDocuments } from '../../src/tools/openapi/read/description.ts';
import { documentOf } from '../../src/tools/openapi/read/documents.ts';
import { githubDescription, githubDocument } from './document.ts';
import { githubProject } from './tree.ts';

const published = githubDescription();
const names = new Set([...published.schemas.keys(), 'Problem']);
const original = factsOf(published, names);
const project = githubProject();
const cache = createCache();

/** The tree, compiled, with some texts in its files replaced. */
function compile(...damages: readonly Damage[]): Tree {
  const texts = [
    ...project.operations.map(({ file, text }) => ({ path: `app/operations/${file}`, text })),
    ...project.definitions.map(({ path, text }) => ({ path: `app/definitions/${path}`, text })),
  ].map((file) => damages.reduce(damageFile, file));
  const below = (directory: string): typeof texts =>
    texts.flatMap(({ path, text }) =>
      path.startsWith(directory) ? [{ path: path.slice(directory.length), text }] : [],
    );
  const compilation = compileOperations({
    files: below('app/operations/'),
    definitions: below('app/definitions/'),
    cache,
  });
  const { schemas, document } = compilation;
  return { operations: contractsOf(compilation), schemas, document: document as BaseDocument };
}

/** The number of facts of each kind, by kind. */
function countKinds(facts: readonly Fact[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of facts) counts[kind] = (counts[kind] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The document that a tree gives. */
function emit(tree: Tree): Description {
  return describeDocuments(
    documentOf(generateOpenApi({ ...tree, info: { title: 'Without a name', version: '0.0.0' } })),
  );
}

/** The range of integers that the runtime takes where a parameter has no bounds of its own. */
const SAFE_BOUNDS = new Set([`minimum ${Number.MIN_SAFE_INTEGER}`, `maximum ${Number.MAX_SAFE_INTEGER}`]);

interface Damage {
  /** A text of the one file that is meant. */
  readonly of: string;
  readonly from: string;
  readonly to: string;
}

function damageFile<T extends { readonly text: string }>(file: T, { of, from, to }: Damage): T {
  return file.text.includes(of) ? { ...file, text: file.text.replace(from, to) } : file;
}

describe("GitHub's document, as a tree and back", () => {
  let comparison: Comparison;

  beforeAll(() => {
    comparison = compareFacts(original, factsOf(emit(compile()), names));
  });

  it('keeps every fact but three kinds, which fidelity.md gives reasons for', () => {
    const lost = countKinds(comparison.lost);
    expect(Object.keys(lost).length).toBeLessThanOrEqual(3);
    expect(readCounts('Not kept')).toEqual(lost);
    expect(readCounts('Kept')).toEqual(countKinds(comparison.kept));
    expect(original.length).toBe(new Set(original.map(printFact)).size);
  });

  it('adds nothing to the original except additions of the runtime and requirements of OpenAPI', () => {
    const statuses = new Set(original.filter(({ kind }) => kind === 'response: status').map(({ where }) => where));
    const isAdded = ({ kind, where, value }: Fact): boolean => {
      if (kind === 'parameter: name in the path') return value === 'attestation_id';
      // The runtime refuses integers that JavaScript cannot represent.
      if (kind === 'parameter: bounds') return SAFE_BOUNDS.has(value);
      if (kind.startsWith('component schema: ')) return /^Problem(?:\/|$)/.test(where);
      const [response, status] = /^.*? · ([45]\d\d)(?= |$)/.exec(where) ?? [];
      if (response === undefined || !['400', '413', '415', '500'].includes(status!)) return false;
      return statuses.has(response) ? `${where} ${value}`.includes('application/problem+json') : status !== '500';
    };
    expect(comparison.added.filter((fact) => !isAdded(fact)).map(printFact)).toEqual([]);
    // Of each response that was added the description, and of each problem the media type and the schema.
    const { 'response: description': descriptions, 'response: status': added } = countKinds(comparison.added);
    expect(descriptions).toBe(added);
    const { 'response: media type': problems, 'response: type': types } = countKinds(comparison.added);
    expect(types).toBe(problems);
    expect(problems).toBeGreaterThan(added!);
  });

  it('`operations diff` finds no difference, and finds those of a damaged tree', () => {
    const documents = documentOf(githubDocument());
    const described = describeDocuments(documents);
    expect(findDifferences(documents, described, compile(), [])).toEqual([]);
    const damage = { of: 'agent-tasks/list-tasks\n', from: '[is_archived=false]', to: 'is_archived' };
    expect(findDifferences(documents, described, compile(damage), [])).toEqual([
      'GET /agents/tasks: query parameter "is_archived" is required now',
      'GET /agents/tasks: the default of query parameter "is_archived" changed from false to none',
    ]);
  });

  // The control: what is damaged shows, and nothing else does.
  it('reports each fact that a damaged tree does not keep', () => {
    const damages: Damage[] = [
      { of: 'agent-tasks/list-tasks\n', from: '[sort=updated_at]', to: '[sort=created_at]' },
      { of: 'agent-tasks/list-tasks\n', from: '[is_archived=false]', to: 'is_archived' },
      {
        of: 'orgs/create-artifact-deployment-record\n',
        from: '[version] (minLength: 1',
        to: '[version] (minLength: 2',
      },
      { of: 'agent-tasks/list-tasks\n', from: '@tags agent-tasks', to: '@tags agents' },
      { of: '@operationId teams/delete-legacy', from: '@deprecated', to: '' },
      { of: '@operationId teams/delete-legacy', from: '{void} 204', to: '{void} 205' },
      { of: '@operationId meta/get-zen', from: 'meta/get-zen', to: 'meta/zen' },
      { of: '@operationId meta/zen', from: 'text/plain', to: 'text/html' },
      { of: '@operationId markdown/render\n', from: '{string} text', to: '{integer} [text]' },
      { of: '@param-define', from: 'path.cluster (minLength: 1', to: 'path.cluster (minLength: 2' },
      { of: 'pulls/get\n', from: '{basic-error} 406', to: '{validation-error} 406' },
      { of: '@returns-define', from: '{basic-error} 405', to: '{validation-error} 405' },
      { of: '@title Basic Error', from: 'message?: string', to: 'message?: string | null' },
    ];
    const damaged = factsOf(emit(compile(...damages)), names);
    const { lost, added } = compareFacts(original, damaged);
    const known = new Set([...comparison.lost, ...comparison.added].map(printFact));
    const unknown = (facts: readonly Fact[]): string[] => facts.map(printFact).filter((text) => !known.has(text));
    expect(unknown(lost)).toMatchInlineSnapshot(`
      [
        "tag · GET /agents/tasks · agent-tasks",
        "parameter: default · GET /agents/tasks · query sort · default "updated_at"",
        "parameter: required · GET /agents/tasks · query is_archived · false",
        "parameter: default · GET /agents/tasks · query is_archived · default false",
        "body: required · POST /markdown · body · true",
        "body: type · POST /markdown · body · application/json/properties/text · type "string"",
        "body: required properties · POST /markdown · body · application/json · required "text"",
        "body: bounds · POST /orgs/{}/artifacts/metadata/deployment-record · body · application/json/properties/version · minLength 1",
        "parameter: bounds · POST /orgs/{}/artifacts/metadata/deployment-record/cluster/{} · path 1 · minLength 1",
        "parameter: bounds · POST /orgs/{}/artifacts/metadata/deployment-record/cluster/{}/jobs · path 1 · minLength 1",
        "parameter: bounds · GET /orgs/{}/artifacts/metadata/deployment-record/cluster/{}/jobs/{} · path 1 · minLength 1",
        "response: type · GET /orgs/{}/interaction-limits/pulls/creation-cap · 405 · application/json · $ref "#/components/schemas/basic-error"",
        "response: type · PATCH /orgs/{}/interaction-limits/pulls/creation-cap · 405 · application/json · $ref "#/components/schemas/basic-error"",
        "response: type · GET /repos/{}/{}/interaction-limits/pulls/creation-cap · 405 · application/json · $ref "#/components/schemas/basic-error"",
        "response: type · PATCH /repos/{}/{}/interaction-limits/pulls/creation-cap · 405 · application/json · $ref "#/components/schemas/basic-error"",
        "response: type · GET /repos/{}/{}/pulls/{} · 406 · application/json · $ref "#/components/schemas/basic-error"",
        "operation: deprecated · DELETE /teams/{} · true",
        "response: status · DELETE /teams/{} · 204 · 204",
        "operationId · GET /zen · meta/get-zen",
        "response: media type · GET /zen · 200 · text/plain",
        "response: type · GET /zen · 200 · text/plain · type "string"",
      ]
    `);
    expect(unknown(added)).toMatchInlineSnapshot(`
      [
        "tag · GET /agents/tasks · agents",
        "parameter: default · GET /agents/tasks · query sort · default "created_at"",
        "parameter: required · GET /agents/tasks · query is_archived · true",
        "body: required · POST /markdown · body · false",
        "body: type · POST /markdown · body · application/json/properties/text · type "integer"",
        "body: bounds · POST /orgs/{}/artifacts/metadata/deployment-record · body · application/json/properties/version · minLength 2",
        "parameter: bounds · POST /orgs/{}/artifacts/metadata/deployment-record/cluster/{}/jobs · path 1 · minLength 2",
        "parameter: bounds · GET /orgs/{}/artifacts/metadata/deployment-record/cluster/{}/jobs/{} · path 1 · minLength 2",
        "parameter: bounds · POST /orgs/{}/artifacts/metadata/deployment-record/cluster/{} · path 1 · minLength 2",
        "response: type · GET /orgs/{}/interaction-limits/pulls/creation-cap · 405 · application/json · $ref "#/components/schemas/validation-error"",
        "response: type · PATCH /orgs/{}/interaction-limits/pulls/creation-cap · 405 · application/json · $ref "#/components/schemas/validation-error"",
        "response: type · GET /repos/{}/{}/interaction-limits/pulls/creation-cap · 405 · application/json · $ref "#/components/schemas/validation-error"",
        "response: type · PATCH /repos/{}/{}/interaction-limits/pulls/creation-cap · 405 · application/json · $ref "#/components/schemas/validation-error"",
        "response: type · GET /repos/{}/{}/pulls/{} · 406 · application/json · $ref "#/components/schemas/validation-error"",
        "response: status · DELETE /teams/{} · 205 · 205",
        "operationId · GET /zen · meta/zen",
        "response: media type · GET /zen · 200 · text/html",
        "response: type · GET /zen · 200 · text/html · type "string"",
        "component schema: type · basic-error/properties/message · nullable true",
      ]
    `);
  });
});

/** A table of fidelity.md by its heading: kind -> number of facts. */
function readCounts(heading: string): Record<string, number> {
  const text = readFileSync(new URL('fidelity.md', import.meta.url), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| ([^|]+?) +\| +([\d,]+) +\|/gm)];
  return Object.fromEntries(rows.map(([, kind, count]) => [kind!, Number(count!.replaceAll(',', ''))]));
}
