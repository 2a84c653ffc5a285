import type { TSType } from 'oxc-parser';
import type { Schema } from '../../contract/operation.ts';
import type { Reference, Sample } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location, Span } from '../diagnostics/source.ts';
import type { Budget } from './budget.ts';
import type { Docs } from './doc.ts';
import type { TypeModule } from './module.ts';

/** What reading a type takes: the same for all types of a definition, but for what is bound and open where a type stands. */
export interface Env {
  readonly module: TypeModule;
  readonly docs: Docs;
  readonly report: Report;
  /** Reads any type; handed down so that the parts of the reader need not know each other. */
  readonly read: (type: TSType, env: Env) => Schema;
  /** What a reference to one of this file's own definitions stands for; of any other schema that is not known. */
  readonly resolve: (schema: Schema, node: Span, env: Env) => Schema | undefined;
  /** What the type parameters in scope stand for. */
  readonly bound: ReadonlyMap<string, Schema>;
  /** The declarations that are being written out, the outermost first. */
  readonly open: readonly string[];
  /** What remains of the limits of the definition. */
  readonly budget: Budget;
  /** The properties that matter; the types of others are not read, so that `Pick<Comment, 'id'>` can stand inside `Comment`. */
  readonly part: Part | undefined;
  /** The schemas that are named. */
  readonly references: Reference[];
  /** The defaults and examples. */
  readonly samples: Declared<Sample>[];
}

/** Some of an object's properties. */
export interface Part {
  /** Tells one part from another. */
  readonly label: string;
  readonly has: (property: string) => boolean;
}

/** The same, for a type all of which matters. */
export function whole(env: Env): Env {
  return env.part === undefined ? env : { ...env, part: undefined };
}

/** Where a node stands. */
export function placeOf({ start, end }: Span, env: Env): Location {
  return { source: env.module.source, span: { start, end } };
}

/** Reports what JSON Schema cannot say; any value stands in for it, so that one mistake is reported once. */
export function unsupported(node: Span, reason: string, env: Env): Schema {
  const text = env.module.source.text.slice(node.start, node.end).replace(/\s+/g, ' ');
  env.report(messages.unsupportedType(placeOf(node, env), text.length > 60 ? `${text.slice(0, 57)}...` : text, reason));
  return {};
}
