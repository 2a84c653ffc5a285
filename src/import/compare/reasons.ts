import { NOT_DESCRIBED } from '../../openapi/write/operation.ts';
import { STATUSES_WITH_PROBLEM } from '../../openapi/server/sent-responses.ts';
import { PROBLEM_TYPE } from '../../contract/problem.ts';
import type { Origin } from '../../openapi/read/origins.ts';
import type { Notes } from '../../openapi/read/notes.ts';
import { UNUSED } from './facts.ts';
import type { Fact } from './schema-facts.ts';

/** Why facts are not in the tree, with the locations in the description. */
export interface Loss {
  readonly kind: string;
  readonly reason: string;
  readonly facts: number;
  readonly places: readonly Origin[];
}

/** The reasons for kinds of facts; the first one that matches. */
const REASONS: readonly (readonly [kind: RegExp, reason: string])[] = [
  [new RegExp(`^${UNUSED}$`), 'no operation refers to it'],
  [/^component that no operation uses$/, 'no operation refers to it'],
  [/^webhook$/, 'a tree has no webhooks: they are requests that your server sends'],
  [
    /^(?:operation|path): servers$/,
    'an operation is on the server that mounts the tree; "servers" of openapi.yaml holds for all',
  ],
  [
    /^operation: externalDocs$/,
    'the URL of "@see" begins with http://, https:// or "/", and its text with neither "-" nor "|"',
  ],
  [/^operation: callbacks$/, 'a comment has no callbacks: they are requests that your server sends'],
  [/^operation: slash at the end$/, 'the server answers a path with and without a slash at its end'],
  [/^path: /, 'a path has no texts or extensions of its own'],
  [/: x-/, 'only documents, operations and schemas have extensions'],
  [/^operation: security$/, 'the scheme has a name that no comment can have'],
  [/^tag$/, 'a tag has no commas and no white space at its ends'],
  [/^response: links$/, 'a comment has no links'],
  [/^response: status$/, 'a status is a number from 100 to 599, a class such as 4XX, or "default"'],
  [/^body: encoding$/, 'a comment has no encoding of its own for a part of a form'],
  [/: parameters of a media type$/, 'a media type has no parameters here: the server sends UTF-8'],
  [/^body: media type$/, 'a body has one schema for all its media types, and the server must be able to read it'],
  [/^response: media type$/, 'the server needs one media type to send'],
  [/^parameter: style$/, 'a list in the query is "form", an object in the query is "deepObject"'],
  [/^parameter: (?:allowReserved|allowEmptyValue|content)$/, 'a parameter has a schema and nothing else'],
  [/^parameter: place$/, 'the parameter is not in the path, or has a name or a location that no comment can have'],
  [/^parameter: required$/, 'a parameter in the path is required'],
  [/^parameter: name in the path$/, 'another path has this parameter under another name'],
  [/: examples?$/, 'there is one example for each parameter, body and response, and it must match the schema'],
  [/^header: /, 'a header has a schema and a description'],
  [/description$/, 'a comment cannot have this text'],
  [/^body: /, 'the server cannot read such a body'],
  [/^response: /, 'a response with this status or media type cannot have it'],
  [/^document$/, 'openapi.yaml cannot have it'],
];

const UNREACHABLE = 'only parts that are not in the tree refer to it';
const UNSAYABLE = 'comments cannot express it';

/** The locations of responses without a body: RFC 9110, 15. */
const BODILESS = / · (?:1\d\d|204|205|304)$/;

/** The kinds of facts that other facts are parts of. */
const CONTAINERS = new Set([
  'operation',
  'parameter: place',
  'response: status',
  'body: media type',
  'response: media type',
  'webhook',
]);

/** Groups facts that were not kept by their reasons. A part of something that was not kept counts with it. */
export function lossesOf(lost: readonly Fact[], emitted: readonly Fact[], notes: Notes): Loss[] {
  const present = new Set(emitted.flatMap((fact) => schemaNameOf(fact) ?? []));
  const operations = new Map(lost.filter(({ kind }) => kind === 'operation').map((fact) => [fact.where, fact]));
  const containers = new Map<string, Fact>();
  for (const fact of lost) {
    const origin = notes.origins.find(fact.at);
    if (origin !== undefined && CONTAINERS.has(fact.kind))
      containers.set(placeKey(containerOrigin(fact, origin)), fact);
  }
  const groups = new Map<string, { kind: string; reason: string; facts: number; places: Map<string, Origin> }>();
  for (const fact of lost) {
    const own = notes.origins.find(fact.at);
    // The parts of an operation can be components, which other operations have too.
    const operation = operations.get(fact.where.split(' · ')[0]!);
    const container = operation ?? (own && containerOf(own, containers));
    const cause = container ?? fact;
    const noted =
      (operation && notes.find(operation.at)) ?? notes.find(fact.at) ?? (container && notes.find(container.at));
    const isUnused = schemaNameOf(fact) !== undefined && !present.has(schemaNameOf(fact)!);
    const reason = noted?.reason ?? (isUnused ? UNREACHABLE : reasonFor(cause));
    const origin = noted?.origin ?? (container && notes.origins.find(container.at)) ?? own;
    const key = noted !== undefined || isUnused ? reason : `${cause.kind} ${reason}`;
    const group = groups.get(key) ?? { kind: cause.kind, reason, facts: 0, places: new Map<string, Origin>() };
    group.facts++;
    const shown = origin && (isUnused || fact.kind === UNUSED) ? schemaOrigin(origin) : origin;
    if (shown !== undefined) group.places.set(placeKey(shown), shown);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ places, ...group }) => ({ ...group, places: [...places.values()] }));
}

