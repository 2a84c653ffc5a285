import type { Content, Header, Operation, Response, Schema } from '../../shared/contract/operation.ts';
import { examplesOf, isJsonType } from '../../shared/contract/operation.ts';
import { sentStatus, successOf } from '../../shared/contract/statuses.ts';
import { createMaking, fits } from '../diff/witness/candidates.ts';
import type { Making } from '../diff/witness/making.ts';
import { facesOf } from '../../shared/schema/faces.ts';
import type { AnySchema, Resolve } from '../../shared/schema/json-types.ts';
import { resolverOf } from '../../shared/schema/references.ts';
import type { Components } from '../../shared/validation/explain/index.ts';

/** The response to mock: the first 2xx with a body, or else the one that the contract declares instead. */
export interface Answer {
  readonly status: number;
  readonly content: Content | undefined;
  /** Whether the media type is not the one that the server sends by itself. */
  readonly isOther: boolean;
  readonly headers: readonly Header[];
}

/** The levels of a made value that have their optional properties too. */
const FULL_DEPTH = 4;

/** The responses of a contract, with an example or a made value for each. */
export class Answers {
  readonly resolve: Resolve;
  readonly #components: Components;
  readonly #making: Making;
  readonly #faced = new Map<string, Operation>();
  readonly #values = new Map<AnySchema, unknown>();

  constructor(operations: readonly Operation[], schemas: ReadonlyMap<string, Schema>) {
    const faced = facesOf(operations, schemas);
    for (const operation of faced.operations) this.#faced.set(operation.id, operation);
    const components = Object.create(null) as { [name: string]: () => Schema };
    for (const [name, schema] of faced.schemas) components[name] = () => schema;
    this.#components = components;
    this.resolve = resolverOf(faced.schemas);
    const sides = { before: this.resolve, after: this.resolve, components, isSame: () => true };
    this.#making = createMaking({ ...sides, fullDepth: FULL_DEPTH });
  }

  /** An operation whose bodies have the schemas of their direction. */
  operation(id: string): Operation {
    return this.#faced.get(id)!;
  }

  /** The response of an operation; undefined if the contract declares errors alone. */
  of(id: string): Answer | undefined {
    const { responses } = this.operation(id);
    const response =
      successOf(responses) ??
      ['3', 'd'].map((start) => responses.find(({ status }) => status.startsWith(start))).find(Boolean);
    return response && answerOf(response);
  }

  allows(schema: AnySchema, value: unknown): boolean {
    return fits(schema, value, this.#components);
  }

  /** The first example that matches its schema, or a value that is made from the schema; undefined if there is none. */
  valueOf({ schema, ...content }: Pick<Content, 'schema'> & Partial<Content>): unknown {
    if (!this.#values.has(schema)) {
      const example = examplesOf(content).find((value) => this.allows(schema, value));
      this.#values.set(schema, example === undefined ? this.sample(schema) : example);
    }
    return this.#values.get(schema);
  }

  /** A value that is made from a schema. */
  sample(schema: AnySchema): unknown {
    return this.#making.sample(schema, 0);
  }
}

function answerOf({ status, content, headers = [] }: Response): Answer {
  const [first] = content;
  const json = content.find(({ mediaType, stream }) => isJsonType(mediaType) && stream === undefined);
  const chosen = first?.stream === undefined ? (json ?? first) : first;
  return { status: sentStatus(status), content: chosen, isOther: chosen !== first, headers };
}
