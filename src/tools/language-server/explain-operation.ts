import type { CompiledOperation } from '../../build/compiler/compile.ts';
import type { AccessRules } from '../../build/compiler/operations/caller-access.ts';
import { accessOf } from '../../build/compiler/operations/caller-access.ts';

/** Explains a whole operation: its route, the contracts that it inherits, its inputs, security and responses. */
export function explainOperation(operation: CompiledOperation, rules: AccessRules): string {
  const { contract, inherited } = operation;
  const { who, guards, limits } = accessOf(operation, rules);
  const { method, path, summary, parameters, body, responses } = contract;
  const inputs = parameters.map(({ name, in: place, required }) => `\`${place}.${name}\`${required ? '' : '?'}`);
  const lines = [
    [
      'Input',
      [...inputs, ...(body === undefined ? [] : [`body (${body.content.map((one) => one.mediaType).join(', ')})`])],
    ],
    [
      'Responses',
      responses.map(
        ({ status, description }) => `${status}${description === '' ? '' : ` (${description.split('\n')[0]!})`}`,
      ),
    ],
    ['Access', [who]],
    ['Authorized by', guards.map((guard) => guard.path)],
    ['Limited to', limits],
    ['Inherits from', inherited?.contracts.map((outer) => outer.path) ?? []],
  ] as const;
  return [
    `**${method} ${path}**${summary === undefined ? '' : ` - ${summary}`}`,
    ...lines.flatMap(([label, values]) => (values.length === 0 ? [] : [`${label}: ${values.join(', ')}`])),
  ].join('\n\n');
}
