import { MagicString } from 'magic-string';
import type { ArrayExpression, AssignmentExpression, Node, ObjectExpression, Program, PropertyKey } from 'oxc-parser';
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
  insertImport(edited, text, program, config, name);
  const isWindows = text.includes('\r\n');
  return isWindows ? edited.toString().replaceAll(/\r?\n/g, '\r\n') : edited.toString();
}

function insertImport(
  edited: MagicString,
  text: string,
  program: Program,
  { start }: ObjectExpression,
  name: string,
): void {
  const usesDouble = /\b(?:from |require\()"/.test(text);
  const hasSemicolons = /;\s*$/m.test(text) || !/\bfrom |\brequire\(/.test(text);
  const plain = importOf(name, assignsExports(program));
  const quoted = usesDouble ? plain.replaceAll("'", '"') : plain;
  const line = `${hasSemicolons ? quoted : quoted.replace(/;$/, '')}\n`;
  // A variable exists only below its `require`.
  const last = program.body.findLast((node) => node.end <= start && isPrologue(node));
  if (last === undefined) {
    edited.prepend(`${line}\n`);
    return;
  }
  const end = endOfLine(text, last.end);
  if (end > start) edited.appendLeft(last.end, `\n${line}`);
  else edited.appendLeft(end, isDirective(last) ? `\n${line}` : line);
}

/** The statement that imports the plugin. */
export function importOf(name: string, isCommon: boolean): string {
  return isCommon
    ? `const ${name} = require('unplugin-operations/vite').default;`
    : `import ${name} from 'unplugin-operations/vite';`;
}

/** Whether a `vite.config` file is CommonJS. */
export function isCommonJs(file: string, text: string): boolean {
  return assignsExports(parseSync(file, text).program);
}

/** Comments and dependencies mention `module.exports` too, so only the statements count. */
function assignsExports({ body }: Program): boolean {
  return body.some((statement) => {
    const target = assignmentOf(statement)?.left;
    if (target?.type !== 'MemberExpression' || target.object.type !== 'Identifier') return false;
    return target.object.name === 'exports' || isModuleExports(target);
  });
}

function isPrologue(node: Program['body'][number]): boolean {
  return node.type === 'ImportDeclaration' || isRequire(node) || isDirective(node);
}

function isDirective(node: Program['body'][number]): boolean {
  return node.type === 'ExpressionStatement' && typeof node.directive === 'string';
}

function isRequire(node: Program['body'][number]): boolean {
  const call = node.type === 'VariableDeclaration' ? node.declarations[0]?.init : undefined;
  return call?.type === 'CallExpression' && call.callee.type === 'Identifier' && call.callee.name === 'require';
}

/** Inserts a call into the list `plugins`; returns false if `plugins` is not a list. */
function insertCall(edited: MagicString, text: string, config: ObjectExpression, call: string): boolean {
  const plugins = config.properties.find(
    (property) => property.type === 'Property' && configKey(property.key) === 'plugins',
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

function configKey(key: PropertyKey): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}

function insertItem(edited: MagicString, text: string, { start, elements }: ArrayExpression, call: string): void {
  const first = elements[0] ?? undefined;
  const line = first && /\n[ \t]*$/.exec(text.slice(start, first.start))?.[0];
  edited.appendLeft(start + 1, `${line ?? ''}${call}${first === undefined ? '' : line === undefined ? ', ' : ','}`);
}

/** The value of `export default` or `module.exports =`. */
function exportedBy(statement: Program['body'][number]): Node | null | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration as Node;
  const assigned = assignmentOf(statement);
  return assigned && isModuleExports(assigned.left) ? assigned.right : undefined;
}

function assignmentOf(statement: Program['body'][number]): AssignmentExpression | undefined {
  const expression = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
  return expression?.type === 'AssignmentExpression' ? expression : undefined;
}

function isModuleExports(target: Node): boolean {
  if (target.type !== 'MemberExpression' || target.object.type !== 'Identifier') return false;
  return target.object.name === 'module' && target.property.type === 'Identifier' && target.property.name === 'exports';
}

/** Finds the object that a configuration exports, through `defineConfig(...)`, a function that returns it, and a variable. */
function findConfig({ body }: Program): ObjectExpression | undefined {
  let node = body.map(exportedBy).find((value) => value !== undefined);
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
