import type { Method } from '../../../shared/contract/operation.ts';
import { METHODS, toMethod } from '../../../shared/contract/operation.ts';
import type { Directive } from '../comment/comment.ts';
import { locate, trimPassage } from '../comment/comment.ts';
import type { Declarations } from './declared.ts';
import { Draft } from './declared.ts';
import type { Diagnostic, Report } from '../diagnostics/diagnostic.ts';
import { NO_CUSTOM } from '../../../directives/custom/custom-directives.ts';
import type { GrammarName } from '../../../directives/grammar.ts';
import type { DirectiveName } from '../../../directives/vocabulary.ts';
import { directiveNames, isGrammar, isPassedOver } from '../../../directives/vocabulary.ts';
import { accessFault, mayGuard } from './access-words.ts';
import { checkRepeated, readDescribed } from './described.ts';
import * as messages from '../diagnostics/messages.ts';
import * as metadata from './metadata.ts';
import { readInclude, readParameter, readParameterInclude } from './parameter.ts';
import { readHeader, readReturns, readThrows } from './response.ts';
import { meansSecurity, meantProtection, securityText } from './security-words.ts';

/** Reads the line of a directive. */
type Reader = (directive: Directive, into: Draft, report: Report) => void;

/** The readers of grammar; all other directives have a description. */
const READERS: Readonly<Record<GrammarName, Reader>> = {
  param: readParameter,
  'param-include': readParameterInclude,
  returns: readReturns,
  'returns-include': (directive, into, report) => readInclude(directive, into.responseIncludes, report),
  throws: readThrows,
  header: readHeader,
  security: metadata.readSecurity,
  consumes: (directive, into, report) => metadata.readConsumed(directive, into.consumes, report),
  produces: (directive, into, report) => metadata.readProduced(directive, into.produces, report),
  example: metadata.readExample,
};

/**
 * Reads the directives of a contract: see docs/reference/directives.md.
 *
 * @param description The text before the first of them.
 * @param pathNames The names of the parameters that the path has.
 * @param own The readers of directives that other contracts do not have.
 */
export function readDirectives(
  directives: readonly Directive[],
  description: string | undefined,
  report: Report,
  pathNames: readonly string[] = [],
  own: Readonly<Record<string, Reader>> = {},
): Declarations {
  const into = new Draft(description, pathNames);
  for (const directive of directives) {
    const read = Object.hasOwn(own, directive.name) ? own[directive.name]! : readDirective;
    read(directive, into, report);
  }
  checkRepeated(into.described, report);
  return into;
}

function readDirective(directive: Directive, into: Draft, report: Report): void {
  const { name, at } = directive;
  if (readDescribed(directive, into.described, report)) return;
  const method = toMethod(name);
  const protection = meantProtection(name, at.source);
  if (isGrammar(name)) READERS[name](directive, into, report);
  else if (method !== undefined) readMethod(directive, method, into, report);
  else if (/^x-./.test(name)) metadata.readExtension(directive, into, report);
  else if (meansSecurity(name, at.source)) report(messages.misspelledSecurity(at, name, securityText(name)));
  else if (protection !== undefined) report(messages.misspelledProtection(at, name, protection));
  else if (isMeantToProtect(directive)) report(messages.protectsNothing(at, name));
  else {
    const fault = accessFault(directive) ?? (isPassedOver(name) ? undefined : unknown(directive));
    if (fault !== undefined) report(fault);
  }
}

/** A directive that is not known: an error if it could be one that guards. */
function unknown({ name, at }: Directive): Diagnostic {
  const { custom = NO_CUSTOM } = at.source;
  const from = custom.unnamed(name);
  if (from !== undefined) return messages.unnamedPackage(at, name, from);
  const known = [...directiveNames(at.source), ...METHODS];
  return custom.isStrict ? messages.unknownCustom(at, name, known) : messages.unknownDirective(at, name, known);
}

/**
 * Reads the directives of a definition, which can have some of those of a contract.
 *
 * @param allowed The directives that it can have.
 * @param directive The name of the defining directive.
 */
export function readSomeDirectives(
  directives: readonly Directive[],
  allowed: readonly DirectiveName[],
  directive: string,
  report: Report,
): Declarations {
  const misplaced = directives.filter(
    ({ name }) => !(allowed as readonly string[]).includes(name) && !isPassedOver(name),
  );
  for (const { at, name } of misplaced) report(messages.misplacedDirective(at, name, directive, allowed));
  return readDirectives(
    directives.filter((item) => !misplaced.includes(item)),
    undefined,
    report,
  );
}

/** `@private` and `@protected`, which JSDoc has for other purposes, and `@access`, such as that of Express's generators: `@access admin`. */
function isMeantToProtect({ name, content }: Directive): boolean {
  if (!/^access$/i.test(name)) return /^(?:private|protected)$/i.test(name);
  const { text } = trimPassage(content);
  return text !== '' && !/^(?:public|package|everyone|all)(?![\w/-])/i.test(text);
}

function readMethod({ name, at, content }: Directive, value: Method, into: Draft, report: Report): void {
  const text = trimPassage(content);
  const [parameter] = /^\{[^{}]+\}\s+(?:\[[^[\]]+\]|[\w.-]+)(?=\s|$)/.exec(text.text) ?? [];
  // In a file whose operation has a body, a name alone is a property of it.
  const placed =
    name.toLowerCase() === 'query' ? parameter?.replace(/^(\{[^{}]+\}\s+\[?)(?!query\.)/, '$1query.') : parameter;
  if (text.text !== '') report(messages.methodContent(locate(text), name, placed, mayGuard(text)));
  into.methods.push({ value, at });
}
