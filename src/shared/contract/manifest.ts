import type { SentCaching } from './cache-policy.ts';
import type { CustomEntry } from './custom-directive.ts';
import type { OperationInput, PickValue, ResponseCheck, ResponsePicks, SecurityScheme } from './enforcement.ts';
import type { EventEntry } from './event.ts';
import type { Features } from './features.ts';
import type { Method, SecurityRequirement } from './operation.ts';
import type { Paginated } from './list-contract.ts';
import type { ServedProblemFormat } from './problem.ts';
import type { RateLimit } from './rate-limit.ts';
import type { OperationExtensions } from './registry.ts';
import type { StreamKind } from './streams.ts';

/** A handler. `ctx` is Koa's context, which this layer does not import. */
// eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
export type AnyHandler = (ctx: any, next: any) => unknown;

/** The default export of a `_middleware` file. */
export type MiddlewareExport = AnyHandler | readonly AnyHandler[];

/** The plain data of an operation: everything that the runtime needs to serve it, except its code. */
export interface EntryData {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The names of the path parameters, in order. */
  readonly names: readonly string[];
  readonly operationId?: string;
  /** The first declared 2xx status with a body, or else the first 2xx status; absent if none is declared. */
  readonly status?: number;
  /** The declared 2xx statuses without a body; absent if 204 is the only one, or if there are none. */
  readonly emptyStatuses?: readonly number[];
  /** The media type of the response (default: `application/json`). */
  readonly produces?: string;
  /** Present if the response is a stream. */
  readonly stream?: StreamKind;
  /** The headers of every response, errors included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The headers of every error, unless the error has its own. */
  readonly errorHeaders?: Readonly<Record<string, string>>;
  readonly paging?: Paginated;
  /** Alternatives, from the operation or else from the document; absent if no authentication is required. */
  readonly security?: readonly SecurityRequirement[];
  /** Whether a request needs an `Idempotency-Key`; absent if it takes none. */
  readonly idempotent?: 'optional' | 'required';
  /** The limits that its requests count for; absent if there are none. */
  readonly rateLimits?: readonly RateLimit[];
  /** The caching of its successful responses; absent if the handler alone decides. */
  readonly cache?: SentCaching;
  /** The request headers that its successful responses depend on, if it has caching or an `ETag`; absent if there are none. */
  readonly vary?: string;
  /** Its custom directives with steps; absent if there are none. */
  readonly custom?: readonly CustomEntry[];
  /** The statuses that the operation can answer, ranges and `default` included. Only the dev server has them, to warn of others. */
  readonly answers?: readonly string[];
  /** The names of the events that the operation declares to send. Only the dev server has them, to report those that it doesn't send. */
  readonly fires?: readonly string[];
  /** The extensions that are scalars or lists of them, for middleware; absent if there are none. */
  readonly extensions?: OperationExtensions;
  /** The version of the API that has it; absent without versions. */
  readonly version?: string;
  /** The features of {@link Manifest.features} that the operation has, in the order of their steps; absent if it has none. */
  readonly features?: readonly string[];
}

/** The parts of a contract that are code. */
export interface ContractCode {
  /** Parameters and body, without the paging parameters; undefined if there are none. */
  readonly input: OperationInput | undefined;
  /** Copies the declared properties of responses; undefined if no response needs it. */
  readonly picks: ResponsePicks | undefined;
  /** Creates the declared responses; undefined if the bundle does not contain their schemas. */
  readonly responses: (() => readonly ResponseCheck[]) | undefined;
  /** The names of `readOnly` properties of the request and `writeOnly` ones of the responses, which no warning is about; with `responses` only. */
  readonly dropped: { readonly request: readonly string[]; readonly response: readonly string[] } | undefined;
}

/** The code of an operation. Every key is required, so that code that creates or replaces it can't forget one. */
export interface OperationCode extends ContractCode {
  /** The handler; undefined with the option `lazy`, which sets `load` instead. */
  readonly handler: AnyHandler | undefined;
  readonly load: (() => Promise<AnyHandler>) | undefined;
  /** The exports of the `_middleware` files around the operation, outermost first. */
  readonly middleware: readonly MiddlewareExport[] | undefined;
  /** The exports `authorize` of the `_middleware` files around the operation, outermost first, then that of its own file. */
  readonly authorize: readonly AnyHandler[] | undefined;
}

/** An operation in the manifest, with everything that the runtime needs to serve it. */
export interface OperationEntry extends EntryData, OperationCode {}

/**
 * A node of a routing table, a radix tree: `[text, operation, literals, mixed, parameter, rest]`. Trailing empty fields are omitted.
 *
 * - `text` is the literal part of a path that leads to the node, percent-encoded, with its slashes. It is empty at the root and below parameters.
 * - `operation` is an index into {@link Manifest.operations}, or -1.
 * - `literals` are the children with literal text. No two begin with the same character.
 * - `mixed` are the children that mix text and parameters, in the order to try them. `{a}...{b}` has the texts `['', '...', '']`.
 * - `parameter` is the child of a `{name}` segment.
 * - `rest` is the operation of a `{name...}` segment, an index as `operation` is.
 */
export type RouteData = readonly [
  text: string,
  operation: number,
  literals?: readonly RouteData[] | null,
  mixed?: readonly (readonly [texts: readonly string[], node: RouteData])[] | null,
  parameter?: RouteData | null,
  rest?: number,
];

