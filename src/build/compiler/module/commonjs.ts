import { MagicString } from 'magic-string';
import type { Statement } from 'oxc-parser';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { RequireCall } from './requires.ts';
import { findRequires } from './requires.ts';
import type { SourceText, Span } from '../diagnostics/source.ts';
import { findExports } from './exports.ts';
import type { Syntax } from './syntax.ts';
import { parseSyntax } from './syntax.ts';
import type { Bindings } from './static-values.ts';

/** A module's new text, and the source map (version 3) that leads back. */
export interface Rewritten {
  readonly code: string;
  readonly map: ReturnType<MagicString['generateMap']>;
}

// The result of require() for a namespace: for a CommonJS or JSON module its value, which bundlers put under "default" (next to its properties).
const INTEROP =
  'const __value = (space, byDefault) => { const value = space.default; if (value === undefined || (byDefault && !("default" in Object(value)))) return space; ' +
  'for (const key of Object.keys(space)) if (!/^(default|__esModule|module.exports)$/.test(key) && value?.[key] !== space[key]) return space; return value; };';

/** How a CommonJS module becomes an ES module that exports the handler by default; plain data, worked out when its syntax is at hand. */
export interface Rewriting {
  /** The replacements of TypeScript's `import x = require()` and `export =`. */
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
  /** The offset of the prologue: at the start, or after a hashbang. */
  readonly start: number;
  readonly prologue: string;
  readonly epilogue: string;
}

/** The exports of a `_middleware` file besides the middleware. */
export interface NamedExports {
  /** These keep their names. */
  readonly named: readonly string[];
  /** The text does not show these. If the module has one nevertheless, its evaluation fails, so that no check is lost. */
  readonly absent: readonly string[];
}

/**
 * Works out how to rewrite a CommonJS module, and reports each `require()` that no bundler could follow.
 *
 * @param handlerName The export that is the handler.
 */
export function planRewriting(
  source: SourceText,
  { program, bindings }: Syntax,
  handlerName: string,
  report: Report,
  others: NamedExports = { named: [], absent: [] },
): Rewriting {
  const requires = source.text.includes('require') && !bindings.has('require') ? findRequires(program) : [];
  for (const { span, name } of requires) if (name === undefined) report(messages.dynamicRequire({ source, span }));
  const start = program.hashbang === null ? 0 : program.hashbang.end;
  return {
    edits: program.body.flatMap((statement) => editOf(statement, source.text)),
    start,
    prologue: `${start > 0 ? '\n' : ''}${prologue(bindings, requires)}\n`,
    epilogue: epilogue(handlerName, others) + checkOf(others, source.file),
  };
}

/**
 * Rewrites a CommonJS module as an ES module that exports the handler, or the middleware, by default.
 *
 * The body stays as it is: `module`, `exports` and `require` become variables of the module, so that scoping works as written.
 *
 * @param rewriting Of the same text.
 */
export function toEsModule(source: SourceText, rewriting: Rewriting): Rewritten {
  const text = new MagicString(source.text);
  for (const edit of rewriting.edits) text.overwrite(edit.span.start, edit.span.end, edit.text);
  text.appendLeft(rewriting.start, rewriting.prologue);
  text.append(rewriting.epilogue);
  return {
    code: text.toString(),
    map: text.generateMap({ source: source.file, includeContent: true, hires: 'boundary' }),
  };
}

const ignore = (): void => {};

/**
 * Rewrites a CommonJS module that others require as an ES module. Its default export is `module.exports`, in addition to the names that the text shows.
 *
 * @returns undefined if it is an ES module, or if it has syntax errors, which its evaluation reports.
 */
export function toSharedModule(source: SourceText): Rewritten | undefined {
  const syntax = parseSyntax(source, ignore);
  if (syntax === undefined || syntax.hasErrors || syntax.isModule()) return undefined;
  const { isCommonJs, exports } = findExports(syntax);
  if (!isCommonJs && !/\.c[jt]s$/.test(source.file)) return undefined;
  const names = exports.map(({ name }) => name).filter((name) => name !== 'default');
  const named = names.map((name, i) => {
    const [variable, key] = [`__export${i}`, JSON.stringify(name)];
    return `const ${variable} = module.exports?.[${key}]; export { ${variable} as ${key} };\n`;
  });
  const plan = planRewriting(source, syntax, 'default', ignore);
  return toEsModule(source, { ...plan, epilogue: `\nexport default module.exports;\n${named.join('')}` });
}

function editOf(statement: Statement, text: string): Rewriting['edits'] {
  const { start, end } = statement;
  if (statement.type === 'TSExportAssignment')
    return [{ span: { start, end: text.indexOf('=', start) + 1 }, text: 'module.exports =' }];
  if (statement.type !== 'TSImportEqualsDeclaration' || statement.importKind === 'type') return [];
  const { id, moduleReference } = statement;
  if (moduleReference.type !== 'TSExternalModuleReference') return [];
  const name = text.slice(moduleReference.expression.start, moduleReference.expression.end);
  return [{ span: { start, end }, text: `const ${id.name} = require(${name});` }];
}

function prologue(bindings: Bindings, requires: readonly RequireCall[]): string {
  const required = [...new Set(requires.flatMap(({ name }) => name ?? []))];
  const imports = required.map((name, i) => `import * as __required${i} from ${JSON.stringify(name)};`);
  const table = required.map((name, i) => {
    const byDefault = requires.some((call) => call.name === name && call.takesDefault);
    return `${JSON.stringify(name)}: () => __value(__required${i}, ${byDefault})`;
  });
  const variables = [
    'const module = { exports: {} };',
    'let exports = module.exports;',
    table.length > 0 && `${INTEROP} const require = (name) => ({ ${table.join(', ')} })[name]();`,
  ];
  const names = ['module', 'exports', 'require'];
  return [...imports, ...variables.filter((line, i) => line && !bindings.has(names[i]!))].join(' ');
}

function epilogue(handlerName: string, { named }: NamedExports): string {
  const handler =
    handlerName === 'default'
      ? 'typeof module.exports === "function" || Array.isArray(module.exports) ? module.exports : module.exports.default'
      : `module.exports[${JSON.stringify(handlerName)}]`;
  // The file may have a variable of the same name.
  const others = named.map((name) => `const __${name} = module.exports.${name}; export { __${name} as ${name} };\n`);
  return `\nexport default ${handler};\n${others.join('')}`;
}

function checkOf({ absent }: NamedExports, file: string): string {
  const lines = absent.map((name) => {
    const message = `${file} exports "${name}" in a way that the build cannot see. Write "exports.${name} = ...".`;
    const isFunction =
      name === 'default' ? 'typeof module.exports === "function" || Array.isArray(module.exports) || ' : '';
    return `if (${isFunction}module.exports?.${name} !== undefined) throw new TypeError(${JSON.stringify(message)});\n`;
  });
  return lines.join('');
}
