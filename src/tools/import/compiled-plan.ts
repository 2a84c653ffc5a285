import { NO_CUSTOM } from '../../directives/custom/custom-directives.ts';
import { createCache } from '../../build/compiler/cache.ts';
import { parseDefinitionsOnce } from '../../build/compiler/reuse/parse-once.ts';
import type { Compilation } from '../../build/compiler/compile.ts';
import { compileOperations } from '../../build/compiler/compile.ts';
import type { Diagnostic } from '../../build/compiler/diagnostics/diagnostic.ts';
import { errorsIn } from '../../build/compiler/diagnostics/diagnostic.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { limitsOf } from '../../shared/contract/paging.ts';
import { referenceTo } from '../../shared/schema/references.ts';
import type { Description } from '../openapi/read/description.ts';
import type { Changes } from './changes.ts';
import { definitionChanges, operationChanges, schemaName } from './changes.ts';
import type { ExistingFiles, ExistingOperation } from './existing-tree.ts';
import { readExistingEvents } from './existing-tree.ts';
import { guardedDirectories } from './guarded-directories.ts';
import type { LocatedOperation } from './file-paths.ts';
import { fileInTree } from '../../build/compiler/operations/tree-files.ts';
import { isTypeScript } from '../../build/project/source-language.ts';
import { cursorInclude, withPaging } from './paging.ts';
import { usedNames } from './used-names.ts';
import type { ReadFile } from './write/definition-files.ts';
import type { IncludesOf, WrittenTree } from './write/written-tree.ts';
import { writeTree } from './write/written-tree.ts';

/** The files of an import, and the tree that they make. */
export interface CompiledPlan {
  readonly operations: Changes;
  readonly definitions: Changes;
  readonly compilation: Compilation;
}

const DIRECTORIES = { directory: 'app/operations', definitions: 'app/definitions' };

/**
 * Plans the files of an import, and compiles them. An operation that would have errors is left out, and its first error becomes its note:
 * one fault never spoils the whole tree.
 */
export function planCompiled(
  description: Description,
  located: readonly LocatedOperation[],
  existing: readonly ExistingOperation[],
  before: ExistingFiles,
): CompiledPlan {
  const shown = before.shown ?? DIRECTORIES;
  const { cache = createCache() } = before;
  // The compiler then has read them already.
  const read: ReadFile = (file) => parseDefinitionsOnce(cache, file, shown.definitions, before.custom ?? NO_CUSTOM);
  const limits = limitsOf(before.paging);
  const known = new Map(existing.map((operation) => [operation.key, operation]));
  const includesOf: IncludesOf = ({ method, key }, contract) => {
    if (contract.event !== undefined) return { contract, includes: [] };
    const { parsed } = known.get(`${method} ${key}`) ?? {};
    return withPaging(contract, limits, parsed && cursorInclude(parsed), description.schemas);
  };
  const isTyped = isTypeScript(`.${before.extension ?? 'ts'}`);
  const written = writeTree(description, located, isTyped, read, includesOf, before.custom);
  const isGuarded = guardedDirectories(before);
  const operations = operationChanges(written, located, existing, before.operations, before.base ?? '/', isGuarded);
  const definitions = definitionChanges(written.definitions(), before.definitions);
  const compilation = compileOperations({
    files: operations.files,
    definitions: definitions.files,
    directory: shown.directory,
    definitionsDirectory: shown.definitions,
    ...(before.base !== undefined && { base: before.base }),
    ...(before.webhooks !== undefined && { webhooks: before.webhooks }),
    ...(before.paging !== undefined && { paging: before.paging }),
    ...(before.httpMethods !== undefined && { httpMethods: before.httpMethods }),
    ...(before.custom !== undefined && { custom: before.custom }),
    cache,
  });
  const events = readExistingEvents(before.operations);
  const files = located.map(({ method, key, file }) => {
    const own = known.get(`${method} ${key}`) ?? events.find((event) => event.key === key);
    return own?.file.path ?? file;
  });
  const faults = faultsOf({ operations, definitions, compilation }, files, written, shown);
  if (faults.size === 0) return { operations, definitions, compilation };
  const sound = located.filter((_, i) => !faults.has(i));
  for (const [i, { message }] of faults)
    description.notes.add(located[i]!.described.at, `the compiler refuses it: ${message}`);
  // A file that exists stays as it is.
  const keys = new Set([...faults.keys()].map((i) => `${located[i]!.method} ${located[i]!.key}`));
  const others = existing.filter(({ key }) => !keys.has(key));
  return planCompiled(description, sound, others, { ...before, cache });
}

/**
 * The first error of each operation that the import writes: one in its file, or in a definition that it uses.
 *
 * @param files The file of each operation.
 * @returns The errors by the index of the operation.
 */
function faultsOf(
  { operations, definitions, compilation }: CompiledPlan,
  files: readonly string[],
  written: WrittenTree,
  shown: typeof DIRECTORIES,
): Map<number, Diagnostic> {
  const errors = errorsIn(compilation.diagnostics);
  if (errors.length === 0) return new Map();
  const inFiles = new Map(errors.toReversed().map((error) => [error.at.source.file, error]));
  const changed = new Set(operations.changes.map(({ path }) => path));
  const named = definitions.changes.flatMap(({ path }): [string, Diagnostic][] => {
    const error = inFiles.get(`${shown.definitions}/${path}`);
    const name = schemaName(path);
    return error === undefined || name === undefined ? [] : [[name, error]];
  });
  const compiled = new Map(
    [...compilation.operations, ...compilation.events].map((one) => [one.contract.id, one] as const),
  );
  const faultOf = (file: string, contract: Operation): Diagnostic | undefined => {
    const own = changed.has(file) ? inFiles.get(fileInTree(shown.directory, file)) : undefined;
    if (own !== undefined || named.length === 0) return own;
    // The comment can name definitions that the description has in place.
    const references = (compiled.get(file)?.declarations.references ?? []).map(({ name }) => ({
      schema: referenceTo(name),
    }));
    const used = usedNames([contract, ...references], written.schemas());
    return named.find(([name]) => used.has(name))?.[1];
  };
  const faults = files.map((file, i) => [i, faultOf(file, written.operations[i]!.contract)] as const);
  return new Map(faults.flatMap(([i, fault]) => (fault === undefined ? [] : [[i, fault] as const])));
}
