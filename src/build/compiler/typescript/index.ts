import { useParameter } from '../../../shared/schema/draft.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { Reference, Sample } from '../language/declared.ts';
import type { Comment } from '../comment/comment.ts';
import { MAX_NESTING } from '../comment/nesting.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { referenceTo } from '../../../shared/schema/references.ts';
import type { Declared, Location, SourceText } from '../diagnostics/source.ts';
import type { Syntax } from '../module/syntax.ts';
import { Budget, BudgetExceeded, MAX_SIZE } from './budget.ts';
import type { Docs } from './doc.ts';
import { findDocs } from './doc.ts';
import type { Env, KeyedUse } from './env.ts';
import { nodeLocation } from './env.ts';
import type { TypeDeclaration, TypeExport, TypeModule } from './module.ts';
import { checkLostTags } from './lost-tags.ts';
import { readTypeModule } from './module.ts';
import { readDeclaration, resolveReference } from './reference.ts';
import { readType } from './type.ts';

/** A schema that a file's exported interface, type or enum defines; a default or example is checked once all definitions are known. */
export interface TypeScriptDefinition {
  readonly name: string;
  readonly typeParameters: readonly string[];
  readonly schema: Schema;
  readonly at: Location;
  readonly importedAs?: string;
  /** Whether it is an alias of a name that may be a value. */
  readonly isTentative?: true;
  readonly references: readonly Reference[];
  readonly keyed?: readonly KeyedUse[];
  readonly samples: readonly Declared<Sample>[];
}

/**
 * Reads the exported interfaces, types and enums of a file as JSON Schema 2020-12: see docs/guides/schemas.md.
 *
 * An exported type is a definition, and a reference wherever else it is used; any other is written out in place. A use of a
 * type parameter, of a generic definition, and `Pick` and the like of another file's definition, are drafts. A type that JSON Schema cannot express is reported, and becomes a schema of any value.
 *
 * @param comments The block comments of the file.
 * @example readTypeScriptDefinitions(source of `export interface Pet { name: string }`, syntax, comments, report)[0].schema
 * // { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
 */
export function readTypeScriptDefinitions(
  source: SourceText,
  syntax: Syntax,
  comments: readonly Comment[],
  report: Report,
): TypeScriptDefinition[] {
  const once = reportOnce(report);
  const module = readTypeModule(source, syntax.program, once);
  if (module.exports.size === 0) return [];
  const docs = findDocs(source, syntax, comments);
  checkLostTags(module, syntax, comments, docs, once);
  const sampled = new Set<string>();
  return [...module.exports.values()].map((item) => {
    const definition = define(item, module, docs, once);
    const samples = definition.samples.filter(({ value, at }) => {
      const key = `${at.span.start} ${JSON.stringify(value.value)}`;
      return !sampled.has(key) && sampled.add(key);
    });
    return { ...definition, samples };
  });
}

function define(
  { name, local, at, isForeign, isDefault, imported, isTentative }: TypeExport,
  module: TypeModule,
  docs: Docs,
  report: Report,
): TypeScriptDefinition {
  const references: Reference[] = [];
  const keyed: KeyedUse[] = [];
  const samples: Declared<Sample>[] = [];
  // A second name is one for the first.
  const target = isForeign ? local : module.exportedAs.get(local)!;
  if (isForeign || target !== name) {
    return {
      name,
      typeParameters: [],
      schema: referenceTo(target),
      at,
      references: [{ name: target, at, arity: 0, ...(imported?.isDefault && { defaultOf: imported.from }) }],
      samples,
      ...(isTentative === true && { isTentative }),
    };
  }
  const declaration = module.types.get(local)!;
  const typeParameters = declaration.parameters.map((parameter) => parameter.name.name);
  const env: Env = {
    module,
    docs,
    report,
    read: readType,
    resolve: resolveReference,
    bound: new Map(typeParameters.map((parameter): [string, Schema] => [parameter, useParameter(parameter)])),
    open: [local],
    budget: new Budget(),
    part: undefined,
    references,
    keyed,
    samples,
  };
  const schema = readWithin(declaration, env);
  const distinct = new Map(references.map((reference) => [`${reference.name} ${reference.at.span.start}`, reference]));
  const isConstrained = declaration.parameters.some(({ constraint }) => constraint !== null);
  return {
    name,
    typeParameters,
    schema,
    at,
    references: [...distinct.values()],
    ...(keyed.length > 0 && { keyed: [...new Map(keyed.map((use) => [use.at.span.start, use])).values()] }),
    samples,
    ...(!isConstrained && { importedAs: isDefault ? 'default' : name }),
  };
}

/** Reads a declaration; one that exceeds its limits is reported, and becomes a schema of any value. */
function readWithin(declaration: TypeDeclaration, env: Env): Schema {
  try {
    return readDeclaration(declaration, env);
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    env.report(
      error.limit === 'depth'
        ? messages.nestingLimit(nodeLocation(error.span, env), MAX_NESTING)
        : messages.expansionLimit(declaration.at, declaration.name, MAX_SIZE),
    );
    return {};
  }
}

/** Reports each mistake of a type that is written out several times once. */
function reportOnce(report: Report): Report {
  const seen = new Set<string>();
  return (diagnostic) => {
    const key = `${diagnostic.code} ${diagnostic.at.span.start} ${diagnostic.at.span.end}`;
    if (seen.has(key)) return;
    seen.add(key);
    report(diagnostic);
  };
}
