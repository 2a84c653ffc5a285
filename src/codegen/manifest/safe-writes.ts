import type { Operation } from '../../contract/operation.ts';
import type { HelperModules } from '../validators/index.ts';

/** The fields of an entry that make its reads and writes safe, with a leading comma; empty if there are none. */
export function safetyText({ etag, conditional }: Operation): string {
  return [etag ? ',"finish":finishWithETag' : '', conditional ? ',"guards":[requireMatch]' : ''].join('');
}

/** The imports of what {@link safetyText} names. An app without such an operation has none of them. */
export function safetyImports(operations: readonly Operation[], { preconditionsModule }: HelperModules): string[] {
  const names = [
    ...(operations.some(({ etag }) => etag) ? ['finishWithETag'] : []),
    ...(operations.some(({ conditional }) => conditional) ? ['requireMatch'] : []),
  ];
  return names.length === 0 ? [] : [`import { ${names.join(', ')} } from ${JSON.stringify(preconditionsModule)};`];
}
