import type { Expression, ObjectPropertyKind, Statement } from 'oxc-parser';
import type { Schema } from '../../contract/operation.ts';
import { enumOf } from '../../schema/named-types.ts';
import type { Comment } from '../comment/comment.ts';
import { readParameterPhrase } from '../comment/line.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Declared, SourceText, Span } from '../diagnostics/source.ts';
import type { Reference, Sample } from '../language/declared.ts';
import { parseType } from '../language/type.ts';
import { unwrap } from '../module/bindings.ts';
import type { Syntax } from '../module/syntax.ts';
import { ENUM_VALUE, valueOf } from '../typescript/constant.ts';
import { describe, findDocs } from '../typescript/doc.ts';
import type { Place } from '../typescript/env.ts';
import { placeOf, unsupported } from '../typescript/env.ts';
import { enumDescriptions } from '../typescript/union.ts';
import type { FileDefinitions } from './model.ts';

type Found = Pick<FileDefinitions, 'schemas' | 'samples'>;

/**
 * Reads the constants that are types for JSDoc: `export const Status = { OPEN: 'open' }` below `@enum {string}` defines the schema of its values, with
 * the comments on them. As for TypeScript, this is a type in JavaScript alone.
 *
 * @param comments The block comments of the file.
 */
export function readEnumConstants(
  source: SourceText,
  syntax: Syntax,
  comments: readonly Comment[],
  report: Report,
): Found {
  const isJavaScript = source.file.endsWith('js');
  if (!isJavaScript || !comments.some(({ directives }) => directives.some(isEnum))) return { schemas: [], samples: [] };
  const env: Place = { module: { source }, docs: findDocs(source, syntax, comments), report };
  const found = syntax.program.body.flatMap((statement) => readStatement(statement, env));
  return { schemas: found.flatMap(({ schemas }) => schemas), samples: found.flatMap(({ samples }) => samples) };
}

function isEnum({ name }: Comment['directives'][number]): boolean {
  return name === 'enum';
}

function readStatement(statement: Statement, env: Place): Found[] {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  const comment = env.docs.get(statement.start);
  if (node?.type !== 'VariableDeclaration' || comment?.directives.some(isEnum) !== true) return [];
  return node.declarations.flatMap(({ id, init }) => {
    if (id.type !== 'Identifier') return [];
    const span = { start: id.start, end: id.start + id.name.length };
    const members = init === null ? [] : membersOf(init);
    if (members.length > 0) return [readEnum({ name: id.name, span, members }, comment, env)];
    unsupported(init ?? span, 'an enum needs an object of string or number literals', env);
    return [];
  });
}

/** The members of an object, which can be frozen; none for any other value. */
function membersOf(init: Expression): readonly ObjectPropertyKind[] {
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

function readEnum({ name, span, members }: Constant, comment: Comment, env: Place): Found {
  const listed = members.flatMap((member) => {
    const value = member.type === 'Property' ? valueOf(unwrap(member.value)) : undefined;
    if (value === undefined) unsupported(member, ENUM_VALUE, env);
    return value === undefined ? [] : [{ schema: { const: value }, start: member.start, end: member.end }];
  });
  const references: Reference[] = [];
  const type = typeOf(comment, references, env.report);
  const samples = listed.map(({ schema, ...member }): Declared<Sample> => ({
    value: { what: 'value', schema: type ?? {}, value: schema.const },
    at: placeOf(member, env),
  }));
  const values = [...new Set(listed.map(({ schema }) => schema.const))];
  const schema = type === undefined ? enumOf(values) : { ...type, enum: values };
  const texts = enumDescriptions(schema, listed, env);
  const others = { ...comment, directives: comment.directives.filter((directive) => !isEnum(directive)) };
  const described = describe({ ...schema, ...texts }, 0, {
    docs: new Map([[0, others]]),
    report: env.report,
    samples,
    references,
  });
  return {
    schemas:
      values.length === 0 ? [] : [{ name, typeParameters: [], schema: described, at: placeOf(span, env), references }],
    samples,
  };
}

/** The type in braces after `@enum`; undefined if there is none. */
function typeOf({ directives }: Comment, references: Reference[], report: Report): Schema | undefined {
  const { type } = readParameterPhrase(directives.find(isEnum)!.content);
  if (type === undefined) return undefined;
  const parsed = parseType(type, report);
  references.push(...parsed.references);
  return parsed.schema;
}
