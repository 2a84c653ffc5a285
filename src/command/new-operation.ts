import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import type { Compilation } from '../compiler/compile.ts';
import { compileOperations } from '../compiler/compile.ts';
import { formatDiagnostic } from '../compiler/diagnostics/diagnostic.ts';
import type { Method } from '../contract/operation.ts';
import { toMethod } from '../contract/operation.ts';
import { parsePathTemplate } from '../contract/path-template.ts';
import type { ResolvedOptions } from '../project/options.ts';
import { locateSources, readSources } from '../project/sources.ts';

/** How the files of a project are written. */
interface Style {
  readonly extension: string;
  readonly usesDefine: boolean;
  readonly semicolon: string;
  readonly quote: string;
  readonly indent: string;
}

/** The verb of a summary, by method. */
const VERBS: { readonly [method in Method]?: string } = {
  GET: 'Reads',
  POST: 'Adds to',
  PUT: 'Replaces',
  PATCH: 'Changes',
  DELETE: 'Removes',
};

/**
 * Writes the file of a new operation, with its comment, in the style of the other files.
 *
 * @param name The path below the tree, with or without an extension: `pets/{id}@get`.
 * @returns The file, relative to the root.
 * @throws {Error} If the name is invalid, or if the file or the route exists.
 */
export function writeNewOperation(
  options: ResolvedOptions,
  root: string,
  compilation: Compilation,
  name: string,
): string {
  const places = locateSources(options, root);
  const plain = name.replace(/^\/+/, '');
  if (plain === '' || plain.split('/').some((part) => /^\.*$/.test(part)))
    throw new Error(`Invalid name "${name}". Write a path and a method, such as "pets/{id}@get".`);
  const style = styleOf(compilation);
  const path = /^\.[cm]?[jt]s$/.test(extname(plain)) ? plain : `${plain}.${style.extension}`;
  const file = `${places.directory}/${path}`;
  if (existsSync(file)) throw new Error(`${places.shown.directory}/${path} already exists.`);
  const text = operationText(path, style, compilation);
  const sources = readSources(places, options.ignore);
  const { diagnostics } = compileOperations({
    ...sources,
    files: [...sources.files, { path, text }],
    directory: places.shown.directory,
    definitionsDirectory: places.shown.definitions,
    base: options.base,
    paging: options.paging,
  });
  const known = new Set(compilation.diagnostics.map(formatDiagnostic));
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
  const added = errors.filter((error) => !known.has(error));
  if (added.length > 0) throw new Error(`"${name}" does not fit the other operations:\n\n${added.join('\n\n')}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return `${places.shown.directory}/${path}`;
}

function operationText(path: string, style: Style, compilation: Compilation): string {
  const { indent, semicolon, quote } = style;
  const [, route = '', method = 'GET'] = /^(.*?)(?:\/?@([^/@.]+))?\.\w+$/s.exec(path) ?? [];
  const verb = toMethod(method) ?? 'GET';
  const { names } = parsePathTemplate(`/${route}`).template;
  const id = operationIdFor(verb, route, compilation);
  const hasBody = verb === 'POST' || verb === 'PUT' || verb === 'PATCH';
  const isTyped = /\.[cm]?ts$/.test(path);
  const lines = [
    `${VERBS[verb] ?? verb} /${route}.`,
    '',
    ...(/@[^/]*$/.test(path) ? [] : [`@${verb}`]),
    ...names.map((name) => `@param {string} ${name} - The ${name}`),
    ...(hasBody ? ['@param {object} body - The request body'] : []),
    ...(verb === 'DELETE' ? ['@returns {void} 204 - Done'] : ['@returns {object} The result']),
    '@throws 501 - Not implemented yet',
  ];
  const comment = `/**\n${lines.map((line) => ` *${line === '' ? '' : ` ${line}`}\n`).join('')} */`;
  const body = `{\n${indent}ctx.throw(501, ${quote}Not implemented yet${quote})${semicolon}\n}`;
  const named = `<${quote}${id}${quote}>`;
  const from = `from ${quote}unplugin-operations/koa${quote}${semicolon}\n\n`;
  if (style.usesDefine)
    return `import { defineOperation } ${from}${comment}\nexport default defineOperation${isTyped ? named : ''}(function ${id}(ctx) ${body})${semicolon}\n`;
  const type = isTyped ? `: OperationContext${named}` : '';
  const imports = isTyped ? `import type { OperationContext } ${from}` : '';
  return `${imports}${comment}\nexport default function ${id}(ctx${type}) ${body}\n`;
}

/** Makes an operationId that is not taken: `getPetsById`. */
function operationIdFor(method: Method, route: string, { operations }: Compilation): string {
  const parts = route.split('/').map((part) => words(part.replaceAll(/\{(\w+)\}/g, ' by $1 ')));
  const id = `${method.toLowerCase()}${parts.join('')}`;
  const taken = new Set(operations.map(({ contract }) => contract.operationId));
  let number = 2;
  if (!taken.has(id)) return id;
  while (taken.has(`${id}${number}`)) number++;
  return `${id}${number}`;
}

/** `my pets` -> `MyPets`. */
function words(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^\w/, (first) => first.toUpperCase());
}

/** Finds the style of most files. */
function styleOf({ operations }: Compilation): Style {
  const texts = operations.map(({ handler }) => handler.at.source.text);
  const most = (pattern: RegExp): boolean => texts.filter((text) => pattern.test(text)).length * 2 > texts.length;
  const extensions = operations
    .map(({ contract }) => extname(contract.id).slice(1))
    .filter((name) => !name.startsWith('c'));
  const counts = new Map<string, number>();
  for (const name of extensions) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return {
    extension: first?.[0] ?? 'ts',
    usesDefine: most(/\bdefineOperation\b/),
    semicolon: texts.length === 0 || most(/;[ \t]*$/m) ? ';' : '',
    quote: most(/\bfrom "/) ? '"' : "'",
    indent: most(/^\t/m) ? '\t' : '  ',
  };
}
