import type { DirectiveForm, LinePart } from '../directive-description.ts';

/** The version of the interface of custom directives. A package names the one that it was written for. */
export const DIRECTIVE_VERSION = 1;

/** A line of a custom directive, as its reader gets it. */
export interface CustomLine {
  /** The text after the name, without the white space around it. */
  readonly text: string;
  /** The text from an offset on as Markdown; undefined if there is none. */
  readonly markdown: (from?: number) => string | undefined;
  /** Reports an error and returns undefined, as the reader then does. It is shown at a part of the text, or else at the name. */
  readonly error: (message: string, part?: LinePart) => undefined;
  /** The same for a warning. The line then still has its value. */
  readonly warning: (message: string, part?: LinePart) => undefined;
}

/** The part of an operation that its directives can see. */
export interface DirectiveOperation {
  readonly method: string;
  /** The path template: `/invoices/{id}`. */
  readonly path: string;
  readonly operationId?: string;
}

/** The lines that a check gets: those of the comment itself, and all that apply, those of directories first. */
export interface CheckedLines<Value> {
  readonly own: readonly Value[];
  readonly all: readonly Value[];
}

/** The functions for a check. */
export interface CheckContext {
  /** Undefined in the comment of a directory. */
  readonly operation: { readonly method: string; readonly hasStream: boolean } | undefined;
  /** Reports an error at one of `lines.all` (default: the last one). */
  readonly error: (message: string, index?: number) => undefined;
  readonly warning: (message: string, index?: number) => undefined;
}

/** A parameter that the steps of a directive read. Schemas are JSON Schema without `$ref`. */
export interface SentParameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description?: string;
}

/** A header that the steps of a directive set. */
export interface SentHeader {
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly description?: string;
  /** Whether each of the responses has it (default: false). */
  readonly required?: boolean;
  /** The declared responses that have it: those of success (default), or all. */
  readonly on?: 'success' | 'all';
}

/** A response that the steps of a directive send. */
export interface SentResponse {
  readonly status: number;
  readonly description: string;
  /** The media type of the body (default: `application/json`). */
  readonly mediaType?: string;
  /** Without one, the response has no body. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** The parts that a directive adds to the contract of an operation, as if its comment declared them. The comment's own lines take precedence. */
export interface SentParts {
  readonly parameters?: readonly SentParameter[];
  readonly headers?: Readonly<Record<string, SentHeader>>;
  readonly responses?: readonly SentResponse[];
  /** The statuses of problems: 400 to 599. */
  readonly problems?: readonly (number | { readonly status: number; readonly description: string })[];
  /** Extensions of the operation in the document: their names begin with `x-`. */
  readonly extensions?: Readonly<Record<`x-${string}`, unknown>>;
}

/** An operation of an OpenAPI document, from which an import takes lines. */
export interface DocumentedOperation extends DirectiveOperation {
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** How severe a check of `operations diff` is. */
export type CheckSeverity = 'error' | 'warning' | 'info';

/**
 * A directive of a package. See docs/guides/custom-directives.md.
 *
 * All functions are synchronous and return plain data: the values of JSON.
 *
 * @experimental
 */
export interface DirectiveDefinition<Value> {
  /** The version of this interface that the package was written for. */
  readonly version: typeof DIRECTIVE_VERSION;
  /** Lower case, with hyphens: `permission`. */
  readonly name: string;
  readonly form: DirectiveForm;
  /** Whether a comment can have several lines (default: false). */
  readonly repeats?: boolean;
  /** How operations inherit lines of their directories: their own ones replace those, or are added. Absent if they do not. */
  readonly inherits?: 'replace' | 'add';
  /** Whether it keeps clients out. It then needs a runtime with a step `admit`, and operations inherit it with `add`. If it has that step, this is required. */
  readonly guards?: boolean;
  /** The module with its steps: relative to the module of the directive, or a package. */
  readonly runtime?: string;
  /** TypeScript types, as text for operations.d.ts. */
  readonly types?: {
    /** The fields that its steps add to `ctx`, by name. */
    readonly ctx?: Readonly<Record<string, string>>;
    /** Its option of `createApp`: `directives: { permission: ... }`. */
    readonly option?: string;
  };
  /** The checks that `changed` can report, by name. */
  readonly checks?: Readonly<Record<string, CheckSeverity>>;

  /** The words that can come next in a line, for editors. */
  words?(before: string): readonly string[];
  /** Reads a line. It returns the value, or reports an error. */
  read(line: CustomLine): Value | undefined;
  /** Reports mistakes that only all lines together show. */
  check?(lines: CheckedLines<Value>, context: CheckContext): void;
  /** Returns the parts that it adds to the contract of an operation. */
  sent?(values: readonly Value[], operation: DirectiveOperation): SentParts;
  /** The values in words, for `explain`, `list` and the docs page (default: the values). */
  show?(values: readonly Value[]): readonly string[];
  /** Whether a line of a guard refuses every caller that another one refuses (default: if they are equal). */
  covers?(line: Value, other: Value): boolean;
  /** The changes that `operations diff` reports: names of `checks`, each with a message. */
  changed?(before: readonly Value[], after: readonly Value[]): readonly (readonly [check: string, message: string])[];
  /** The values that an operation of a document was written from. */
  undocument?(operation: DocumentedOperation): readonly Value[];
  /** The text of a line after its name, for an import. */
  write?(value: Value): string;
}

/** Marks the results of {@link defineDirective}. It is a registered symbol, because a package can have its own copy of this module. */
const DEFINED: unique symbol = Symbol.for('unplugin-operations.directive') as never;

/**
 * Defines a directive for comments of operations. The package exports it, and the project names the package in its package.json.
 *
 * @experimental
 * @example export const owner = defineDirective({ version: 1, name: 'owner', form, read: (line) => line.text });
 */
export function defineDirective<Value>(definition: DirectiveDefinition<Value>): DirectiveDefinition<Value> {
  return Object.freeze({ ...definition, [DEFINED]: true });
}

/** Whether a value is a result of {@link defineDirective}, of any version. */
export function isDefined(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && DEFINED in value;
}
