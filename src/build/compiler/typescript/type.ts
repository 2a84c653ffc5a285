import type { TSImportType, TSType } from 'oxc-parser';
import type { Schema } from '../../../shared/contract/operation.ts';
import { readConstant, readLiteral } from './constant.ts';
import type { Env } from './env.ts';
import { unsupported, withAllProperties } from './env.ts';
import { COMPUTED, NO_BIGINT, NO_FUNCTIONS, NO_JSON } from './library-types.ts';
import { readIndexed, readKeyof } from './lookup.ts';
import { readMembers } from './members.ts';
import { intersect } from '../../../shared/schema/object.ts';
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
  TSNeverKeyword: 'no value has this type',
  TSBigIntKeyword: NO_BIGINT,
  TSSymbolKeyword: NO_JSON,
  TSFunctionType: NO_FUNCTIONS,
  TSConstructorType: 'JSON has no classes',
  TSConditionalType: COMPUTED,
  TSMappedType: 'only TypeScript can compute this type. Write "Record", "Partial", "Pick" or the properties',
  TSThisType: 'write the name of the type',
};

/** Turns a TypeScript type into JSON Schema 2020-12; an unsupported type is reported, and becomes a schema of any value. */
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
      return intersect(schemas) ?? unsupported(type, 'no value can match all of these types', env);
    }
    case 'TSTypeReference':
      return readReference(type.typeName, type.typeArguments?.params ?? [], type, env);
    case 'TSImportType':
      return readImport(type, env);
    default:
      return readOther(type, withAllProperties(env));
  }
}

function readOther(type: TSType, env: Env): Schema {
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
      return readConstant(type, env);
    case 'TSTypeOperator':
      if (type.operator === 'keyof') return readKeyof(type, env);
      if (type.operator === 'readonly') return readType(type.typeAnnotation, env);
      return unsupported(type, NO_JSON, env);
    default:
      return KEYWORDS[type.type] ?? unsupported(type, REASONS[type.type] ?? 'JSON Schema cannot express it', env);
  }
}

/** `import('./pet.ts').Pet` */
function readImport(type: TSImportType, env: Env): Schema {
  const { qualifier } = type;
  if (qualifier?.type === 'Identifier') return refer(qualifier.name, qualifier, type.typeArguments?.params ?? [], env);
  return unsupported(type, 'name one of its types: import("./pet.ts").Pet', env);
}
