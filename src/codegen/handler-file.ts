/** How the files of a project are written. */
export interface CodeStyle {
  /** Whether the file is TypeScript. */
  readonly isTyped: boolean;
  readonly quote: '"' | "'";
  readonly semicolon: ';' | '';
  readonly indent: string;
}

/** The parts of an operation's file. */
export interface HandlerFile {
  /** The name of the operation in operations.d.ts: its operationId, or its method and path. */
  readonly name: string;
  readonly functionName: string;
  /** The comment, with its delimiters. */
  readonly comment: string;
  /** The value that the handler returns; undefined for a handler that responds with 501. */
  readonly result?: { readonly value: unknown } | undefined;
}

export const DEFAULT_STYLE: CodeStyle = { isTyped: true, quote: "'", semicolon: ';', indent: '  ' };

/**
 * Writes the file of a new operation. `defineOperation` types its context, and checks its result.
 *
 * @example handlerFile({ name: 'getPet', functionName: 'getPet', comment: '/** A pet. *\/' }) // "import { defineOperation } ..."
 */
export function handlerFile(
  { name, functionName, comment, result }: HandlerFile,
  { isTyped, quote, semicolon, indent }: CodeStyle = DEFAULT_STYLE,
): string {
  const text = (value: string): string => quoted(value, quote);
  const [imports, body] =
    result === undefined
      ? ['defineOperation, problem', `throw problem(501, ${text('Not implemented yet')})`]
      : ['defineOperation', `return ${json(result.value, indent)}`];
  const typeArguments = isTyped ? `<${text(name)}>` : '';
  return `import { ${imports} } from ${text('unplugin-operations/koa')}${semicolon}

${comment}
export default defineOperation${typeArguments}(function ${functionName}() {
${indent}${body}${semicolon}
})${semicolon}
`;
}

/** Writes the file of a new middleware, which passes every request on. */
export function middlewareFile({ isTyped, quote, semicolon, indent }: CodeStyle = DEFAULT_STYLE): string {
  const from = `from ${quote}unplugin-operations/koa${quote}${semicolon}\n\n`;
  const [imports, type] = isTyped ? [`import type { Middleware } ${from}`, ': Middleware'] : ['', ''];
  const open = `const middleware${type} = async (ctx, next) => {`;
  return `${imports}${open}\n${indent}await next()${semicolon}\n}${semicolon}\n\nexport default middleware${semicolon}\n`;
}

function quoted(text: string, quote: CodeStyle['quote']): string {
  const escaped = JSON.stringify(text);
  return quote === '"'
    ? escaped
    : `'${escaped
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')
        .replaceAll("'", String.raw`\'`)}'`;
}

/** JSON as JavaScript: it has no line breaks in strings, and a plain `__proto__` would set the prototype. */
function json(value: unknown, indent: string): string {
  return JSON.stringify(value, null, indent)
    .replaceAll(/^(\s*)"__proto__": /gm, '$1["__proto__"]: ')
    .replaceAll('\n', `\n${indent}`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
