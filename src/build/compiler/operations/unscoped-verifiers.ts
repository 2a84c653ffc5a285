import type { Found, Place } from '../calls/call-effects.ts';
import { functionOf, membersOf } from '../calls/call-effects.ts';
import type { Taking } from '../calls/early-uses.ts';
import { VERIFIER } from '../calls/early-uses.ts';
import type { UnreadParameter } from '../calls/unread-parameters.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location } from '../diagnostics/source.ts';
import type { ShownValue } from '../module/value.ts';
import { checkDeciding, ownerOf, placeOf } from './ineffective-guards.ts';
import type { ModuleFacts } from './module-facts.ts';
import type { Modules } from './module-reader.ts';

/** A value of the option `security`, with its scheme. */
type VerifierValue = readonly [scheme: string, found: Found];

/** The function that verifies the credentials of a scheme. */
export interface Verifier extends ShownValue {
  readonly scheme: string;
  readonly taking: Taking;
}

/** The place of `scopes` among the parameters of a verifier. */
const SCOPES = 2;

/**
 * Reports verifiers with a parameter for the required scopes that they don't use, as if no operation required any: see `withoutKnownOperations`. The server
 * warns of those without such a parameter. Also reports what verifiers don't wait for, or handle as if it had not failed.
 */
export function checkVerifiers(
  verifiers: readonly VerifierValue[],
  apps: readonly ModuleFacts[],
  modules: Modules,
  report: Report,
): void {
  const ownerAt = (place: Place): ModuleFacts | undefined => ownerOf(place, apps, modules);
  for (const [scheme, verifier] of verifiers) {
    const at = unusedIn(verifier, ownerAt);
    if (at !== undefined) report(messages.unusedScopes(at, scheme));
  }
  checkDeciding(
    verifiers.map(([, verifier]) => verifier),
    ownerAt,
    report,
  );
}

/** The verifiers of the apps in some modules, with their schemes. */
export function verifiersOf(apps: readonly ModuleFacts[], modules: Modules): readonly VerifierValue[] {
  return apps.flatMap(({ source, effects, verifiers }) =>
    verifiers.flatMap((each) => [...membersOf(each, placeOf(source.file, effects, modules))]),
  );
}

/** The functions that some verifiers are, if they are known for certain. */
export function verifierFunctions(
  verifiers: readonly VerifierValue[],
  apps: readonly ModuleFacts[],
  modules: Modules,
): readonly Verifier[] {
  return verifiers.flatMap(([scheme, { value, place }]): Verifier[] => {
    const found = functionOf(value, place);
    const source = found && ownerOf(found.place, apps, modules)?.source;
    return source === undefined ? [] : [{ scheme, source, value: found!.value, taking: VERIFIER }];
  });
}

/** The third parameter of a verifier, if neither the verifier nor any function that gets the parameter uses it. */
function unusedIn(verifier: Found, ownerAt: (place: Place) => ModuleFacts | undefined): Location | undefined {
  const all = [{ ...verifier, index: SCOPES }];
  const seen = new Set<UnreadParameter>();
  let at: Location | undefined;
  // The list grows while it is gone through.
  for (const { value, place, index } of all) {
    const found = functionOf(value, place);
    const owner = found && ownerAt(found.place);
    const parameter = owner?.unread.get(found!.value.bodyAt?.start ?? -1)?.find((each) => each.index === index);
    if (parameter === undefined) return undefined;
    at ??= { source: owner!.source, span: parameter.span };
    if (seen.has(parameter)) continue;
    seen.add(parameter);
    all.push(...parameter.given.map((each) => ({ value: each.callee, place: found!.place, index: each.index })));
  }
  return at;
}
