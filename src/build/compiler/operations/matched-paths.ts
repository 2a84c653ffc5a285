import type { Prefixes } from '../../../shared/contract/webhooks.ts';
import type { Segment } from '../../../shared/contract/path-template.ts';
import { hasRest, isRest, matchTexts, printSegments, segmentTexts } from '../../../shared/contract/path-template.ts';
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
import { ANY, comesBefore, segmentText, sharedText, urlTreeOf } from './url-tree.ts';

/** A guarded directory with the segments of its path. */
interface GuardedPath {
  readonly guard: Guarding;
  readonly segments: readonly Segment[];
}

/**
 * Reports operations elsewhere whose parameter takes the name of a guarded directory: `{folder}/content` serves `/private/content`, but is not in `private/`.
 * An operation with its own `@security` line or `authorize`, or with its own line of another directive that protects, is intended.
 *
 * @returns The operations that it reports.
 */
export function checkMatchedPaths(
  files: readonly MiddlewareResult[],
  operations: readonly CompiledOperation[],
  prefixes: Prefixes,
  { lookup }: Pick<Definitions, 'lookup'>,
  report: Report,
): ReadonlySet<CompiledOperation> {
  const reported = new Set<CompiledOperation>();
  const guarding = decidingIn(files);
  const guarded = guarding.flatMap((guard): GuardedPath[] => {
    const { segments } = directoryTemplate(guard.directory, prefixes);
    // The root and directories without a name guard everything below them.
    return segments.every(isParameter) ? [] : [{ guard, segments }];
  });
  if (guarded.length === 0) return reported;
  for (const operation of operations) {
    const found = guarded.find(
      ({ guard, segments }) =>
        isInWebhooks(guard.directory) === isInWebhooks(operation.contract.id) &&
        !isAround(guard.directory, operation.contract.id) &&
        !goesWithout(guard, operation) &&
        takes(operation, segments, lookup) &&
        answersBelow(operations, operation, segments) &&
        !isGuardedAsDeep(guard, operation.contract, guarding),
    );
    if (found === undefined) continue;
    reported.add(operation);
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
  return reported;
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
      if (own === undefined || isRest(own) || segmentText(segment) === segmentText(own)) {
        hasNamed ||= isBehind && !isParameter(segment);
        return true;
      }
      const [texts, others] = [segmentTexts(own), segmentTexts(segment)];
      const shared = sharedText(others, texts);
      if (shared === undefined) return false;
      if (comesBefore(texts, others)) {
        isBehind = true;
        return true;
      }
      hasNamed = true;
      return (shared.includes(ANY) ? EXAMPLES : ['']).some((example) =>
        mayTake({ contract, segment: own }, shared.replaceAll(ANY, example), lookup),
      );
    }) && hasNamed
  );
}

/** Values of a parameter of a directory, to try those of an operation. */
const EXAMPLES = ['1', 'a', 'A', 'a-1', '00000000-0000-4000-8000-000000000000'];

/** Whether the parameters of a segment can have the values that they have in a text. */
function mayTake(
  { contract, segment }: Pick<CompiledOperation, 'contract'> & { readonly segment: Segment },
  text: string,
  lookup: Definitions['lookup'],
): boolean {
  const values: string[] = [];
  if (!matchTexts(segmentTexts(segment), text, values)) return false;
  const names = segment.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));
  return names.every((name, k) => {
    const schema = contract.parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {};
    return mayBe(values[k]!, schema, lookup);
  });
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

/** Whether an operation answers requests below a directory, and not a more specific one, such as one in the directory. */
function answersBelow(
  operations: readonly CompiledOperation[],
  operation: CompiledOperation,
  directory: readonly Segment[],
): boolean {
  const { contract, template } = operation;
  const last = template.segments.at(-1)!;
  const { length } = template.segments;
  // A parameter takes one segment of a rest.
  const lengths = isRest(last) ? [0, 1].map((more) => Math.max(length, directory.length + 1) + more) : [length];
  return lengths.some((count) => {
    const url = Array.from({ length: count }, (_, i) => {
      const [own, segment] = [template.segments[i] ?? last, directory[i]];
      return (segment && sharedText(segmentTexts(segment), segmentTexts(own))) ?? segmentText(own);
    });
    return urlTreeOf(operations).match(contract.method, url) === operation;
  });
}
