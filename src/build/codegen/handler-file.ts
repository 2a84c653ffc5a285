import { quoteText } from './literal.ts';

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
}

export const DEFAULT_STYLE: CodeStyle = { isTyped: true, quote: "'", semicolon: ';', indent: '  ' };

/**
 * Writes the file of a new operation, which responds with 501. `defineOperation` types its context, and checks its result.
 *
 * @example handlerFile({ name: 'getPet', functionName: 'getPet', comment: '/** A pet. *\/' }) // "import { defineOperation } ..."
 */
export function handlerFile(
  { name, functionName, comment }: HandlerFile,
  { isTyped, quote, semicolon, indent }: CodeStyle = DEFAULT_STYLE,
): string {
  const text = (value: string): string => quoteText(value, quote);
  const code = `function ${functionName}() {
${indent}throw problem(501, ${text('Not implemented yet')})${semicolon}
}`;
  return `import { defineOperation, problem } from ${text('unplugin-operations/koa')}${semicolon}

${comment}
export default ${definition(name, code, { isTyped, quote, indent })}${semicolon}
`;
}

/**
 * Writes the call of `defineOperation`. TypeScript checks the function against the contract, in JavaScript by a JSDoc comment.
 *
 * @param code A function.
 */
export function definition(name: string, code: string, style: Pick<CodeStyle, 'isTyped' | 'quote' | 'indent'>): string {
  const { isTyped, quote, indent } = style;
  if (isTyped) return `defineOperation<${quoteText(name, quote)}>(${code})`;
  // A path may contain the end of a comment: GET /a*/b.
  const literal = quoteText(name, "'").replaceAll('*/', String.raw`*\/`);
  const type = `import('unplugin-operations/koa').OperationHandler<${literal}>`;
  const lines = [`/** @satisfies {${type}} */`, ...`(${code}),`.split('\n')];
  return `defineOperation(\n${lines.map((line) => `${indent}${line}\n`).join('')})`;
}

/** Writes the file of a new middleware, which responds with 501: one that passes every request on would seem to be a guard. */
export function middlewareFile({ isTyped, quote, semicolon, indent }: CodeStyle = DEFAULT_STYLE): string {
  const text = (value: string): string => quoteText(value, quote);
  const [names, type] = isTyped ? ['type Middleware, problem', ': Middleware'] : ['problem', ''];
  return `import { ${names} } from ${text('unplugin-operations/koa')}${semicolon}

const middleware${type} = async (ctx, next) => {
${indent}// Decide who may pass, and then call next.
${indent}throw problem(501, ${text('Not implemented yet')})${semicolon}
}${semicolon}

export default middleware${semicolon}
`;
}
