import type { CursorFactory } from './cursor-position.ts';
import type {
  OpenStream,
  OperationInput,
  ResponseCheck,
  ResponseChecks,
  ResponsePicks,
  SecurityScheme,
} from './enforcement.ts';
import type { Method, Paginated, SecurityRequirement } from './operation.ts';
import type { ServedProblemFormat } from './problem.ts';
import type { StreamKind } from './streams.ts';

/** A handler. `ctx` is Koa's context, which this layer does not import. */
// eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
export type AnyHandler = (ctx: any, next: any) => unknown;

/** Wraps a handler. The types of entry and runtime are defined by the runtime. */
// eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
export type Guard = (handler: AnyHandler, entry: any, runtime: any, options: any) => AnyHandler;

/** An operation in the manifest, with everything that the runtime needs to serve it. */
export interface OperationEntry {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** The names of the path parameters, in order. */
  readonly names: readonly string[];
  readonly operationId?: string;
  /** The first declared 2xx status with a body, or else the first 2xx status; absent if none is declared. */
  readonly status?: number;
  /** The media type of the response (default: `application/json`). */
  readonly produces?: string;
  /** Present if the response is a stream. */
  readonly stream?: StreamKind;
  /** Creates the body of a stream. The manifest imports it only if an operation needs it. */
  readonly openStream?: OpenStream;
  /** The headers of every response, errors included. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly paging?: Paginated;
  /** Parameters and body, without the paging parameters; absent if there are none. */
  readonly input?: OperationInput;
  /** Alternatives, from the operation or else from the document; absent if no authentication is required. */
  readonly security?: readonly SecurityRequirement[];
  /** Copies the declared properties of responses; absent if no response needs it. */
  readonly picks?: ResponsePicks;
  /** Creates the declared responses. Called only if the app checks responses. */
  readonly responses?: () => readonly ResponseCheck[];
  /** Wrap the handler, outermost first. */
  readonly guards?: readonly Guard[];
  /** Completes a response, before it is encoded. */
  // eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
  readonly finish?: (ctx: any) => void;
  /** The exports of the `_middleware` files around the operation, outermost first. */
  readonly middleware?: readonly AnyHandler[];
  /** The handler; undefined with the option `lazy`, which sets `load` instead. */
  readonly handler: AnyHandler | undefined;
  readonly load?: () => Promise<AnyHandler>;
}

/**
 * A node of a routing table, a radix tree: `[text, operation, literals, mixed, parameter]`. Trailing empty fields are omitted.
 *
 * - `text` is the literal part of a path that leads to the node, percent-encoded, with its slashes. It is empty at the root and below parameters.
 * - `operation` is an index into {@link Manifest.operations}, or -1.
 * - `literals` are the children with literal text. No two begin with the same character.
 * - `mixed` are the children that mix text and parameters, in the order to try them. `{a}...{b}` has the texts `['', '...', '']`.
 * - `parameter` is the child of a `{name}` segment.
 */
export type RouteData = readonly [
  text: string,
  operation: number,
  literals?: readonly RouteData[] | null,
  mixed?: readonly (readonly [texts: readonly string[], node: RouteData])[] | null,
  parameter?: RouteData | null,
];

/** A node of {@link RouteData}, ready to match. */
export interface RouteNode {
  readonly text: string;
  readonly operation: number;
  /** By the code of the first character of their text. */
  readonly literals: readonly RouteNode[];
  readonly mixed: readonly (readonly [texts: readonly string[], node: RouteNode])[];
  readonly parameter: RouteNode | undefined;
}

/** The root of each method's table: the JSON text of {@link RouteData}, which the method's first request replaces by a node. */
export type Routes = { [method in Method]?: string | RouteNode };

/** The default export of `virtual:operations`: everything that a server needs, computed at build time. */
export interface Manifest {
  readonly version: 1;
  /** Set by the dev server, which also reports what is left out of requests. */
  readonly isDev?: true;
  /** Whether `/pets/` and `/pets` are different paths. */
  readonly strict: boolean;
  readonly operations: readonly OperationEntry[];
  /** Checks responses; present only if the bundle contains their schemas. */
  readonly checks?: ResponseChecks;
  /** Reads and writes cursors; present only if a list has one. */
  readonly cursors?: CursorFactory;
  /** The format of error responses, if it deviates from RFC 9457. */
  readonly problem?: ServedProblemFormat;
  /** The security schemes that operations use. */
  readonly securitySchemes?: { readonly [name: string]: SecurityScheme };
  readonly routes: Routes;
}

/** The plain data of an operation entry. */
export type EntryData = Omit<
  OperationEntry,
  'handler' | 'load' | 'input' | 'picks' | 'responses' | 'middleware' | 'openStream' | 'guards' | 'finish'
>;

/** The parts of an operation entry that are code. */
export type ContractCode = Pick<OperationEntry, 'input' | 'picks' | 'responses'>;

/** The code that makes reads and writes safe. */
export type SafetyCode = Pick<OperationEntry, 'guards' | 'finish'>;

/** The operations of a manifest. All lists have the same order. */
export interface GeneratedEntries {
  /** The JSON text of each operation's {@link EntryData}. */
  readonly data: readonly string[];
  readonly handlers?: readonly AnyHandler[];
  readonly loads?: readonly (() => Promise<AnyHandler>)[];
  readonly middleware?: readonly (readonly AnyHandler[] | undefined)[];
  /** Present if one of the operations has an ETag or guards. */
  readonly safety?: readonly (SafetyCode | undefined)[];
  /** Present if one of the operations is a stream. */
  readonly openStream?: OpenStream;
  /** Functions that return the contracts of the next operations, `size` of them each. */
  readonly contracts: readonly (() => readonly (() => ContractCode)[])[];
  readonly size: number;
}

/** Creates the entries of a manifest. */
export function createEntries({
  data,
  handlers,
  loads,
  middleware,
  safety,
  openStream,
  contracts,
  size,
}: GeneratedEntries): OperationEntry[] {
  const groups: (readonly (() => ContractCode)[])[] = [];
  const contractOf = (index: number): ContractCode => {
    const group = Math.floor(index / size);
    return (groups[group] ??= contracts[group]!())[index % size]!();
  };
  return data.map((text, index) => {
    const entry = JSON.parse(text) as EntryData;
    return Object.assign(
      new LazyContract(() => contractOf(index)) as ContractCode,
      entry,
      { handler: handlers?.[index] },
      loads && { load: loads[index]! },
      middleware?.[index] && { middleware: middleware[index] },
      safety?.[index],
      entry.stream && openStream && { openStream },
    );
  });
}

/** A contract that is created when it is first read: V8 compiles a function when it is called. */
class LazyContract {
  readonly #create: () => ContractCode;
  #contract: ContractCode | undefined;

  constructor(create: () => ContractCode) {
    this.#create = create;
  }

  get input(): OperationInput | undefined {
    return (this.#contract ??= this.#create()).input;
  }

  get picks(): ResponsePicks | undefined {
    return (this.#contract ??= this.#create()).picks;
  }

  get responses(): (() => readonly ResponseCheck[]) | undefined {
    return (this.#contract ??= this.#create()).responses;
  }
}
