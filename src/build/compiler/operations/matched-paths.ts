import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import type { Segment } from '../../../shared/contract/path-template.ts';
import {
  hasRest,
  isRest,
  matchTexts,
  printSegments,
  segmentKind,
  segmentTexts,
} from '../../../shared/contract/path-template.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import { isValid } from '../../../shared/validation/explain/index.ts';
import type { Definitions } from '../definitions/collect.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import { directoryTemplate } from './file-name.ts';
import type { Guarding } from './guarding.ts';
import { decidingIn, goesWithout, isGuardedAsDeep, shown } from './guarding.ts';
import { allowedTypes } from './list.ts';
import type { MiddlewareResult } from './middleware.ts';
import type { CompiledOperation } from './resolve.ts';
import { isAround, isInWebhooks } from './tree-files.ts';

/** A guarded directory with the segments of its path. */
interface GuardedPath {
  readonly guard: Guarding;
  readonly segments: readonly Segment[];
}

/**
 * Reports operations elsewhere whose parameter takes the name of a guarded directory: `{folder}/content` serves `/private/content`, but is not in `private/`.
 * An operation with its own `@security` line or `authorize`, or with its own line of another directive that protects, is intended.
 */
export function checkMatchedPaths(
  files: readonly MiddlewareResult[],
  operations: readonly CompiledOperation[],
  prefixes: Prefixes,
  { lookup }: Pick<Definitions, 'lookup'>,
  report: Report,
): void {
  const guarding = decidingIn(files);
  const guarded = guarding.flatMap((guard): GuardedPath[] => {
    const { segments } = directoryTemplate(guard.directory, prefixes);
    // The root and directories without a name guard everything below them.
    return segments.some(isLiteral) ? [{ guard, segments }] : [];
  });
  if (guarded.length === 0) return;
  for (const operation of operations) {
    const found = guarded.find(
      ({ guard, segments }) =>
        isInWebhooks(guard.directory) === isInWebhooks(operation.contract.id) &&
        !isAround(guard.directory, operation.contract.id) &&
        !goesWithout(guard, operation) &&
        takes(operation, segments, lookup) &&
        !isAnsweredBelow(guard, segments, operation, operations) &&
        !isGuardedAsDeep(guard, operation.contract.id, guarding),
    );
    if (found === undefined) continue;
    const { contract, template, pathAt } = operation;
    const own = template.segments;
    const named = found.segments.map((segment, i) => {
      const other = own[i];
      return other === undefined || isParameter(other) || isRest(other) ? segment : other;
    });
    const served = printSegments([...named, ...own.slice(named.length)]);
    const other = served === template.text ? undefined : served;
    report(messages.matchedPath(pathAt, `${contract.method} ${template.text}`, shown(found.guard), other));
  }
}

function isLiteral(segment: Segment): boolean {
  return segmentKind(segment) === 'static';
}

/**
 * Whether an operation serves paths below those of a directory, by at least one parameter in the place of a name, or by a name of the directory behind one in
 * the place of a parameter: `files/me/private` and `files/{id}/private`.
 */
export function takes(
  { template, contract }: Pick<CompiledOperation, 'template' | 'contract'>,
  directory: readonly Segment[],
  lookup: Definitions['lookup'],
): boolean {
  if (template.segments.length < directory.length && !hasRest(template.text)) return false;
  let [hasNamed, isBehind] = [false, false];
  return (
    directory.every((segment, i) => {
      const own = template.segments[i];
      // The other matches of a rest are reported elsewhere.
      if (own === undefined || isRest(own) || printSegments([segment]) === printSegments([own])) {
        hasNamed ||= isBehind && isLiteral(segment);
        return true;
      }
      if (isParameter(segment)) {
        isBehind ||= !isParameter(own);
        return true;
      }
      if (isLiteral(own)) return false;
      if (!isLiteral(segment) && !isParameter(own)) return false;
      hasNamed = true;
      // `u-1` of `u-{id}`.
      const text = segment.map((piece) => (typeof piece === 'string' ? piece : '1')).join('');
      const values: string[] = [];
      if (!matchTexts(segmentTexts(own), text, values)) return false;
      const names = own.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
      return names.every((name, k) => {
        const schema = contract.parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {};
        return mayBe(values[k]!, schema, lookup);
      });
    }) && hasNamed
  );
}

/** Whether a text can be a value of a parameter. References, lists, objects and texts that the server changes are not decided here. */
function mayBe(text: string, schema: Schema, lookup: Definitions['lookup']): boolean {
  const types = allowedTypes(schema, lookup);
  if (types.has('array') || types.has('object') || /"(?:\$ref|x-trim|x-lowercase)"/.test(JSON.stringify(schema)))
    return true;
  if (types.has('string')) return isValid(schema, text);
  if (types.has('boolean') && /^(?:true|false)$/.test(text)) return true;
  return (types.has('number') || types.has('integer')) && Number.isFinite(Number(text));
}

function isParameter(segment: Segment): boolean {
  return segment.length === 1 && typeof segment[0] !== 'string';
}

/** Whether an operation in the directory takes all of these requests, because names come before parameters. */
function isAnsweredBelow(
  { directory }: Guarding,
  segments: readonly Segment[],
  { contract, template }: CompiledOperation,
  operations: readonly CompiledOperation[],
): boolean {
  return operations.some(
    (other) =>
      isAround(directory, other.contract.id) &&
      other.contract.method === contract.method &&
      other.template.segments.length === template.segments.length &&
      other.template.segments.every((segment, i) => {
        const own = template.segments[i]!;
        // The name in an operation comes before the parameter of a directory.
        if (i < segments.length) return !(isParameter(segment) && isLiteral(own));
        // A parameter takes one segment of a rest.
        const takesAll = isParameter(segment) && (isRest(segment) || !isRest(own));
        return takesAll || printSegments([segment]) === printSegments([own]);
      }),
  );
}