/** A node of {@link RouteData}, ready to match. */
export interface RouteNode {
  readonly text: string;
  readonly operation: number;
  /** By the code of the first character of their text. */
  readonly literals: readonly RouteNode[];
  readonly mixed: readonly (readonly [texts: readonly string[], node: RouteNode])[];
  readonly parameter: RouteNode | undefined;
  /** -1 for none. */
  readonly rest: number;
}

/** The root of each method's table: the JSON text of {@link RouteData}, which the method's first request replaces by a node. */
export type Routes = { [method in Method]?: string | RouteNode };

/** The versions that requests name in a header. */
export interface ServedVersions {
  readonly header: string;
  /** The version of requests without the header. */
  readonly default: string;
  /** The version whose routes are those of the manifest. */
  readonly last: string;
  /** The routes of the other ones, by name. */
  readonly routes: { readonly [version: string]: Routes };
  /** The routes that have no version, such as those of webhooks. */
  readonly unversioned: Routes;
  /** Prepares the selection of versions. The types are those of the runtime. */
  // eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
  readonly select: (manifest: Manifest, options: any) => (ctx: any) => Manifest;
}

/**
 * The default export of `virtual:operations`: everything that a server needs, computed at build time.
 *
 * Every key is required, so that code that creates or copies a manifest can't forget one. Generated code omits those that are undefined.
 */
export interface Manifest {
  readonly version: 1;
  /** Set by the dev server, which also reports parts left out of requests. */
  readonly isDev: true | undefined;
  /** Whether `/pets/` and `/pets` are different paths. */
  readonly strict: boolean;
  /** In the dev server, an entry is replaced by another one when its code is loaded. */
  readonly operations: readonly OperationEntry[];
  /** The features that its operations have. */
  readonly features: Features;
  /** Copies the properties that the definition of problems lists, for responses with an undeclared status; undefined without operations. */
  readonly pickProblem: PickValue | undefined;
  /** The format of error responses, if it deviates from RFC 9457. */
  readonly problem: ServedProblemFormat | undefined;
  /** The security schemes that operations use; undefined if there are none. */
  readonly securitySchemes: { readonly [name: string]: SecurityScheme } | undefined;
  /** The names of the declared security schemes that no operation uses; undefined if there are none. */
  readonly unusedSchemes: readonly string[] | undefined;
  /** The names of the custom directives that the build knows, whether operations use them or not; undefined if there are none. */
  readonly directives: readonly string[] | undefined;
  readonly routes: Routes;
  /** The versions that requests name in a header; undefined if there are none, or if the paths have them. */
  readonly versions: ServedVersions | undefined;
  /** The events that the API sends, by the names of their files; undefined if there are none. */
  readonly events: readonly EventEntry[] | undefined;
}

/** The operations of a manifest. All lists have the same order. */
export interface GeneratedEntries {
  /** The JSON text of each operation's {@link EntryData}. */
  readonly data: readonly string[];
  readonly handlers?: readonly AnyHandler[];
  readonly loads?: readonly (() => Promise<AnyHandler>)[];
  readonly middleware?: readonly (readonly MiddlewareExport[] | undefined)[];
  readonly authorize?: readonly (readonly AnyHandler[] | undefined)[];
  /** Functions that return the contracts of the next operations, `size` of them each. */
  readonly contracts: readonly (() => readonly (() => Partial<ContractCode>)[])[];
  readonly size: number;
}

/** Creates the entries of a manifest. */
export function createEntries({
  data,
  handlers,
  loads,
  middleware,
  authorize,
  contracts,
  size,
}: GeneratedEntries): OperationEntry[] {
  const groups: (readonly (() => Partial<ContractCode>)[])[] = [];
  const contractOf = (index: number): Partial<ContractCode> => {
    const group = Math.floor(index / size);
    return (groups[group] ??= contracts[group]!())[index % size]!();
  };
  return data.map((text, index) => {
    const entry = JSON.parse(text) as EntryData;
    const code: Omit<OperationCode, keyof ContractCode> = {
      handler: handlers?.[index],
      load: loads?.[index],
      middleware: middleware?.[index],
      authorize: authorize?.[index],
    };
    return Object.assign(new LazyContract(() => contractOf(index)), entry, code);
  });
}

/** An entry with other code. */
export function withCode(entry: OperationEntry, code: OperationCode): OperationEntry {
  const { handler, load, middleware, authorize } = code;
  const own: Omit<OperationCode, keyof ContractCode> = { handler, load, middleware, authorize };
  return Object.assign(new LazyContract(() => code), entry, own);
}

/** A contract that is created when it is first read: V8 compiles a function when it is called. */
class LazyContract implements ContractCode {
  readonly #create: () => Partial<ContractCode>;
  #contract: Partial<ContractCode> | undefined;

  constructor(create: () => Partial<ContractCode>) {
    this.#create = create;
  }

  get input(): ContractCode['input'] {
    return (this.#contract ??= this.#create()).input;
  }

  get picks(): ContractCode['picks'] {
    return (this.#contract ??= this.#create()).picks;
  }

  get responses(): ContractCode['responses'] {
    return (this.#contract ??= this.#create()).responses;
  }

  get dropped(): ContractCode['dropped'] {
    return (this.#contract ??= this.#create()).dropped;
  }
}
