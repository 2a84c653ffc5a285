import { cache } from '../../../directives/cache/describe-cache.ts';
import { isAsStrict } from '../../../shared/contract/security-requirements.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { OperationTree } from './called-handlers.ts';
import { declaredValues } from '../language/described.ts';
import { decidingIn, innermostSecurity, onlyAround, shown } from './guarding.ts';

/**
 * Reports operations that pass on others whose lines replace those of the directories here: `@security none` of a file elsewhere isn't meant for a guarded
 * directory, nor is a response that is the same for everyone. The operation's own lines are.
 */
export function checkReplacedLines(
  { others, parsed, files }: Pick<OperationTree, 'others' | 'parsed' | 'files'>,
  report: Report,
): void {
  if (others.length === 0) return;
  const guarding = decidingIn(files);
  const whole = new Map(parsed.map((each) => [each.path, each.declarations]));
  for (const { operation, other, from } of others) {
    const { path, handler, declarations: own } = operation;
    const here = onlyAround(guarding, path, other);
    const theirs = whole.get(other);
    if (theirs === undefined) continue;
    const lines = theirs.security.map(({ value }) => value);
    const isWeaker = lines.length > 0 && own.security.length === 0 && !isAsStrict(lines, innermostSecurity(here));
    const replaced = here.find(({ security, protection }) =>
      protection === undefined
        ? isWeaker && security.length > 0
        : protection.name.startsWith('x-') && protection.isIn(theirs) && !protection.isIn(own),
    );
    if (replaced !== undefined) report(messages.replacedLines(handler.at, from, shown(replaced)));
    const guard = here.find(({ decides, refuses }) => decides.length > 0 || refuses);
    const isCached = declaredValues(theirs.described, cache).some(({ value }) => value.sameForEveryone === true);
    if (guard !== undefined && isCached && !own.described.has(cache))
      report(messages.passedCache(handler.at, from, shown(guard)));
  }
}
