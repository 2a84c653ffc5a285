import type { PagingLimits, Schema } from '../contract/operation.ts';
import { builtInDefinitions } from './definitions/built-in.ts';
import { checkDefinitions, checkParts } from './definitions/check.ts';
import type { Definitions } from './definitions/collect.ts';
import { collectDefinitions } from './definitions/collect.ts';
import { expandOr } from '../schema/expand.ts';
import { checkCycles } from './definitions/cycles.ts';
import type { FileDefinitions, SchemaDefinition } from './definitions/model.ts';
import type { Diagnostic, Report } from './diagnostics/diagnostic.ts';
import * as messages from './diagnostics/messages.ts';
import type { CompiledOperation } from './operations/resolve.ts';
import { resolveOperation } from './operations/resolve.ts';
import type { ParsedOperation } from './operations/parse.ts';
import { checkSamples, createValueCheck } from './operations/samples.ts';
import { changedDefinitions, namesIn } from './uses.ts';

/** What the definitions of all files say together. */
export interface Linked {
  /** What they were read from. */
  readonly files: readonly FileDefinitions[];
  readonly limits: PagingLimits;
  readonly builtIn: FileDefinitions;
  readonly definitions: Definitions;
  /** The named schemas without type parameters, with nothing left to expand. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly diagnostics: readonly Diagnostic[];
  /** The operations that were asked for. */
  readonly resolved: WeakMap<ParsedOperation, ResolveResult>;
  /** Makes an operation of what its file says; asked again it gives the same. */
  resolve(parsed: ParsedOperation): ResolveResult;
}

/** An operation, and what is wrong with it by itself. */
export interface ResolveResult {
  readonly operation: CompiledOperation;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Puts the definitions of all files together.
 *
 * @param before The last outcome: what has not changed since, and uses nothing that has, is taken over from it.
 */
export function linkDefinitions(files: readonly FileDefinitions[], limits: PagingLimits, before?: Linked): Linked {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);
  const kept = before !== undefined && isSameLimits(before.limits, limits) ? before : undefined;
  const builtIn = kept?.builtIn ?? builtInDefinitions(limits);
  const definitions = collectDefinitions(builtIn, files, report);
  checkDefinitions(definitions, report);
  const changes = kept && changedDefinitions(kept.definitions, definitions);
  const schemas = expandSchemas(definitions.schemas, report, (name) =>
    changes?.has('schemas', name) === false ? kept?.schemas.get(name) : undefined,
  );
  checkCycles(schemas, definitions.schemas, report);
  const sets = [definitions.schemas, definitions.parameters, definitions.responses].flatMap((map) => [...map.values()]);
  for (const { references } of sets) checkParts(references, schemas, report);
  const check = createValueCheck(schemas, (name) => definitions.schemas.get(name));
  const samples = files.flatMap((file) => file.samples);
  checkSamples(samples, check, report);
  const resolve = (parsed: ParsedOperation): ResolveResult => {
    const own: Diagnostic[] = [];
    const reportOwn = (diagnostic: Diagnostic): unknown => own.push(diagnostic);
    const operation = resolveOperation(parsed, definitions, limits, reportOwn);
    checkParts(parsed.declarations.references, schemas, reportOwn);
    checkSamples(parsed.declarations.samples, check, reportOwn);
    return { operation, diagnostics: own };
  };
  // What is wrong with an operation may be said in words of all definitions, and what asks for security depends on the document.
  const earlier = kept?.definitions.document === definitions.document ? kept.resolved : undefined;
  const stands = (parsed: ParsedOperation, { diagnostics: own }: ResolveResult): boolean =>
    own.length === 0 && changes?.touch(namesIn(parsed.declarations)) === false;
  const resolved: Linked['resolved'] = new WeakMap();
  return {
    files,
    limits,
    builtIn,
    definitions,
    schemas,
    diagnostics,
    resolved,
    resolve(parsed) {
      const known = earlier?.get(parsed);
      const result = resolved.get(parsed) ?? (known !== undefined && stands(parsed, known) ? known : resolve(parsed));
      resolved.set(parsed, result);
      return result;
    },
  };
}

/** Expands the schemas without type parameters that are not known already. */
function expandSchemas(
  definitions: Definitions['schemas'],
  report: Report,
  known: (name: string) => Schema | undefined,
): Map<string, Schema> {
  const find = (name: string): SchemaDefinition | undefined => definitions.get(name);
  const concrete = [...definitions.values()].filter((definition) => definition.typeParameters.length === 0);
  return new Map(
    concrete.map(({ name, schema, at }) => [
      name,
      known(name) ?? expandOr(schema, find, () => report(messages.expandedTooFar(at, name))),
    ]),
  );
}

/** Whether definitions are linked from just these files. */
export function isLinkOf(linked: Linked, files: readonly FileDefinitions[], limits: PagingLimits): boolean {
  return (
    isSameLimits(linked.limits, limits) &&
    files.length === linked.files.length &&
    files.every((file, i) => file === linked.files[i])
  );
}

function isSameLimits(a: PagingLimits, b: PagingLimits): boolean {
  return a.defaultSize === b.defaultSize && a.maxSize === b.maxSize;
}
