import type { Manifest } from '../../../../shared/contract/manifest.ts';
import { distance } from '../../near.ts';
import { usageError } from '../../usage-error.ts';
import type { Verifiers } from './verifiers.ts';
import { printOnce } from '../../warning.ts';

/** The schemes that an operation of some API of this process uses: APIs can share their verifiers. */
const used = new Set<string>();
/** The warnings that wait for the other APIs of this process, by scheme. */
const waiting = new Map<string, string>();

/** @throws {TypeError} If a verifier is not a function. */
export function checkVerifiers(verifiers: Verifiers): void {
  for (const [name, verify] of Object.entries(verifiers)) {
    if (typeof verify !== 'function')
      throw usageError(`The verifier of the security scheme "${name}" must be a function, not ${typeof verify}.`);
  }
}

/**
 * Reports verifiers that nothing calls: a misspelled scheme, or one that no operation names, usually means that operations are open by mistake.
 *
 * @param isShared Whether other APIs of this process may use the same verifiers, as with routers in one app. Then unknown names are a warning.
 * @throws {TypeError} If a scheme is unknown, or misspelled.
 */
export function checkUnusedVerifiers(manifest: Manifest, verifiers: Verifiers, isShared: boolean): void {
  const { securitySchemes = {}, unusedSchemes = [] } = manifest;
  const known = [...Object.keys(securitySchemes), ...unusedSchemes];
  const names = Object.keys(verifiers);
  const unknown = names.filter((name) => !known.includes(name));
  const unverified = known.filter((name) => !names.includes(name));
  for (const name of unknown) {
    const near = unverified.find((other) => isNear(name, other));
    if (!isShared || near !== undefined) throw usageError(unknownMessage(name, near, known));
    warnLater(name, unknownMessage(name, near, known));
  }
  for (const name of Object.keys(securitySchemes)) used.add(name);
  // In the dev server, operations come and go, and the compiler reports the scheme.
  if (manifest.isDev === true) return;
  for (const name of names.filter((each) => unusedSchemes.includes(each))) warnLater(name, unusedMessage(name));
}

/** Warns when all APIs of this process have been created. */
function warnLater(name: string, warning: string): void {
  // Workers allow no timers while a module is evaluated.
  if (waiting.size === 0) queueMicrotask(warn);
  waiting.set(name, warning);
}

function warn(): void {
  for (const [name, warning] of waiting) if (!used.has(name)) printOnce(warning);
  waiting.clear();
}

function unusedMessage(name: string): string {
  return `No operation requires the security scheme "${name}", so its verifier never runs. Add "@security ${name}" to the operations that need it, or remove the verifier.`;
}

function unknownMessage(name: string, near: string | undefined, known: readonly string[]): string {
  const others = known.length === 0 ? 'no security schemes' : known.map((each) => `"${each}"`).join(', ');
  const hint = near === undefined ? `openapi.yaml declares ${others}.` : `Did you mean "${near}"?`;
  return `The option security has a verifier for "${name}", which is not a security scheme of this API, so it never runs. ${hint}`;
}

/** Whether a name may be a misspelling of another one: at most two letters are different, missing or too many. */
function isNear(name: string, other: string): boolean {
  return distance(name.toLowerCase(), other.toLowerCase()) <= Math.min(2, other.length / 3);
}
