import { versionedName } from '../../shared/contract/versions.ts';
import { commentText } from '../codegen/comment-text.ts';
import type { CodeStyle } from '../codegen/handler-file.ts';
import { DEFAULT_STYLE, handlerFile, middlewareFile } from '../codegen/handler-file.ts';
import type { Compilation } from '../compiler/compile.ts';
import { includedEntries } from '../compiler/definitions/includes.ts';
import { splitPath, unescapeNames } from '../compiler/operations/file-name.ts';
import { isAround, isInEvents, isInWebhooks, ownPath, versionOf } from '../compiler/operations/tree-files.ts';
import { isMiddlewareFile } from '../compiler/operations/middleware.ts';
import type { Method } from '../../shared/contract/operation.ts';
import { toMethod } from '../../shared/contract/operation.ts';
import { parsePathTemplate } from '../../shared/contract/path-template.ts';
import { isTypeScript } from './source-language.ts';
import { BODY_METHODS } from '../compiler/operations/parameters.ts';

/** The verb of a summary, by method. */
const VERBS: { readonly [method in Method]?: string } = {
  GET: 'Reads',
  POST: 'Adds an item to',
  PUT: 'Replaces',
  PATCH: 'Changes',
  DELETE: 'Removes',
  QUERY: 'Searches',
};

/**
 * Writes the text of a new operation, event or `_middleware`, in the style of the other files.
 *
 * @param path The file below the tree.
 */
export function newFileText(path: string, compilation: Compilation): string {
  if (isInEvents(path)) return eventText(path);
  const style = styleOf(compilation, isTypeScript(path));
  return isMiddlewareFile(path) ? middlewareFile(style) : operationText(path, style, compilation);
}

function eventText(path: string): string {
  const name = unescapeNames(ownPath(path).replace(/\.\w+$/, ''));
  return `${commentText([`Announces ${name}.`, '', '@payload {object} - The payload'])}\n`;
}

function operationText(path: string, style: CodeStyle, compilation: Compilation): string {
  const parts = splitPath(ownPath(path));
  const route = unescapeNames(parts.route);
  const method = toMethod(parts.method ?? '') ?? 'GET';
  if (isInWebhooks(path)) return webhookText(route, method, style, compilation);
  const { names } = parsePathTemplate(`/${route}`).template;
  const declared = inheritedParameters(path, compilation);
  const id = operationIdFor(method.toLowerCase(), route, compilation);
  const lines = [
    `${VERBS[method] ?? method} /${route}.`,
    '',
    ...(parts.method === undefined ? [`@${method}`] : []),
    ...sinceOf(path, compilation),
    ...names.filter((name) => !declared.has(name)).map((name) => `@param {string} ${name} - The ${name}`),
    ...bodyLines(method),
    ...(method === 'DELETE' ? ['@returns {void} 204 - Done'] : ['@returns {object} The result']),
  ];
  return unwrittenFile(id, lines, style, versionOf(path));
}

/** The path parameters that directories declare. A line for one of them would replace its constraints. */
function inheritedParameters(path: string, { directories, definitions }: Compilation): Set<string> {
  const around = directories.filter(({ directory }) => isAround(directory, path));
  const declared = around.flatMap(({ declarations: { parameters, parameterIncludes } }) => [
    ...parameters,
    ...includedEntries(parameterIncludes, definitions.parameters, ({ name }) => name),
  ]);
  return new Set(declared.filter(({ value }) => (value.in ?? 'path') === 'path').map(({ value }) => value.name));
}

/** A new operation is not in the older versions. */
function sinceOf(path: string, { version }: Compilation): string[] {
  return version === undefined || versionOf(path) !== undefined ? [] : [`@since ${version}`];
}

function webhookText(name: string, method: Method, style: CodeStyle, compilation: Compilation): string {
  const lines = [`Receives ${name}.`, '', ...bodyLines(method), '@returns {void} 204 - Received'];
  return unwrittenFile(operationIdFor('receive', name, compilation), lines, style);
}

function bodyLines(method: Method): string[] {
  return BODY_METHODS.includes(method) ? ['@param {object} body - The request body'] : [];
}

/** @param version The older version that it belongs to. */
function unwrittenFile(id: string, lines: readonly string[], style: CodeStyle, version?: string): string {
  const comment = commentText([...lines, '@throws 501 - Not implemented yet']);
  const name = version === undefined ? id : versionedName(version, id);
  return handlerFile({ name, functionName: id, comment }, style);
}

/** Makes an operationId that is not taken: `getPetsById`. */
function operationIdFor(verb: string, route: string, compilation: Compilation): string {
  const parts = route.split('/').map((part) => words(part.replaceAll(/\{(\w+)(?:\.{3})?\}/g, ' by $1 ')));
  return untakenId(`${verb}${parts.join('')}`, compilation);
}

/** An operationId, with a number if it is taken. */
export function untakenId(id: string, { operations }: Compilation): string {
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
export function styleOf({ operations }: Compilation, isTyped: boolean): CodeStyle {
  const texts = operations.map(({ handler }) => handler.at.source.text);
  const most = (pattern: RegExp): boolean => texts.filter((text) => pattern.test(text)).length * 2 > texts.length;
  if (texts.length === 0) return { ...DEFAULT_STYLE, isTyped };
  return {
    isTyped,
    quote: most(/\bfrom "/) ? '"' : "'",
    semicolon: most(/;[ \t]*$/m) ? ';' : '',
    indent: most(/^\t/m) ? '\t' : '  ',
  };
}
