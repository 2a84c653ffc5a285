import type { Origin } from '../../openapi/read/origins.ts';
import { originKey } from '../../openapi/read/origins.ts';
import type { Notes } from '../../openapi/read/notes.ts';
import { UNUSED } from './facts.ts';
import { isOnTheWire } from './on-the-wire.ts';
import type { Fact } from './schema-facts.ts';

/** Why facts are not in the tree, with the locations in the description. */
export interface Loss {
  readonly kind: string;
  readonly reason: string;
  readonly facts: number;
  /** Whether clients can notice it in requests or responses. */
  readonly isOnTheWire: boolean;
  readonly places: readonly Origin[];
}

const EXTENSION = 'only documents, operations and schemas have extensions';
const NO_FIELDS = 'a parameter has a schema and nothing else';
const EXAMPLE = 'an example must match the schema, a comment must be able to have it, and a stream has one alone';
const ONE_SERVER = 'an operation is on the server that mounts the tree; "servers" of openapi.yaml holds for all';
const NO_PARAMETERS = 'a media type has no parameters here: the server sends UTF-8';
const NO_TEXT = 'a comment cannot have this text';
const UNREFERRED = 'no operation refers to it';

/** The reasons for kinds of facts. */
const OF_KIND: ReadonlyMap<string, string> = new Map([
  [UNUSED, UNREFERRED],
  ['component that no operation uses', UNREFERRED],
  ['document', 'openapi.yaml cannot have it'],
  ['tag', 'a tag has no commas and no white space at its ends'],
  ['operation: servers', ONE_SERVER],
  ['path: servers', ONE_SERVER],
  [
    'operation: externalDocs',
    'the URL of "@see" begins with http://, https:// or "/", and its text with neither "-" nor "|"',
  ],
  ['operation: callbacks', 'a comment has no callbacks: they are requests that your server sends'],
  ['operation: slash at the end', 'the server answers a path with and without a slash at its end'],
  ['operation: security', 'the scheme has a name that no comment can have'],
  ['parameter: style', 'a comment has no such style for this type and location'],
  ['parameter: allowReserved', NO_FIELDS],
  ['parameter: allowEmptyValue', 'an empty text must match the schema'],
  ['parameter: content', NO_FIELDS],
  ['parameter: place', 'the parameter is not in the path, or has a name or a location that no comment can have'],
  ['parameter: required', 'a parameter in the path is required'],
  ['parameter: name in the path', 'another path has this parameter under another name'],
  ['parameter: description', NO_TEXT],
  ['body: encoding', 'a comment has no encoding of its own for a part of a form'],
  ['body: media type', "the server can't parse this media type, such as XML"],
  ['body: parameters of a media type', NO_PARAMETERS],
  ['body: description', NO_TEXT],
  ['response: links', 'a comment has no links'],
  ['response: status', 'a status is a number from 100 to 599, a class such as 4XX, or "default"'],
  ['response: media type', 'the server needs one media type to send'],
  ['response: parameters of a media type', NO_PARAMETERS],
  ['response: description', NO_TEXT],
  ...['parameter', 'body', 'response', 'header'].flatMap((owner): [string, string][] => [
    [`${owner}: example`, EXAMPLE],
    [`${owner}: examples`, EXAMPLE],
  ]),
]);

const IDENTIFIER = 'it has no effect: a reference leads to a place in a file, never to an identifier';

/** The reasons for keywords of schemas, in any part. */
const OF_KEYWORD: ReadonlyMap<string, string> = new Map([
  ['$id', IDENTIFIER],
  ['$anchor', IDENTIFIER],
]);

/** The reasons for all other facts of a part. */
const OF_OWNER: ReadonlyMap<string, string> = new Map([
  ['path', 'a path has no texts or extensions of its own'],
  ['header', 'a header has a schema and a description'],
  ['body', 'the server cannot read such a body'],
  ['response', 'a response with this status or media type cannot have it'],
]);

const UNREACHABLE = 'only parts that are not in the tree refer to it';
const UNSAYABLE = 'comments cannot express it';

/** The kinds of facts that other facts are parts of. */
const CONTAINERS = new Set([
  'operation',
  'parameter: place',
  'response: status',
  'body: media type',
  'response: media type',
]);

/** Groups facts that were not kept by their reasons. A part of something that was not kept counts with it. */
export function lossesOf(lost: readonly Fact[], emitted: readonly Fact[], notes: Notes): Loss[] {
  const present = new Set(emitted.flatMap((fact) => schemaNameOf(fact) ?? []));
  const operations = new Map(lost.filter(({ kind }) => kind === 'operation').map((fact) => [fact.where, fact]));
  const containers = new Map<string, Fact>();
  for (const fact of lost) {
    const origin = notes.origins.find(fact.at);
    if (origin !== undefined && CONTAINERS.has(fact.kind))
      containers.set(originKey(containerOrigin(fact, origin)), fact);
  }
  const groups = new Map<string, Omit<Loss, 'facts' | 'places'> & { facts: number; places: Map<string, Origin> }>();
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
    const isFelt = !isUnused && isOnTheWire(cause);
    const key = `${isFelt} ${noted !== undefined || isUnused ? reason : `${cause.kind} ${reason}`}`;
    const group = groups.get(key) ?? {
      kind: cause.kind,
      reason,
      facts: 0,
      isOnTheWire: isFelt,
      places: new Map<string, Origin>(),
    };
    group.facts++;
    const shown = origin && (isUnused || fact.kind === UNUSED) ? schemaOrigin(origin) : origin;
    if (shown !== undefined) group.places.set(originKey(shown), shown);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ places, ...group }) => ({ ...group, places: [...places.values()] }));
}

function reasonFor({ kind, reason }: Fact): string {
  const known = reason ?? OF_KIND.get(kind);
  if (known !== undefined) return known;
  const [owner, field] = kind.split(': ') as [string, string | undefined];
  const ofKeyword = OF_KEYWORD.get(field ?? '');
  if (ofKeyword !== undefined) return ofKeyword;
  const isExtension = owner !== 'path' && field?.startsWith('x-') === true;
  return isExtension ? EXTENSION : (OF_OWNER.get(owner) ?? UNSAYABLE);
}

/** A parameter's fact is about its field `in`, so the parameter is around it. */
function containerOrigin({ kind }: Fact, origin: Origin): Origin {
  return kind === 'parameter: place'
    ? { ...origin, pointer: origin.pointer.slice(0, origin.pointer.lastIndexOf('/')) }
    : origin;
}

function containerOf(origin: Origin, containers: ReadonlyMap<string, Fact>): Fact | undefined {
  for (let { pointer } = origin; pointer !== ''; pointer = pointer.slice(0, pointer.lastIndexOf('/'))) {
    const found = containers.get(originKey({ ...origin, pointer }));
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
