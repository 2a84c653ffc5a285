import { isDocumented, routeOf } from '../../../shared/contract/operation.ts';
import type { Location } from '../diagnostics/source.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { visible } from '../language/visible.ts';
import type { CompiledOperation } from './resolve.ts';

/** Reports conflicts between operations: see docs/guides/routing.md. */
export function checkOperations(operations: readonly CompiledOperation[], report: Report): void {
  checkRoutes(operations, report);
  checkCase(operations, report);
  checkOperationIds(operations, report);
  checkTools(operations, report);
}

/** Two operations that match the same requests, and one template spelled with two sets of names. */
function checkRoutes(operations: readonly CompiledOperation[], report: Report): void {
  const routes = new Map<string, CompiledOperation>();
  const templates = new Map<string, CompiledOperation>();
  const documented = new Map<string, CompiledOperation>();
  for (const operation of operations) {
    const { contract, pathAt, templateKey: key } = operation;
    const { method, path } = contract;
    const same = firstOf(routes, `${method} ${key}`, operation);
    const spelled = firstOf(templates, key, operation);
    if (same !== operation) report(messages.duplicateRoute(pathAt, method, path, same.pathAt));
    else if (spelled.template.text !== operation.template.text)
      report(messages.templateNames(pathAt, path, spelled.pathAt, spelled.contract.path));
    else if (isDocumented(contract)) checkDocumentPath(operation, documented, report);
  }
}

/** Two paths that are one in a document, in which the rest of a path is an ordinary parameter. */
function checkDocumentPath(
  operation: CompiledOperation,
  documented: Map<string, CompiledOperation>,
  report: Report,
): void {
  const { contract, template, pathAt, templateKey: key } = operation;
  const path = key.replace(/\{\.\.\.\}$/, '{}');
  const same = firstOf(documented, `${contract.method} ${path}`, operation);
  const named = firstOf(documented, path, operation);
  if (same !== operation)
    report(messages.sameDocumentPath(pathAt, routeOf(contract), same.pathAt, routeOf(same.contract)));
  else if (named.templateKey !== key && named.template.names.join('/') !== template.names.join('/'))
    report(messages.templateNames(pathAt, contract.path, named.pathAt, named.contract.path));
}

/**
 * Paths, and directories, that differ in letter case or in invisible characters only; each pair of spellings is reported once, at the first path that has the second.
 *
 * Each path is compared with and without the names of its parameters: requests do not see them, disks do.
 */
function checkCase(operations: readonly CompiledOperation[], report: Report): void {
  const spellings = new Map<string, Spelling>();
  const reported = new Set<string>();
  const sound = new Set<string>();
  for (const { template, templateKey: key, pathAt } of operations) {
    for (const [text, form] of prefixes(template.text, key, sound)) {
      const firsts = [form, text].map((own) => ({
        own,
        first: firstOf(spellings, visible(own).toLowerCase(), { form: own, text, key, at: pathAt }),
      }));
      // Templates that match the same requests have been reported.
      const clash = firsts.find(({ own, first }) => first.form !== own && first.key !== key);
      if (firsts.every(({ own, first }) => first.form === own)) sound.add(text);
      if (clash === undefined) continue;
      if (!reported.has(text)) report(messages.caseClash(pathAt, text, clash.first.at, clash.first.text));
      reported.add(text);
      break;
    }
  }
}

/** A path and its prefixes, each with and without the names of its parameters, except for paths that are known to be sound. */
function prefixes(text: string, key: string, sound: ReadonlySet<string>): [text: string, form: string][] {
  if (sound.has(text)) return [];
  if (sound.has(text.slice(0, text.lastIndexOf('/')))) return [[text, key]];
  const [named, unnamed] = [text.split('/'), key.split('/')];
  const all: [string, string][] = [];
  for (let depth = named.length; depth > 1; depth--) {
    const prefix = named.slice(0, depth).join('/');
    // The start of a valid path has been checked too.
    if (sound.has(prefix)) break;
    all.push([prefix, unnamed.slice(0, depth).join('/')]);
  }
  return all.reverse();
}

/** A path, or the beginning of one. */
interface Spelling {
  readonly form: string;
  readonly text: string;
  /** The key of the complete template. */
  readonly key: string;
  readonly at: Location;
}

function checkOperationIds(operations: readonly CompiledOperation[], report: Report): void {
  const ids = new Map<string, CompiledOperation>();
  for (const operation of operations) {
    const { operationId } = operation.contract;
    if (operationId === undefined) continue;
    const first = firstOf(ids, operationId, operation);
    if (first !== operation) report(messages.duplicateOperationId(operation.idAt, operationId, first.idAt));
  }
}

function checkTools(operations: readonly CompiledOperation[], report: Report): void {
  const tools = new Map<string, CompiledOperation>();
  for (const operation of operations) {
    const { tool } = operation.contract;
    if (tool === undefined) continue;
    const first = firstOf(tools, tool.name, operation);
    if (first !== operation) report(messages.duplicateTool(operation.toolAt, tool.name, first.toolAt));
  }
}

function firstOf<T>(map: Map<string, T>, key: string, value: T): T {
  const first = map.get(key) ?? value;
  map.set(key, first);
  return first;
}
