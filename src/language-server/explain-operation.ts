import type { CompiledOperation } from '../compiler/compile.ts';
import type { BaseDocument } from '../contract/base-document.ts';
import { securityOf } from '../contract/operation.ts';

/** Explains a whole operation: its route, the contracts that it inherits, its inputs, security and responses. */
export function explainOperation({ contract, inherited }: CompiledOperation, document: BaseDocument): string {
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
    ['Security', securityOf(contract, document).map((one) => Object.keys(one).join(' and ') || 'none')],
    ['Inherits from', inherited?.contracts.map((outer) => outer.path) ?? []],
  ] as const;
  return [
    `**${method} ${path}**${summary === undefined ? '' : ` - ${summary}`}`,
    ...lines.flatMap(([label, values]) => (values.length === 0 ? [] : [`${label}: ${values.join(', ')}`])),
  ].join('\n\n');
}
