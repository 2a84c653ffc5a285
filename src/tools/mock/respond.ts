import type { IncomingMessage } from 'node:http';
import { ANY_TYPE, examplesOf, isJsonType } from '../../shared/contract/operation.ts';
import type { Content, Operation, Schema } from '../../shared/contract/operation.ts';
import type { Answer } from './answers.ts';
import { Answers } from './answers.ts';
import type { Resources } from './written-resources.ts';
import type { MockRequest, MockOutcome, Runtime } from './outcomes.ts';
import { answerRequest } from './outcomes.ts';
import { World } from './world.ts';

/** The part of Koa's context that a mock uses. */
export interface MockContext extends MockRequest {
  readonly req: IncomingMessage;
  status: number;
  type: string;
  set(name: string, value: string): void;
}

/** The functions of the runtime that a mock uses. */
export interface MockRuntime extends Runtime {
  readonly problem: (status: number, detail: string) => Error;
}

/** Creates a function that answers the requests of mocked operations. */
export function createResponder(
  contracts: readonly Operation[],
  schemas: ReadonlyMap<string, Schema>,
  resources: Resources,
): (id: string, ctx: MockContext, runtime: MockRuntime) => unknown {
  const answers = new Answers(contracts, schemas);
  const world = new World(contracts, answers, resources);
  const byId = new Map(contracts.map((contract) => [contract.id, contract]));
  return (id, ctx, runtime) => {
    const answer = answers.of(id);
    const problem = (detail: string): Error => runtime.problem(501, `No mock for this operation: ${detail}`);
    if (answer === undefined) throw problem('its contract declares errors alone.');
    const outcome = answerRequest(world, byId.get(id)!, answer, ctx, runtime);
    if (outcome.kind === 'gone') throw runtime.problem(404, 'It was deleted from the mock.');
    setHead(ctx, answers, answer, outcome);
    const { content } = answer;
    if (content === undefined) return undefined;
    if (content.stream !== undefined) return outcome.body === undefined ? [] : [outcome.body];
    const body = isJsonType(content.mediaType) ? outcome.body : fileBody(content, outcome.body);
    if (body === undefined) throw problem(reasonFor(content));
    return body;
  };
}

function reasonFor({ mediaType }: Content): string {
  return isJsonType(mediaType)
    ? 'its response has no valid example, and none could be made from its schema. Add an @example.'
    : `its response is ${mediaType}, without an example that is a text. Add an @example.`;
}

/** A media type for each range. */
const OF_RANGE: Readonly<Record<string, string>> = {
  'text/*': 'text/plain',
  'image/*': 'image/png',
  'audio/*': 'audio/mpeg',
  'video/*': 'video/mp4',
};

/** Sets the status, the media type and the headers that the contract requires. */
function setHead(
  ctx: MockContext,
  answers: Answers,
  { status, content, isOther, headers }: Answer,
  outcome: MockOutcome,
): void {
  ctx.status = status;
  const { mediaType = '' } = content ?? {};
  if (mediaType.endsWith('/*') && mediaType !== ANY_TYPE) ctx.type = OF_RANGE[mediaType] ?? 'application/octet-stream';
  else if (isOther) ctx.type = mediaType;
  for (const { name, required, schema } of headers) {
    const value = writtenHeader(name, outcome) ?? (required ? answers.sample(schema) : undefined);
    if (value !== undefined && value !== null && typeof value !== 'object') ctx.set(name, String(value));
  }
}

/** The headers that follow from the change: the location of a new resource, and the next page of a list. */
function writtenHeader(name: string, outcome: MockOutcome): string | undefined {
  if (outcome.kind !== 'body') return undefined;
  if (/^link$/i.test(name) && outcome.next !== undefined) return `<${outcome.next}>; rel="next"`;
  return /^location$/i.test(name) ? outcome.location : undefined;
}

/** A text, or bytes: a file has those of its example, or none. */
function fileBody({ schema, ...content }: Content, body: unknown): unknown {
  const [example = ''] = examplesOf(content);
  if (schema['format'] === 'binary') return Buffer.from(String(example));
  return typeof body === 'string' ? body : undefined;
}
