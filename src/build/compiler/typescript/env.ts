import { shortText } from '../../../shared/validation/explain/words.ts';
import type { TSType } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { Reference, Sample } from '../language/declared.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, Location, Span } from '../diagnostics/source.ts';
import type { Budget } from './budget.ts';
import type { Docs } from './doc.ts';
import type { TypeModule } from './module.ts';

/** The context of reading a type; the same for all types of a definition, except for the scope. */
export interface Env {
  readonly module: TypeModule;
  readonly docs: Docs;
  readonly report: Report;
  /** Reads any type; passed down, so that the reader's modules do not import each other. */
  readonly read: (type: TSType, env: Env) => Schema;
  /** Resolves a reference to a definition of this file; undefined for any other schema. */
  readonly resolve: (schema: Schema, node: Span, env: Env) => Schema | undefined;
  /** The arguments of the type parameters in scope. */
  readonly bound: ReadonlyMap<string, Schema>;
  /** The declarations that are being written out, the outermost first. */
  readonly open: readonly string[];
  /** The limits of the definition. */
  readonly budget: Budget;
  /** The properties that matter; the types of others are not read, so that `Comment` can contain `Pick<Comment, 'id'>`. */
  readonly part: ObjectPart | undefined;
  /** The schemas that are named. */
  readonly references: Reference[];
  /** The keys that types of other files must have. */
  readonly keyed: KeyedUse[];
  /** The defaults and examples. */
  readonly samples: Declared<Sample>[];
}

/** A use of `Pick` or `Omit` on a type of another file. */
export interface KeyedUse {
  readonly utility: string;
  readonly object: Schema;
  readonly keys: readonly string[];
  /** The keys. */
  readonly at: Location;
  /** Whether they are written out. A type of keys can be for several objects. */
  readonly isLiteral: boolean;
}

/** Some of an object's properties. */
export interface ObjectPart {
  /** Identifies the part. */
  readonly label: string;
  readonly has: (property: string) => boolean;
}

/** The same context, with all properties. */
export function withAllProperties(env: Env): Env {
  return env.part === undefined ? env : { ...env, part: undefined };
}

/** The part of the context that locates and reports mistakes. */
export interface Reporting extends Pick<Env, 'docs' | 'report'> {
  readonly module: Pick<TypeModule, 'source'>;
}

/** The location of a node. */
export function nodeLocation({ start, end }: Span, { module }: Pick<Reporting, 'module'>): Location {
  return { source: module.source, span: { start, end } };
}

/** Reports a type that JSON Schema cannot express, and returns a schema of any value, so that each mistake is reported once. */
export function unsupported(node: Span, reason: string, env: Reporting): Schema {
  const text = env.module.source.text.slice(node.start, node.end).replace(/\s+/g, ' ');
  env.report(messages.unsupportedType(nodeLocation(node, env), shortText(text), reason));
  return {};
}
