import { isFace } from '../../schema/faces.ts';
import { namedSchema, TYPE_NAMES } from '../../schema/named-types.ts';
import { DATA } from './mode.ts';
import type { NamedTypes } from './names.ts';
import { isTypeName } from './names.ts';
import { docText, indent } from './print.ts';
import { typeOf } from './schema-type.ts';

/**
 * Declares the language's types and the project's definitions globally, so that editors know them in comments.
 *
 * @param taken The global types that TypeScript's libraries declare. They are left out.
 */
export function globalsOf(names: NamedTypes, taken: ReadonlySet<string>): string {
  const definitions = [...names.identifiers].filter(
    ([name, identifier]) => !isFace(name) && identifier === `${DATA.namespace}.${name}`,
  );
  const defined = new Set(definitions.map(([name]) => name));
  const builtIn = TYPE_NAMES.filter((name) => isTypeName(name) && !defined.has(name) && !taken.has(name));
  const declared = definitions.filter(([name]) => !taken.has(name));
  const leftOut = [...defined].filter((name) => taken.has(name));
  const texts = [
    ...builtIn.map((name) => builtInText(name, names)),
    ...declared.map(([name, identifier]) => `type ${name} = ${identifier};`),
  ];
  const comment =
    leftOut.length === 0
      ? ''
      : `// Not declared, because TypeScript has global types of these names: ${leftOut.join(', ')}.\n`;
  return `${comment}declare global {\n${indent(texts.join('\n'))}\n}`;
}

function builtInText(name: string, names: NamedTypes): string {
  const schema = namedSchema(name)!;
  const { text } = typeOf(schema, names.scope(DATA, []));
  return `${docText([`In a contract: \`${JSON.stringify(schema)}\``])}type ${name} = ${text};`;
}
