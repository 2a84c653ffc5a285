import type { BaseDocument } from '../shared/contract/base-document.ts';
import type { EntryData } from '../shared/contract/manifest.ts';
import type {
  Method,
  Operation,
  Parameter,
  Response,
  Schema,
  SecurityRequirement,
} from '../shared/contract/operation.ts';

/** How a directive is written, for editors. */
export interface DirectiveForm {
  /** The text after its name, in the notation of snippets. */
  readonly snippet: string;
  readonly meaning: string;
  readonly example: string;
}

/** A part of a line, by offsets into its text. */
export interface LinePart {
  readonly start: number;
  readonly end: number;
}

/** The line of a directive, as its reader gets it. */
export interface Line {
  /** The text after the name, without the white space around it. */
  readonly text: string;
  /** The text from an offset on as Markdown: its lines without their common margin; undefined if there is none. */
  readonly markdown: (from?: number) => string | undefined;
}

/** A mistake. It is an error, unless it is a warning. */
export interface DirectiveFault<Code extends string> {
  readonly code: Code;
  readonly message: string;
  readonly isWarning?: true;
  /** The edit that corrects it: it removes the line, adds one above it, or puts a text in the place of the part that the mistake is about. */
  readonly fix?:
    | { readonly title: string; readonly removesLine: true }
    | { readonly title: string; readonly adds: string }
    | { readonly title: string; readonly replaces: string };
}

/** A mistake in a line. */
export interface LineFault<Code extends string> extends DirectiveFault<Code> {
  /** Where it is (default: at the name of the directive). */
  readonly part?: LinePart;
  /** The valid names for the part. The nearest one is added to the message, and replaces the part in an edit. */
  readonly oneOf?: readonly string[];
}

/** Reports a mistake in a line. It returns undefined, as a reader then does. */
export type ReportLine<Code extends string> = (fault: LineFault<Code>) => undefined;

/** A mistake that only the whole operation shows. */
export interface FoundFault<Code extends string, At> extends DirectiveFault<Code> {
  readonly at: At;
  /** A related location. */
  readonly note?: { readonly message: string; readonly at: At };
}

/** A value, with the location of its line. */
export interface LocatedValue<Value, At> {
  readonly value: Value;
  readonly at: At;
}

/** A description, as the key to the values that its lines have. */
export interface ReadableDirective<Value> {
  read(line: Line, report: ReportLine<string>): Value | undefined;
}

/** The lines of a directive: those of the comment itself, and those that apply, inherited ones included. */
export interface Lines<Value, At> {
  readonly own: readonly LocatedValue<Value, At>[];
  readonly all: readonly LocatedValue<Value, At>[];
}

/** The directory of a comment. */
export interface CommentDirectory {
  /** Its path: `/pets/{id}`, or `/`. */
  readonly path: string;
}

/** The facts that a check has in addition to the lines of its own directive. */
export interface DirectiveContext<At> {
  /** Undefined in the comment of a directory. */
  readonly operation: { readonly method: Method; readonly hasStream: boolean } | undefined;
  linesOf<Value>(description: ReadableDirective<Value>): Lines<Value, At>;
}

/** The facts that decide who can call an operation. */
export interface AccessContext<At> {
  /** The operation, with the effects of its directories. */
  readonly operation: Operation;
  /** The alternatives of authentication that apply to it. */
  readonly security: readonly SecurityRequirement[];
  /** Whether middleware of a directory runs around it, which could answer some callers itself. */
  readonly isWrapped: boolean;
  /** Where the operation is. */
  readonly at: At;
}

/** The inputs of a contract's fields in addition to the values of their own directive. */
export interface ContractContext {
  readonly operation: Pick<Operation, 'operationId' | 'method' | 'path'> & { readonly hasStream: boolean };
  /** Whether another directive applies to the operation. */
  has(description: ReadableDirective<unknown>): boolean;
}

/** A header that the server adds to responses. */
export interface AddedHeader {
  readonly description: string;
  readonly schema: Schema;
  /** The value of an operation, which its own handler can replace. */
  readonly exampleOf?: (operation: Operation) => string | undefined;
  readonly isOn: (operation: Operation, response: Response) => boolean;
}

/** A header of a problem. */
export interface ProblemHeader {
  readonly description: string;
  readonly schema: Schema;
  /** Set if each such response has it. */
  readonly required?: true;
}

/** A problem that the server itself can answer. */
export interface AddedProblem {
  readonly status: number;
  readonly description: string;
  /** The headers of such responses, by name. */
  readonly headers?: Readonly<Record<string, ProblemHeader>>;
  /** @param document The base document, whose `security` applies to operations without their own. */
  readonly isOf: (operation: Operation, document: { readonly security?: readonly SecurityRequirement[] }) => boolean;
}

/** A response without a problem that the server itself can answer. */
export interface AddedResponse {
  readonly response: Response;
  readonly isOf: (operation: Operation) => boolean;
}

/** A feature of the runtime, which a bundle contains only if an operation has it. */
export interface RuntimeFeature {
  /** The module below `src` that exports the feature by its name. Its effects on a request are its `Steps`: see runtime/koa/runtime.ts. */
  readonly module: string;
  readonly isOf: (operation: Operation) => boolean;
}

