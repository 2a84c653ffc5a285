import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseType } from '../../src/build/compiler/language/type.ts';
import { holds } from './holds.ts';
import { printType } from './print.ts';
import { schema } from './schemas.ts';

it('a schema that is written as a type is read as the same schema', () => {
  const property = fc.property(schema, (written) => {
    const type = printType(written);
    const source = { file: 'a.ts', text: `/** @param {${type}} a */` };
    const read = parseType({ source, start: source.text.indexOf(type), text: type }, ({ message }) => {
      throw new Error(message);
    });
    expect(JSON.stringify(read?.schema)).toBe(JSON.stringify(written));
  });
  holds(property, 2000);
});
