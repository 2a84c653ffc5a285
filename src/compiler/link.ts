import type { PagingLimits, Schema } from '../contract/operation.ts';
import { builtInDefinitions } from './definitions/built-in.ts';
import { checkDefinitions } from './definitions/check.ts';
import type { Definitions } from './definitions/collect.ts';
import { collectDefinitions } from './definitions/collect.ts';
import { expandSchema } from './definitions/expand.ts';
import type { FileDefinitions } from './definitions/model.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { CompiledOperation } from './operation/index.ts';
import { resolveOperation } from './operation/index.ts';
import type { ParsedOperation } from './parse.ts';
import { checkSamples } from './samples.ts';
import { createValueCheck } from './values.ts';

/** What the definitions of all files say together. */
export interface Linked {
  /** What they were read from. */
  readonly files: readonly FileDefinitions[];
  readonly limits: PagingLimits;
  readonly definitions: Definitions;
  /** The named schemas without type parameters, with nothing left to expand. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly diagnostics: readonly Diagnostic[];
  /** Makes an operation of what its file says; asked again it gives the same. */
  resolve(parsed: ParsedOperation): ResolveResult;
}

/** An operation, and what is wrong with it by itself. */
export interface ResolveResult {
  readonly operation: CompiledOperation;
  readonly diagnostics: readonly Diagnostic[];
}

/** Puts the definitions of all files together. */
export function linkDefinitions(files: readonly FileDefinitions[], limits: PagingLimits): Linked {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): unknown => diagnostics.push(diagnostic);
  const definitions = collectDefinitions(builtInDefinitions(limits), files, report);
  checkDefinitions(definitions, report);
  const concrete = [...definitions.schemas.values()].filter((definition) => definition.typeParameters.length === 0);
  const schemas = new Map(concrete.map(({ name, schema }) => [name, expandSchema(schema, definitions.schemas)]));
  const check = createValueCheck(schemas);
  checkSamples(
    files.flatMap((file) => file.samples),
    definitions.schemas,
    check,
    report,
  );
  const resolve = (parsed: ParsedOperation): ResolveResult => {
    const own: Diagnostic[] = [];
    const reportOwn = (diagnostic: Diagnostic): unknown => own.push(diagnostic);
    const operation = resolveOperation(parsed, definitions, limits, reportOwn);
    checkSamples(parsed.declarations.samples, definitions.schemas, check, reportOwn);
    return { operation, diagnostics: own };
  };
  const resolved = new WeakMap<ParsedOperation, ResolveResult>();
  return {
    files,
    limits,
    definitions,
    schemas,
    diagnostics,
    resolve(parsed) {
      const result = resolved.get(parsed) ?? resolve(parsed);
      resolved.set(parsed, result);
      return result;
    },
  };
}

/** Whether definitions are linked from just these files. */
export function isLinkOf(linked: Linked, files: readonly FileDefinitions[], limits: PagingLimits): boolean {
  const { defaultSize, maxSize } = linked.limits;
  return (
    limits.defaultSize === defaultSize &&
    limits.maxSize === maxSize &&
    files.length === linked.files.length &&
    files.every((file, i) => file === linked.files[i])
  );
}
