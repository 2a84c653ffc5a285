import type { Method, QueryStyle, Schema, SecurityRequirement } from './operation.ts';

/** The tokens that a list of tools can cost, unless the option `budget` has another number. */
export const DEFAULT_BUDGET = 2000;

/** The part of a request that an argument of a tool becomes. */
export interface ToolArgument {
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** The name of the parameter or of the body's property; absent if the argument is the whole body. */
  readonly name?: string;
  /** How the query parameter is written, if not in the usual way. */
  readonly style?: QueryStyle;
  /** Whether the value, or each item of it, is a file as Base64. */
  readonly isFile?: true;
}

/** An operation as a tool of the Model Context Protocol, as a build embeds it. */
export interface ToolData {
  /** The id of the operation. */
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly method: Method;
  /** The decoded path template. */
  readonly path: string;
  readonly arguments: { readonly [name: string]: ToolArgument };
  /** The media type of the body. */
  readonly mediaType?: string;
  /** Whether one argument is the whole body, or several are its properties; with `optional`, none of them may be sent. */
  readonly body?: 'whole' | 'parts' | 'optional';
  /** Whether the body is an object that takes other arguments too. */
  readonly isOpen?: true;
  readonly annotations: { readonly [hint: string]: boolean | string };
  /** The schema of the arguments. Its references are to {@link McpData.definitions}. */
  readonly input: Schema;
  /** The schema of `structuredContent`; absent if a response has no JSON. */
  readonly output?: Schema;
  /** Whether `structuredContent` is an object. */
  readonly isObject?: true;
  /** Whether the body of a response is in the property `result`, with the next page or the version. */
  readonly isWrapped?: true;
  /** Names of the definitions that input and output use, directly or through others. */
  readonly uses: readonly (readonly string[])[];
  /** The query parameters of the next page; present if the operation is a list. */
  readonly paging?: readonly string[];
  /** Whether responses have an `ETag`. */
  readonly etag?: true;
  /** The header that names the version of the API; absent if its path does. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the operation takes an `Idempotency-Key`. */
  readonly key?: true;
  /** The format of a stream. */
  readonly stream?: 'events' | 'sse' | 'lines' | 'sequence';
  /** Alternatives; absent if no authentication is required. */
  readonly security?: readonly SecurityRequirement[];
  /** The input as a TypeScript signature, which has a fifth of a schema's tokens. */
  readonly signature: string;
  /** An estimate of the tokens that the tool costs in a list. */
  readonly tokens: number;
}

/** The tools of an API, as a build embeds them. */
export interface McpData {
  readonly title: string;
  readonly version: string;
  /** `info.description` of the document. */
  readonly description?: string;
  readonly definitions: { readonly [name: string]: Schema };
  readonly tools: readonly ToolData[];
  /** The issuers of OAuth tokens. */
  readonly issuers: readonly string[];
  /** Absent if the list of all tools costs no more than {@link DEFAULT_BUDGET}. */
  readonly search?: SearchData;
}

/** The search that replaces a long list. */
export interface SearchData {
  /** The tools that are listed in place of all. */
  readonly tools: readonly { readonly name: string; readonly [field: string]: unknown }[];
  /** For each word, the tools with it and its weight there: `[tool, weight, tool, weight, ...]`. */
  readonly words: { readonly [word: string]: readonly number[] };
}

/** Parts of the server that a bundle contains only if a tool needs them. The build's table of them is build/codegen/tools/tool-features.ts. */
export type ToolFeature =
  | 'search'
  | 'access'
  | 'wrapping'
  | 'streams'
  | 'files'
  | 'bodies'
  | 'styles'
  | 'argumentHeaders';

/** The tokens that a list of tools costs. */
export function costOf(tools: readonly Pick<ToolData, 'tokens'>[]): number {
  return tools.reduce((sum, { tokens }) => sum + tokens, 0);
}
