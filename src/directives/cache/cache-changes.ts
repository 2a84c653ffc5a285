import type { CachePolicy } from '../../shared/contract/cache-policy.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import type { DirectiveChange } from '../directive-description.ts';
import { cacheText } from './cache-text.ts';
import { controlOf, isShared } from './cache-control.ts';

/** Lists the changes in the caching of an operation's responses. Caches that several clients share can show one client the response for another. */
export function cacheChanges(before: Operation, after: Operation, subject: string): DirectiveChange[] {
  const [old, now] = [before.cache, after.cache];
  const opened = sharing(old, now, subject);
  if (old === undefined && now === undefined) return [];
  if (old === undefined) return [...opened, ['cache-added', `${subject} has "Cache-Control: ${cacheText(now!)}" now`]];
  if (now === undefined) {
    const check = isShared(controlOf(old.control)) ? 'cache-removed' : 'cache-private-removed';
    return [[check, `${subject} no longer has "Cache-Control: ${cacheText(old)}"`]];
  }
  if (old.control === now.control) return opened;
  const text = `"Cache-Control" of ${subject} changed from "${cacheText(old)}" to "${cacheText(now)}"`;
  return [...opened, [`cache-${wordFor(old, now)}`, text]];
}

/** The change that allows shared caches to keep responses. Below authentication, those of one client then reach others. */
function sharing(old: CachePolicy | undefined, now: CachePolicy | undefined, subject: string): DirectiveChange[] {
  if (now === undefined) return [];
  if (now.sameForEveryone === true && old?.sameForEveryone !== true)
    return [
      [
        'cache-same-for-everyone',
        `shared caches can send responses of ${subject} to clients without credentials, because of "(same for everyone)"`,
        true,
      ],
    ];
  const wasShared = old !== undefined && isShared(controlOf(old.control));
  return wasShared || !isShared(controlOf(now.control))
    ? []
    : [['cache-shared', `shared caches can keep responses of ${subject} now`]];
}

/** Whether caches can keep responses longer or shorter than before; `changed` if neither is true of all caches. */
function wordFor(old: CachePolicy, now: CachePolicy): 'increased' | 'decreased' | 'changed' {
  const [one, other] = [old, now].map(lifetimes) as [readonly number[], readonly number[]];
  const differences = other.map((seconds, i) => Math.sign(seconds - one[i]!));
  if (differences.every((each) => each === 0)) return 'changed';
  if (differences.every((each) => each >= 0)) return 'increased';
  return differences.every((each) => each <= 0) ? 'decreased' : 'changed';
}

/** How long the caches of clients and shared ones can use a response without the server, in seconds. */
function lifetimes({ control }: CachePolicy): readonly number[] {
  const directives = controlOf(control);
  const isKept = !directives.has('no-store') && !directives.has('no-cache');
  const own = isKept ? (directives.get('max-age') ?? 0) : 0;
  return [own, isShared(directives) ? (directives.get('s-maxage') ?? own) : 0];
}
