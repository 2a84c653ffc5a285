import { toMethod } from '../shared/contract/operation.ts';
import type { DirectiveDescription, DirectiveForm } from './directive-description.ts';
import type { GrammarName } from './grammar.ts';
import { DEFINITION_FORMS, GRAMMAR } from './grammar.ts';
import type { DescribedName } from './table.ts';
import type { WithCustom } from './custom/custom-directives.ts';
import { DESCRIBED, descriptionOf } from './table.ts';

/** The name of a directive of contracts. */
export type DirectiveName = DescribedName | GrammarName;

const ROWS: readonly DirectiveDescription[] = DESCRIBED;
const GRAMMAR_NAMES = Object.keys(GRAMMAR) as GrammarName[];

/** The directives of an operation's comment; the methods (`@GET`, `@POST`, ...) and the extensions (`@x-...`) are not listed. */
export const DIRECTIVES: readonly DirectiveName[] = [...GRAMMAR_NAMES, ...DESCRIBED.map(({ name }) => name)];

/** JSDoc tags that do not affect a contract. */
const IGNORED_TAGS = new Set(
  (
    'abstract access alias async augments author borrows callback category class classdesc constant constructor copyright default description ' +
    'enum event exports extends external file fileoverview fires function generator global hideconstructor ignore implements import inheritdoc ' +
    'instance kind lends license link listens memberof method mixin module name namespace override package private property protected public ' +
    'readonly remarks requires satisfies since static template this todo tutorial type typedef version virtual yields'
  ).split(' '),
);

/** The description of a directive, also of a custom one; undefined for grammar and for unknown names. */
export function rowOf(name: string, { custom }: WithCustom): DirectiveDescription | undefined {
  return descriptionOf(name) ?? custom?.rows.get(name);
}

/** Whether a comment with this directive is a contract, anywhere in the file. */
export function isDirectiveName(name: string, text: WithCustom): boolean {
  return isKnownDirective(name, text) && !isEveryday(name);
}

/** Whether comments that are not contracts often have a directive. */
function isEveryday(name: string): boolean {
  return descriptionOf(name)?.isEveryday === true || (isGrammar(name) && 'isEveryday' in GRAMMAR[name]);
}

/** Whether a directive is one that the compiler reads itself. */
export function isGrammar(name: string): name is GrammarName {
  return Object.hasOwn(GRAMMAR, name);
}

/** Whether a contract can have a directive of this name; extensions are excluded. */
export function isKnownDirective(name: string, text: WithCustom): boolean {
  return toMethod(name) !== undefined || isGrammar(name) || rowOf(name, text) !== undefined;
}

/** Whether a tag is one of JSDoc's, which are ignored without a warning. */
export function isPassedOver(name: string): boolean {
  return IGNORED_TAGS.has(name.toLowerCase());
}

/** Whether a tag only has a meaning in JSDoc. `@since` has one in contracts too. */
export function isOnlyJsdoc(name: string): boolean {
  return isPassedOver(name) && !isKnownDirective(name, {});
}

/** Whether operations inherit a directive from the comments of their directories; extensions are excluded. */
export function isInherited(name: string, text: WithCustom): boolean {
  return isGrammar(name) ? 'isInherited' in GRAMMAR[name] : rowOf(name, text)?.inherited !== undefined;
}

/** Whether a directive protects something, so that it must not get lost in other text. */
export function protects(name: string, text: WithCustom): boolean {
  return rowOf(name, text)?.protects === true;
}

/** The directives that {@link protects} is true of. */
export function protecting({ custom }: WithCustom): string[] {
  return [...ROWS, ...(custom?.rows.values() ?? [])].filter((row) => row.protects === true).map(({ name }) => name);
}

/** Whether a comment can have a directive only once. */
export function isOnce(name: string, text: WithCustom): boolean {
  return rowOf(name, text)?.often === 'once';
}

/** The directives of contracts, those of packages last. */
export function directiveNames({ custom }: WithCustom): readonly string[] {
  return custom === undefined || custom.rows.size === 0 ? DIRECTIVES : [...DIRECTIVES, ...custom.rows.keys()];
}

/** Whether a custom directive cannot have a name, because it has another meaning. */
export function isReserved(name: string): boolean {
  return (
    isKnownDirective(name, {}) || isPassedOver(name) || Object.hasOwn(DEFINITION_FORMS, name) || name.startsWith('x-')
  );
}

/** How each directive is written, those of definitions included. */
export const DIRECTIVE_FORMS: Readonly<Record<string, DirectiveForm>> = {
  ...Object.fromEntries([
    ...GRAMMAR_NAMES.map((name) => [name, GRAMMAR[name].form] as const),
    ...ROWS.map(({ name, form }) => [name, form] as const),
  ]),
  ...DEFINITION_FORMS,
};

/** The form of a directive; undefined for a method, an extension or an unknown one. */
export function directiveForm(name: string, text: WithCustom): DirectiveForm | undefined {
  return Object.hasOwn(DIRECTIVE_FORMS, name) ? DIRECTIVE_FORMS[name] : rowOf(name, text)?.form;
}