/** The effects of an operation's directive on the other operations of its path. */
export interface PathEffect<Code extends string = string> {
  readonly isFrom: (operation: Operation) => boolean;
  readonly isTo: (operation: Operation) => boolean;
  readonly fields: Partial<Operation>;
  /**
   * The mistake of an operation with another path that matches the URL of one with the directive, so that nothing is made of it there.
   *
   * @param url The URL that both match.
   */
  readonly missed: (from: Operation, to: Operation, url: string) => DirectiveFault<Code> & { readonly note: string };
  /** The mistake of an operation of the same path, which gets the effect. */
  readonly mistake?: (from: Operation, to: Operation) => (DirectiveFault<Code> & { readonly note: string }) | undefined;
}

/** A change that matters to clients: the name of its check, a message, and whether more clients get a response than before. */
export type DirectiveChange = readonly [check: string, message: string, widens?: true];

/**
 * The description of a directive: all that the build and the tools know of it. A new directive is a folder with its description, and a row in table.ts.
 *
 * Code that reads a field reads it from all rows. Most fields are optional.
 */
export interface DirectiveDescription<Value = unknown, Code extends string = string> {
  readonly name: string;
  readonly form: DirectiveForm;
  readonly often: 'once' | 'any';
  /** How operations inherit it from the comments of their directories: their own lines replace the others, or are added. Absent if they do not. */
  readonly inherited?: 'replace' | 'add';
  /** Whether comments that are not contracts often have it too. */
  readonly isEveryday?: true;
  /** Whether it is about the tree, so that no description has it: an import keeps its lines. */
  readonly isOfTree?: true;
  /** Whether it protects something, so that it must not get lost in other text. */
  readonly protects?: true;
  /** The only words that can follow its name. Absent if any text can. */
  readonly takes?: readonly string[];

  /** The words that can come next in its line, for editors. */
  words?(before: string): readonly string[];
  /** Reads its line. If this reports nothing and returns undefined, the line has no value. */
  read(line: Line, report: ReportLine<Code>): Value | undefined;
  /** Makes the value that the comment of a directory has, and reports lines that it can't have. Operations inherit the value. */
  inDirectory?(value: Value, report: ReportLine<Code>, directory: CommentDirectory): Value;
  /** Whether a value protects an operation. Absent if each one does. */
  protectsBy?(value: Value, operation: Operation): boolean;
  /** Reports mistakes that only the whole operation, or the whole comment of a directory, shows. */
  check?<At>(
    lines: Lines<Value, At>,
    context: DirectiveContext<At>,
    report: (fault: FoundFault<Code, At>) => undefined,
  ): void;
  /** Reports mistakes that only show when it is known who can call the operation. It runs only for operations. */
  checkAccess?<At>(
    lines: Lines<Value, At>,
    context: AccessContext<At>,
    report: (fault: FoundFault<Code, At>) => undefined,
  ): void;
  /** The fields of the contract, from at least one value. */
  contract?(values: readonly [Value, ...Value[]], context: ContractContext): Partial<Operation>;
  /** Its effects on the other operations of the path. */
  readonly onPath?: PathEffect<Code>;

  /** The parameters that the server reads. A declared one of the same name takes precedence. */
  parameters?(operation: Operation): readonly Parameter[];
  /** The headers that the server adds to responses, by name. */
  readonly headers?: Readonly<Record<string, AddedHeader>>;
  /** The same headers on every response of an operation, errors included. */
  constantHeaders?(operation: Operation): Readonly<Record<string, string>>;
  /** The responses that the server can send, besides problems. */
  readonly responses?: readonly AddedResponse[];
  /** The problems that the server can answer, by the names of their components. */
  readonly problems?: Readonly<Record<string, AddedProblem>>;
  /** The extensions of the operation in the document. */
  extensions?(operation: Operation): Readonly<Record<string, unknown>>;
  /** The paragraphs below the description in the document, for facts that have no field in OpenAPI. */
  paragraphs?(operation: Operation): readonly string[];
  /** Its features of the runtime, by name. Their guards are inside of those of the rows below it. */
  readonly features?: Readonly<Record<string, RuntimeFeature>>;
  /**
   * The facts of an operation that the runtime needs.
   *
   * @param document The base document, whose `security` applies to operations without their own.
   */
  entry?(operation: Operation, document: BaseDocument): Partial<EntryData>;

  /** Whether lists of operations mark an operation with its name. */
  isMark?(operation: Operation): boolean;
  /** Its effects on callers, for everything that shows who can call an operation: `100 per minute per user`. */
  access?(operation: Operation): readonly string[];
  /** Its effects on responses, for everything that shows an operation: `cached: private, max-age=60`. */
  notes?(operation: Operation): readonly string[];
  /** The changes that `operations diff` reports. */
  changes?(before: Operation, after: Operation, subject: string): readonly DirectiveChange[];
  /** The checks of those that take protection away, which are reported for operations that are not documented, too. */
  readonly weakening?: readonly string[];
  /**
   * The fields that an operation of a document may have had. An import takes them if the document has everything that they add, so a guess needn't be certain.
   * An empty description doesn't count.
   */
  guesses?(operation: Operation): readonly Partial<Operation>[];
  /** The fields that an operation of a document has for certain, for comparisons with one of a tree. */
  documented?(operation: Operation): Partial<Operation>;
  /** The fields of a guess as the comment of an operation can have them, if it cannot have all of them. The import reports the difference. */
  imported?(operation: Operation): Partial<Operation>;
  /** The texts of the lines that an operation is imported with. */
  lines?(operation: Operation): readonly string[];
}
