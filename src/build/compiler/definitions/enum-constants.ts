import type { Expression, ObjectPropertyKind, Statement } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import { enumOf } from '../../../shared/schema/named-types.ts';
import type { Comment } from '../comment/comment.ts';
import { locate, passageText } from '../comment/comment.ts';
import { readTypePhrase } from '../comment/line.ts';
import { checkMisread } from '../language/misread.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Declared, SourceText, Span } from '../diagnostics/source.ts';
import type { Reference, Sample } from '../language/declared.ts';
import { withFacets } from '../language/facets.ts';
import { parseType } from '../language/type.ts';
import { unwrap } from '../module/static-values.ts';
import type { Syntax } from '../module/syntax.ts';
import { valueOf } from '../typescript/constant.ts';
import { withDocs, findDocs } from '../typescript/doc.ts';
import type { Reporting } from '../typescript/env.ts';
import { nodeLocation, unsupported } from '../typescript/env.ts';
import { enumDescriptions } from '../typescript/union.ts';
import type { FileDefinitions } from './model.ts';

type EnumDefinitions = Pick<FileDefinitions, 'schemas' | 'samples'>;

const MEMBER_VALUE = 'the value of a member must be a string, number or boolean literal';

/**
 * Reads the constants that are types for JSDoc: `export const Status = { OPEN: 'open' }` below `@enum {string}` defines the schema of its values, with
 * the comments on them. TypeScript also reads `@enum` only in JavaScript files.
 *
 * @param comments The block comments of the file.
 */
export function readEnumConstants(
  source: SourceText,
  syntax: Syntax,
  comments: readonly Comment[],
  report: Report,
): EnumDefinitions {
  if (!source.file.endsWith('js')) return { schemas: [], samples: [] };
  for (const comment of comments) checkMisread(comment, (name) => name === 'enum', report);
  const enums = new Set(comments.filter(({ directives }) => directives.some(isEnum)));
  if (enums.size === 0) return { schemas: [], samples: [] };
  const env: Reporting = { module: { source }, docs: findDocs(source, syntax, comments), report };
  const found = syntax.program.body.flatMap((statement) => {
    const constants = readStatement(statement, env);
    if (constants !== undefined) enums.delete(env.docs.get(statement.start)!);
    return constants ?? [];
  });
  for (const { directives } of enums) {
    const { at } = directives.find(isEnum)!;
    report(
      messages.unsupportedType(at, '@enum', 'it must be above a constant: "export const Name = { KEY: \'value\' }"'),
    );
  }
  return { schemas: found.flatMap(({ schemas }) => schemas), samples: found.flatMap(({ samples }) => samples) };
}

function isEnum({ name }: Comment['directives'][number]): boolean {
  return name === 'enum';
}

/** Reads a statement below `@enum`; undefined if it isn't a named constant, or has no `@enum`. */
function readStatement(statement: Statement, env: Reporting): EnumDefinitions[] | undefined {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  const comment = env.docs.get(statement.start);
  if (node?.type !== 'VariableDeclaration' || comment?.directives.some(isEnum) !== true) return undefined;
  if (node.declarations.some(({ id }) => id.type !== 'Identifier')) return undefined;
  return node.declarations.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier') return [];
    const span = { start: id.start, end: id.start + id.name.length };
    const members = init === null ? [] : objectMembers(init);
    if (members.length > 0) return [readEnum({ name: id.name, span, members }, comment, env)];
    unsupported(init ?? span, 'an enum needs an object of string, number or boolean literals', env);
    return [];
  });
}

/** The members of an object, which can be frozen; none for any other value. */
function objectMembers(init: Expression): readonly ObjectPropertyKind[] {
  const node = unwrap(init);
  if (node.type === 'ObjectExpression') return node.properties;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
  const { object, property } = node.callee;
  const isFreeze = object.type === 'Identifier' && object.name === 'Object';
  const [frozen] = node.arguments;
  return isFreeze && property.type === 'Identifier' && property.name === 'freeze' && frozen?.type === 'ObjectExpression'
    ? frozen.properties
    : [];
}

/** A constant with its name. */
interface Constant {
  readonly name: string;
  readonly span: Span;
  readonly members: readonly ObjectPropertyKind[];
}

function readEnum({ name, span, members }: Constant, comment: Comment, env: Reporting): EnumDefinitions {
  const listed = members.flatMap((member) => {
    const value = member.type === 'Property' ? valueOf(unwrap(member.value)) : undefined;
    if (value === undefined) unsupported(member, MEMBER_VALUE, env);
    return value === undefined ? [] : [{ schema: { const: value }, start: member.start, end: member.end }];
  });
  const references: Reference[] = [];
  const facetSamples: Declared<Sample>[] = [];
  const { type, description } = typeOf(comment, { references, samples: facetSamples }, env.report);
  const samples = listed.map(({ schema, ...member }): Declared<Sample> => ({
    value: { what: 'value', schema: type ?? {}, value: schema.const },
    at: nodeLocation(member, env),
  }));
  const values = [...new Set(listed.map(({ schema }) => schema.const))];
  const schema = type === undefined ? enumOf(values) : { ...type, enum: values };
  const texts = enumDescriptions(schema, listed, env);
  const own = description === undefined ? {} : { description };
  const others = { ...comment, directives: comment.directives.filter((directive) => !isEnum(directive)) };
  const described = withDocs({ ...schema, ...texts, ...own }, 0, {
    docs: new Map([[0, others]]),
    report: env.report,
    samples,
    references,
  });
  return {
    schemas:
      values.length === 0
        ? []
        : [{ name, typeParameters: [], schema: described, at: nodeLocation(span, env), references }],
    samples: [...facetSamples, ...samples],
  };
}

/** The type in braces after `@enum`, with its facets, and the description after it. */
function typeOf(
  { directives }: Comment,
  into: { readonly references: Reference[]; readonly samples: Declared<Sample>[] },
  report: Report,
): { readonly type?: Schema | undefined; readonly description?: string | undefined } {
  const { type, facets, description, unclosed } = readTypePhrase(directives.find(isEnum)!.content);
  if (unclosed !== undefined) report(messages.unclosedBracket(locate(unclosed), unclosed.text));
  const text = passageText(description);
  if (type === undefined) return { description: text };
  const { schema, references } = parseType(type, report);
  into.references.push(...references);
  const isPlain = schema === undefined || facets === undefined;
  return { type: isPlain ? schema : withFacets(schema, facets, into, report), description: text };
}
