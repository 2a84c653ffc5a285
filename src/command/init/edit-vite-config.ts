import { MagicString } from 'magic-string';
import type { ArrayExpression, Node, ObjectExpression, Program } from 'oxc-parser';
import { parseSync } from 'oxc-parser';

/**
 * Adds the plugin to a `vite.config` file.
 *
 * @param options The plugin's options, as code.
 * @returns The text; undefined if the configuration is not an object that can be found in the file.
 */
export function addPlugin(file: string, text: string, options: string): string | undefined {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) return undefined;
  const config = findConfig(program);
  if (config === undefined) return undefined;
  const edited = new MagicString(text);
  const name = /\boperations\b/.test(text) ? 'unpluginOperations' : 'operations';
  if (!insertCall(edited, text, config, `${name}(${options})`)) return undefined;
  const quote = /\bfrom "/.test(text) ? '"' : "'";
  const semicolon = /\bfrom (["']).*?\1;/.test(text) || !/\bfrom /.test(text) ? ';' : '';
  const statement = `import ${name} from ${quote}unplugin-operations/vite${quote}${semicolon}\n`;
  const last = program.body.findLast(({ type }) => type === 'ImportDeclaration');
  if (last === undefined) edited.prepend(`${statement}\n`);
  else edited.appendLeft(endOfLine(text, last.end), statement);
  return edited.toString();
}

/** Inserts a call into the list `plugins`; returns false if `plugins` is not a list. */
function insertCall(edited: MagicString, text: string, config: ObjectExpression, call: string): boolean {
  const plugins = config.properties.find(
    (property) => property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'plugins',
  );
  if (plugins?.type === 'Property') {
    if (plugins.value.type !== 'ArrayExpression') return false;
    insertItem(edited, text, plugins.value, call);
    return true;
  }
  const [first] = config.properties;
  const line = first === undefined ? undefined : /\n[ \t]*$/.exec(text.slice(config.start, first.start))?.[0];
  edited.appendLeft(config.start + 1, `${line ?? ' '}plugins: [${call}],${first === undefined ? ' ' : ''}`);
  return true;
}

function insertItem(edited: MagicString, text: string, { start, elements }: ArrayExpression, call: string): void {
  const first = elements[0] ?? undefined;
  const line = first && /\n[ \t]*$/.exec(text.slice(start, first.start))?.[0];
  edited.appendLeft(start + 1, `${line ?? ''}${call}${first === undefined ? '' : line === undefined ? ', ' : ','}`);
}

/** Finds the object that a configuration exports, through `defineConfig(...)`, a function that returns it, and a variable. */
function findConfig({ body }: Program): ObjectExpression | undefined {
  const exported = body.find(({ type }) => type === 'ExportDefaultDeclaration');
  if (exported?.type !== 'ExportDefaultDeclaration') return undefined;
  let node: Node | null | undefined = exported.declaration as Node;
  for (let step = 0; step < 10 && node; step++) {
    if (node.type === 'ObjectExpression') return node;
    node = unwrap(node, body);
  }
  return undefined;
}

function unwrap(node: Node, body: Program['body']): Node | null | undefined {
  switch (node.type) {
    case 'CallExpression':
      return node.arguments[0];
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return node.expression;
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return returned(node.body);
    case 'Identifier':
      return body
        .flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
        .find(({ id }) => id.type === 'Identifier' && id.name === node.name)?.init;
    default:
      return undefined;
  }
}

/** The value of a function with a single `return`. */
function returned(body: Node | null): Node | null | undefined {
  if (body?.type !== 'BlockStatement') return body;
  const returns = body.body.flatMap((statement) => (statement.type === 'ReturnStatement' ? [statement.argument] : []));
  return returns.length === 1 ? returns[0] : undefined;
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}
