import type { Operation } from '../../contract/operation.ts';
import type { HelperModules } from '../validators/index.ts';

/** The guard of an operation that takes an idempotency key. */
const KEY_GUARDS = { optional: 'acceptKey', required: 'requireKey' } as const;

/** The guards of an operation, outermost first: a repetition is answered although the version has changed. */
function guardsOf({ conditional, idempotent }: Operation): string[] {
  return [...(idempotent === undefined ? [] : [KEY_GUARDS[idempotent]]), ...(conditional ? ['requireMatch'] : [])];
}

/** The code that makes an operation's reads and writes safe, as an expression of `SafetyCode`; undefined if it has none. */
export function safetyText(operation: Operation): string | undefined {
  const guards = guardsOf(operation);
  const fields = [
    ...(operation.etag ? ['finish: finishWithETag'] : []),
    ...(guards.length > 0 ? [`guards: [${guards.join(', ')}]`] : []),
  ];
  return fields.length === 0 ? undefined : `{ ${fields.join(', ')} }`;
}

/** The imports of what {@link safetyText} names. An app without such an operation has none of them. */
export function safetyImports(
  operations: readonly Operation[],
  { preconditionsModule, idempotencyModule }: HelperModules,
): string[] {
  const used = new Set(operations.flatMap(guardsOf));
  if (operations.some(({ etag }) => etag)) used.add('finishWithETag');
  const importOf = (names: readonly string[], module: string): string[] => {
    const imported = names.filter((name) => used.has(name));
    return imported.length === 0 ? [] : [`import { ${imported.join(', ')} } from ${JSON.stringify(module)};`];
  };
  return [
    ...importOf(['finishWithETag', 'requireMatch'], preconditionsModule),
    ...importOf(Object.values(KEY_GUARDS), idempotencyModule),
  ];
}
