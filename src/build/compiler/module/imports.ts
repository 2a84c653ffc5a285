import { parseSync } from 'oxc-parser';
import { Visitor } from './visitor.ts';

/**
 * Lists the names that a module imports, requires and re-exports, as they are written. Imports of types are left out.
 *
 * @param file The name of the file, which decides the language.
 * @returns Nothing for a file that is not a script or has syntax errors: the bundler reports those.
 * @example importsOf('server.ts', "import operations from 'virtual:operations'") // ['virtual:operations']
 */
export function importsOf(file: string, code: string): string[] {
  const extension = /\.([cm]?)([jt]sx?)$/.exec(file);
  if (extension === null) return [];
  const { program, module, errors } = parseSync(file, code, {
    lang: extension[2] as 'js' | 'jsx' | 'ts' | 'tsx',
    sourceType: extension[1] === 'c' ? 'commonjs' : 'unambiguous',
  });
  if (errors.length > 0) return [];
  const { staticImports, staticExports } = module;
  const imported = staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType));
  const exported = staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType));
  const found = [...imported, ...exported].flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
  const add = (node: unknown): void => {
    const { type, value } = (node ?? {}) as { type?: string; value?: unknown };
    if (type === 'Literal' && typeof value === 'string') found.push(value);
  };
  new Visitor({
    ImportExpression: ({ source }) => add(source),
    CallExpression({ callee, arguments: [argument] }) {
      if (callee.type === 'Identifier' && callee.name === 'require') add(argument);
    },
  }).visit(program);
  return found;
}
