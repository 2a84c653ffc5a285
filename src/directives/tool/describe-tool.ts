import { isToolName, toolName } from '../../shared/contract/tool-name.ts';
import type { Tool } from '../../shared/contract/operation.ts';
import type { DirectiveDescription } from '../directive-description.ts';
import { internal } from '../internal/describe-internal.ts';

/** A line of `@tool`: the name and the description are optional. `none` opts an operation out of its directory's. */
type DeclaredTool = Partial<Tool> | 'none';

/** The words that opt out elsewhere. A tool has none of them as its name. */
const REFUSALS =
  /^(?:none|false|no|not|off|never|nothing|hidden|hide|private|internal|disabled?|disallow|deny|forbidden|exclude|ignore|skip|null|nil|undefined|n\/a|0)$/i;

/** The methods that change a resource by their definition: RFC 9110, 9.3, and RFC 5789. */
const CHANGING: readonly string[] = ['PUT', 'PATCH', 'DELETE'];

/** `@tool name (readOnly: true) - description`, each part optional, or `@tool none`. */
export const tool = {
  name: 'tool',
  form: {
    snippet: '',
    meaning: 'The operation is a tool for models. A name replaces the operationId.',
    example: '@tool find_pets',
  },
  often: 'once',
  inherited: 'replace',
  read({ text, markdown }, report) {
    const [head, name = '', options, dash] = /^((?!-(?:\s|$)|\()\S+)?\s*(\([^()]*\))?\s*(-(?=\s|$))?/.exec(text)!;
    const rest = markdown(head.length);
    if (name === 'none' && rest === undefined) return 'none';
    if (REFUSALS.test(name))
      return report({
        code: 'invalid-tool',
        part: { start: 0, end: name.length },
        message: `"@tool ${name}" would offer the operation as a tool named "${name}". To opt out, write "@tool none" and nothing else. Otherwise, choose another name.`,
      });
    if (name !== '' && !isToolName(name))
      return report({
        code: 'invalid-tool',
        part: { start: 0, end: name.length },
        message: `"${name}" is not a valid tool name. Use up to 64 letters, digits, "_" and "-", or leave the name out: "@tool - description".`,
      });
    if (options !== undefined && !/^\(\s*readOnly\s*:\s*true\s*\)$/.test(options))
      return report({
        code: 'invalid-tool',
        part: { start: text.indexOf(options), end: text.indexOf(options) + options.length },
        message: 'A tool has one option: "(readOnly: true)". It means that the tool changes nothing.',
      });
    if (dash === undefined && rest !== undefined)
      return report({
        code: 'invalid-tool',
        part: { start: text.length - text.slice(head.length).trimStart().length, end: text.length },
        message: `The description of a tool follows a dash. Write "@tool - ${text.split('\n')[0]}".`,
      });
    const description = rest?.replace(/\s+/g, ' ');
    return {
      ...(name !== '' && { name }),
      ...(description !== undefined && { description }),
      ...(options !== undefined && { readOnly: true as const }),
    };
  },
  // They would be those of several operations.
  inDirectory(value, report) {
    if (value === 'none') return value;
    if ((value.name ?? value.description ?? value.readOnly) !== undefined)
      report({
        code: 'invalid-tool',
        message:
          'The "@tool" of a directory applies to many operations, so it has no name, option or description. Write them in the comment of each operation.',
      });
    return {};
  },
  check({ own: [own] }, { operation, linesOf }, report) {
    if (operation === undefined || own === undefined || own.value === 'none') return;
    if (own.value.readOnly === true && CHANGING.includes(operation.method))
      report({
        code: 'invalid-tool',
        at: own.at,
        message: `A ${operation.method} changes something, so its tool is not "(readOnly: true)". Remove the option.`,
      });
    const [hidden] = linesOf(internal).all;
    if (hidden === undefined) return;
    report({
      code: 'internal-tool',
      at: own.at,
      message: 'An "@internal" operation is not documented, so it cannot be a tool. Remove one of the two directives.',
      note: { message: 'internal because of this', at: hidden.at },
    });
  },
  contract([value], { operation, has }) {
    if (value === 'none' || has(internal)) return {};
    return { tool: { name: toolName(operation), ...value } };
  },
  isMark: (operation) => operation.tool !== undefined,
  // A tool that is removed or renamed breaks its clients. An OpenAPI document doesn't show which operations are tools.
  changes(before, after) {
    const [was, is] = [before.tool?.name, after.tool?.name];
    if (was === is)
      return after.tool?.readOnly === true && before.tool?.readOnly !== true
        ? [['tool-became-read-only', `clients can call the tool "${is}" without asking their user now`]]
        : [];
    if (was === undefined) return [['tool-added', `the operation is the tool "${is}" now`]];
    if (is === undefined) return [['tool-removed', `the operation is no longer the tool "${was}"`]];
    return [['tool-renamed', `the tool "${was}" is named "${is}" now`]];
  },
  weakening: ['tool-added'],
} as const satisfies DirectiveDescription<DeclaredTool, 'invalid-tool' | 'internal-tool'>;
