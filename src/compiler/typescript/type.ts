import type { TSImportType, TSType } from 'oxc-parser';
import type { Schema } from '../../contract/operation.ts';
import { readLiteral } from './constant.ts';
import type { Env } from './env.ts';
import { unsupported, whole } from './env.ts';
import { readIndexed, readKeyof, readQuery } from './lookup.ts';
import { readMembers } from './members.ts';
import { intersect } from '../../schema/object.ts';
import { readReference, refer } from './reference.ts';
import { readTemplate } from './template.ts';
import { readTuple } from './tuple.ts';
import { NO_UNDEFINED, readUnion } from './union.ts';

const KEYWORDS: { readonly [type: string]: Schema } = {
  TSAnyKeyword: {},
  TSUnknownKeyword: {},
  TSStringKeyword: { type: 'string' },
  TSNumberKeyword: { type: 'number' },
  TSBooleanKeyword: { type: 'boolean' },
  TSNullKeyword: { type: 'null' },
  TSObjectKeyword: { type: 'object' },
};

const REASONS: { readonly [type: string]: string } = {
  TSUndefinedKeyword: NO_UNDEFINED,
  TSVoidKeyword: NO_UNDEFINED,
  TSNeverKeyword: 'no value is of it',
  TSBigIntKeyword: 'JSON has none; write "number" or "string"',
  TSSymbolKeyword: 'it is no value that JSON has',
  TSFunctionType: 'a function is no value that JSON has',
  TSConstructorType: 'a class is no value that JSON has',
  TSConditionalType: 'only TypeScript can work out what it is; write the result out',
  TSMappedType: 'only TypeScript can work out what it is; write "Record", "Partial", "Pick" or the properties',
  TSThisType: 'write the name of the type',
};

/** Turns a TypeScript type into JSON Schema 2020-12; what cannot be said is reported, and any value stands in for it. */
export function readType(type: TSType, env: Env): Schema {
  return env.budget.read(type, () => readAny(type, env));
}

function readAny(type: TSType, env: Env): Schema {
  switch (type.type) {
    case 'TSParenthesizedType':
      return readType(type.typeAnnotation, env);
    case 'TSTypeLiteral':
      return readMembers(type.members, env);
    case 'TSIntersectionType': {
      const schemas = type.types.map((part) => readType(part, env));
      return intersect(schemas) ?? unsupported(type, 'no value is all of this at once', env);
    }
    case 'TSTypeReference':
      return readReference(type.typeName, type.typeArguments?.params ?? [], type, env);
    case 'TSImportType':
      return readImport(type, env);
    default:
      return readWhole(type, whole(env));
  }
}

function readWhole(type: TSType, env: Env): Schema {
  switch (type.type) {
    case 'TSLiteralType':
      return readLiteral(type, env);
    case 'TSTemplateLiteralType':
      return readTemplate(type, env);
    case 'TSArrayType':
      return { type: 'array', items: readType(type.elementType, env) };
    case 'TSTupleType':
      return readTuple(type, env);
    case 'TSUnionType':
      return readUnion(type, env);
    case 'TSIndexedAccessType':
      return readIndexed(type, env);
    case 'TSTypeQuery':
      return readQuery(type, env);
    case 'TSTypeOperator':
      if (type.operator === 'keyof') return readKeyof(type, env);
      if (type.operator === 'readonly') return readType(type.typeAnnotation, env);
      return unsupported(type, 'it is no value that JSON has', env);
    default:
      return KEYWORDS[type.type] ?? unsupported(type, REASONS[type.type] ?? 'JSON Schema has no words for it', env);
  }
}

/** `import('./pet.ts').Pet` */
function readImport(type: TSImportType, env: Env): Schema {
  const { qualifier } = type;
  if (qualifier?.type === 'Identifier') return refer(qualifier.name, qualifier, type.typeArguments?.params ?? [], env);
  return unsupported(type, 'name one type of it: import("./pet.ts").Pet', env);
}
