import { beforeAll, describe, expect, it } from 'vitest';
import { generateOpenApi } from '../../../src/build/openapi/write/index.ts';
import type { OpenApiDocument, OperationObject, ResponseObject } from '../../../src/build/openapi/document.ts';
import type { Operation, Schema } from '../../../src/shared/contract/operation.ts';
import { githubContracts, githubDocument, resolve } from './github.ts';
import type { LintProblem } from './lint.ts';
import { lint, schemaErrors } from './lint.ts';

// GitHub's 1,223 operations as contracts, and as a document again.
describe("GitHub's API", () => {
  let operations: Operation[];
  let schemas: Map<string, Schema>;
  let document: OpenApiDocument;

  beforeAll(() => {
    ({ operations, schemas } = githubContracts());
    schemas.set('Problem', { type: 'object' });
    document = generateOpenApi({ operations, schemas, document: {}, info: { title: 'GitHub', version: '1.0.0' } });
  });

  it('compiles to a valid document', async () => {
    expect(operations).toHaveLength(1223);
    expect(await schemaErrors(document)).toEqual([]);
  });

  it('keeps every fact of every contract', () => {
    for (const contract of operations) {
      expect(readBack(document, contract)).toEqual(factsOf(contract));
    }
    const kept = document.components!.schemas!;
    expect(kept).toEqual(Object.fromEntries(Object.keys(kept).map((name) => [name, schemas.get(name)])));
  });

  it('repeats nothing, and has no component that is used once', () => {
    const written = Object.values(document.paths).flatMap((item) => Object.values(item));
    const parts = [
      ...written.flatMap(({ parameters = [] }) => parameters),
      ...written.flatMap(({ responses }) => Object.entries(responses).map(([status, value]) => ({ status, ...value }))),
    ];
    const uses = new Map<string, number>();
    for (const part of parts) {
      const text = '$ref' in part ? part.$ref : JSON.stringify(part);
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
    const references = [...uses].filter(([text]) => text.startsWith('#/'));
    const alone = [...uses].filter(([text]) => !text.startsWith('#/'));
    expect(alone.filter(([, count]) => count > 1)).toEqual([]);
    expect(references.filter(([, count]) => count < 2)).toEqual([]);
    expect({ parts: parts.length, components: references.length, alone: alone.length }).toMatchInlineSnapshot(`
      {
        "alone": 509,
        "components": 458,
        "parts": 8760,
      }
    `);
  });

  it('reports no error that the original does not have', { timeout: 120_000 }, async () => {
    const [original, ours] = await Promise.all([lint(githubDocument()), lint(document)]);
    const known = new Set(errorsOf(original));
    expect(errorsOf(original).length).toBeGreaterThan(1000);
    expect(errorsOf(ours).filter((error) => !known.has(error))).toEqual([]);
  });
});

function errorsOf(problems: readonly LintProblem[]): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.map(({ ruleId, location }) => `${ruleId} ${location[0]!.pointer}`);
}

/** An operation's facts in a form that neither side has. */
function factsOf({ operationId, tags, deprecated, parameters, body, responses }: Operation): object {
  return {
    operationId,
    tags,
    deprecated,
    parameters,
    body,
    responses: Object.fromEntries(
      responses.map(({ status, content, headers }) => [status, { content, headers: headers ?? [] }]),
    ),
  };
}

function readBack(document: OpenApiDocument, contract: Operation): object {
  const item = document.paths[contract.path]!;
  const written: OperationObject = item[contract.method.toLowerCase() as keyof typeof item]!;
  const { operationId, tags, deprecated, parameters = [], requestBody, responses } = written;
  const declared = contract.responses.map(({ status }) => {
    const { content, headers } = resolve(document, responses[status]) as ResponseObject;
    const own = RUNTIME_STATUSES.includes(status) ? withoutProblem(content) : content;
    return [status, { content: entries(own, 'mediaType'), headers: entries(headers, 'name', true) }] as const;
  });
  return {
    operationId,
    tags,
    deprecated,
    parameters: parameters.map((parameter) =>
      withoutSafeRange({ required: false, ...(resolve(document, parameter) as object) }),
    ),
    body: requestBody && {
      required: requestBody.required ?? false,
      content: entries(requestBody.content, 'mediaType'),
    },
    responses: Object.fromEntries(declared),
  };
}

/** The statuses that the runtime itself can answer, too; GitHub's document has no problems. */
const RUNTIME_STATUSES = ['400', '413', '415', '500'];

function withoutProblem(content: ResponseObject['content'] = {}): ResponseObject['content'] {
  const { 'application/problem+json': problem, ...own } = content;
  if (problem !== undefined) expect(problem).toEqual({ schema: { $ref: '#/components/schemas/Problem' } });
  return own;
}

/** A parameter without the range of safe integers, which the document adds. */
function withoutSafeRange(parameter: object): unknown {
  const added: readonly unknown[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  return JSON.parse(JSON.stringify(parameter, (_, value: unknown) => (added.includes(value) ? undefined : value)));
}

function entries(map: object | undefined, key: string, isHeader = false): object[] {
  return Object.entries(map ?? {}).map(([name, value]: [string, object]) => ({
    [key]: name,
    ...(isHeader && { required: false }),
    ...value,
  }));
}
