import { isPlainShape } from '../../openapi/read/plain-shape.ts';
import type { Schema } from '../../../shared/contract/operation.ts';
import type { AnySchema } from '../../../shared/schema/json-types.ts';
import { isKeywords } from '../../../shared/schema/json-types.ts';
import { referredName } from '../../../shared/schema/references.ts';
import { eachSchema } from '../../../shared/schema/walk.ts';
import { docText } from './doc-text.ts';
import { canExtend } from './extendable.ts';
import { FileTypes } from './file-types.ts';
import type { TypePlace } from './typescript-text.ts';
import { documentedType, hasProperties, memberLines } from './typescript-text.ts';
import { isComponentName } from '../../../shared/contract/component-name.ts';

/** A schema as a TypeScript file. */
export interface InterfaceFile {
  readonly text: string;
  /** The definitions that it imports. */
  readonly uses: readonly string[];
}

/**
 * Writes a schema as an exported interface or type, to be read back. If TypeScript cannot have its name, the export has it as a text.
 *
 * @param schemas All named schemas: an interface cannot extend every one of them.
 * @returns undefined if TypeScript can't express all of it.
 * @example interfaceFile('Pet', { type: 'object', properties: { name: { type: 'string' } } })?.text // 'export interface Pet {\n  name?: string;\n}\n'
 */
export function interfaceFile(
  name: string,
  schema: AnySchema,
  schemas: ReadonlyMap<string, AnySchema> = new Map(),
): InterfaceFile | undefined {
  if (typeof schema === 'boolean') return undefined;
  const uses = usedNames(schema);
  if (uses === undefined || ![name, ...uses].every((each) => isComponentName(each))) return undefined;
  const file = new FileTypes([name, ...uses]);
  const local = file.nameOf(name)!;
  const declaration = declare(schema, { indent: '', start: `export type ${local} =`, wanted: local, file }, schemas);
  if (declaration === undefined) return undefined;
  const imports = [...uses].filter((use) => use !== name).sort();
  const lines = imports.map((use) => `import type { ${importedName(use, file.nameOf(use)!)} } from './${use}.ts';`);
  const { doc, text: own } = declaration;
  const parts = [
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...file.declarations,
    ...(local === name ? [`${doc}export ${own}`] : [`${doc}${own}`, `export type { ${local} as '${name}' };`]),
  ];
  return { text: `${parts.join('\n\n')}\n`, uses: imports };
}

function importedName(name: string, local: string): string {
  return name === local ? name : `'${name}' as ${local}`;
}

/** The definitions that a schema refers to; undefined if it refers to parts of them. */
function usedNames(schema: Schema): Set<string> | undefined {
  const names = new Set<string>();
  let canWrite = true;
  eachSchema(schema, (part) => {
    if (!('$ref' in part)) return;
    const name = referredName(part);
    if (name === undefined) canWrite = false;
    else names.add(name);
  });
  return canWrite ? names : undefined;
}

/** A declaration without `export`, and its doc comment. */
interface Declaration {
  readonly doc: string;
  readonly text: string;
}

function declare(schema: Schema, place: TypePlace, schemas: ReadonlyMap<string, AnySchema>): Declaration | undefined {
  const { type, properties, required: _, allOf, ...others } = schema;
  const parts = allOf as readonly AnySchema[] | undefined;
  const bases = parts?.filter((part) => isKeywords(part) && '$ref' in part && Object.keys(part).length === 1) as
    | Schema[]
    | undefined;
  const shapes = parts?.filter((part) => !bases!.includes(part as Schema));
  const isExtension =
    parts !== undefined && bases!.length > 0 && shapes!.length <= 1 && type === undefined && properties === undefined;
  const shape = (isExtension ? (shapes![0] ?? { type: 'object' }) : schema) as Schema;
  const isShape =
    shape['type'] === 'object' && (isExtension ? isPlainShape(shape) : hasProperties(schema) && parts === undefined);
  if (!isShape) {
    const written = documentedType(schema, place);
    return written && { doc: written.doc, text: `type ${place.wanted} =${written.text};` };
  }
  const doc = docText(others, false, '');
  const members = memberLines(shape, { ...place, indent: '  ' });
  if (doc === undefined || members === undefined) return undefined;
  const body = `{${members.length === 0 ? '' : `\n${members.join('\n')}\n`}}`;
  const names = isExtension ? bases!.map((base) => place.file.nameOf(referredName(base)!)!) : [];
  if (isExtension && !canExtend([...bases!, shape], schemas))
    return { doc, text: `type ${place.wanted} = ${[...names, ...(members.length === 0 ? [] : [body])].join(' & ')};` };
  return { doc, text: `interface ${place.wanted}${isExtension ? ` extends ${names.join(', ')}` : ''} ${body}` };
}
