import { MagicString } from 'magic-string';
import type { Program } from 'oxc-parser';
import type { Report } from './diagnostic.ts';
import * as messages from './messages/index.ts';
import { findRequires } from './requires.ts';
import type { SourceText } from './source.ts';
import type { Syntax } from './syntax.ts';
import { bindingsOf } from './value.ts';

/** A module's new text, and the source map (version 3) that leads back. */
export interface Rewritten {
  readonly code: string;
  readonly map: ReturnType<MagicString['generateMap']>;
}

// What require() gives for a namespace: of a CommonJS or JSON module its value, which bundlers put under "default" (and its properties beside it).
const INTEROP =
  'const __value = (space, byDefault) => { const value = space.default; if (value === undefined || (byDefault && !("default" in Object(value)))) return space; ' +
  'for (const key of Object.keys(space)) if (!/^(default|__esModule|module.exports)$/.test(key) && value?.[key] !== space[key]) return space; return value; };';

/** Reports each `require()` that no bundler could follow. */
export function checkRequires(source: SourceText, syntax: Syntax, report: Report): void {
  for (const { span, name } of findRequires(syntax.program))
    if (name === undefined) report(messages.dynamicRequire({ source, span }));
}

/**
 * Rewrites a CommonJS module as an ES module that exports the handler, or the middleware, by default.
 *
 * The body stays as it is: `module`, `exports` and `require` become variables of the module, so that scoping works as written.
 *
 * @param handlerName The export that is the handler.
 */
export function toEsModule(source: SourceText, syntax: Syntax, handlerName: string): Rewritten {
  const { program } = syntax;
  const text = new MagicString(source.text);
  const start = program.hashbang === null ? 0 : program.hashbang.end;
  for (const statement of program.body) {
    if (statement.type === 'TSExportAssignment')
      text.overwrite(statement.start, source.text.indexOf('=', statement.start) + 1, 'module.exports =');
    if (
      statement.type === 'TSImportEqualsDeclaration' &&
      statement.importKind !== 'type' &&
      statement.moduleReference.type === 'TSExternalModuleReference'
    ) {
      const { start: from, end: to } = statement.moduleReference.expression;
      text.overwrite(
        statement.start,
        statement.end,
        `const ${statement.id.name} = require(${source.text.slice(from, to)});`,
      );
    }
  }
  text.appendLeft(start, `${start > 0 ? '\n' : ''}${prologue(program)}\n`);
  text.append(epilogue(handlerName));
  return {
    code: text.toString(),
    map: text.generateMap({ source: source.file, includeContent: true, hires: 'boundary' }),
  };
}

function prologue(program: Program): string {
  const requires = findRequires(program);
  const bindings = bindingsOf(program);
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

function epilogue(handlerName: string): string {
  const handler =
    handlerName === 'default'
      ? 'typeof module.exports === "function" || Array.isArray(module.exports) ? module.exports : module.exports.default'
      : `module.exports[${JSON.stringify(handlerName)}]`;
  return `\nexport default ${handler};\n`;
}