function reasonFor({ kind, where, value }: Fact): string {
  if (kind === 'response: media type' && BODILESS.test(where)) return 'a response with this status has no body';
  if (kind === 'response: type' && isServerProblem(kind, where, value))
    return 'the server can send its own problem there too';
  return REASONS.find(([pattern]) => pattern.test(kind))?.[1] ?? UNSAYABLE;
}

function placeKey({ file, pointer }: Origin): string {
  return `${file.uri}#${pointer}`;
}

/** A parameter's fact is about its field `in`, so the parameter is around it. */
function containerOrigin({ kind }: Fact, origin: Origin): Origin {
  return kind === 'parameter: place'
    ? { ...origin, pointer: origin.pointer.slice(0, origin.pointer.lastIndexOf('/')) }
    : origin;
}

function containerOf(origin: Origin, containers: ReadonlyMap<string, Fact>): Fact | undefined {
  for (let { pointer } = origin; pointer !== ''; pointer = pointer.slice(0, pointer.lastIndexOf('/'))) {
    const found = containers.get(placeKey({ ...origin, pointer }));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name of the schema that a fact is about. */
function schemaNameOf({ kind, where }: Fact): string | undefined {
  return kind.startsWith('component schema: ') ? where.split('/')[0] : undefined;
}

/** The named schema that a location is in. */
function schemaOrigin(origin: Origin): Origin {
  const [, pointer] = /^(\/components\/schemas\/[^/]+)/.exec(origin.pointer) ?? [];
  return pointer === undefined ? origin : { ...origin, pointer };
}

/** The range of integers that the server takes in parameters without bounds of their own. */
const SAFE_BOUNDS = new Set([`minimum ${Number.MIN_SAFE_INTEGER}`, `maximum ${Number.MAX_SAFE_INTEGER}`]);

/** Whether a fact is about the problem, or the challenge, that the server adds to a declared response. */
function isServerProblem(kind: string, where: string, value: string): boolean {
  const [, status = '', rest] = / · (\d\d\d|[45]XX|default)( · .*)?$/.exec(where) ?? [];
  if (!STATUSES_WITH_PROBLEM.has(status)) return false;
  if (rest === undefined) return kind === 'response: media type' && value === PROBLEM_TYPE;
  return rest.includes(PROBLEM_TYPE) || rest.endsWith(' · header www-authenticate');
}

/** The facts that the server does not add to every document. */
export function unexpectedFacts(added: readonly Fact[], original: readonly Fact[], lost: readonly Fact[]): Fact[] {
  const places = new Set(original.map(({ where }) => where));
  const lostPlaces = (kind: string): Set<string> =>
    new Set(lost.filter((fact) => fact.kind === kind).map(({ where }) => where));
  const [renamed, restyled] = [lostPlaces('parameter: name in the path'), lostPlaces('parameter: style')];
  const retyped = lostPlaces('response: media type');
  const isExpected = ({ kind, where, value }: Fact): boolean => {
    if (kind.endsWith(': bounds') && SAFE_BOUNDS.has(value)) return true;
    if (kind === 'parameter: name in the path' && renamed.has(where)) return true;
    if (kind === 'parameter: style' && restyled.has(where)) return true;
    if (kind === 'response: media type' && retyped.has(where)) return true;
    // The path itself declares it.
    if (kind.startsWith('parameter: ') && / · path \d+$/.test(where) && !places.has(where)) return true;
    if (where.endsWith(' · default') && /^response: (?:status|description)$/.test(kind))
      return ['default', NOT_DESCRIBED].includes(value) && !places.has(where);
    // The document lists the tags of all operations.
    if (kind === 'document' && where === 'tags') return /^\{"name":"[^"]*"\}$/.test(value);
    if (kind.startsWith('component schema: ')) return /^Problem(?:\/|$)/.test(where);
    if (isServerProblem(kind, where, value)) return true;
    const [response, status] = /^.*? · (4\d\d)(?= |$)/.exec(where) ?? [];
    return response !== undefined && ['400', '401', '403', '413', '415'].includes(status!) && !places.has(response);
  };
  return added.filter((fact) => !isExpected(fact));
}
