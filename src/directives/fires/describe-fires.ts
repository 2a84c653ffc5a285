import type { DirectiveDescription } from '../directive-description.ts';

/** The field of a document that has the names of the events that an operation sends. */
const FIELD = 'x-fires';

/** The names of JSDoc, which mean something else: `Hurl#event:snowball`. */
const NAMEPATH = /[#~]|\bevent:/;

/** `@fires name, name - description`: the events that an operation sends. It is JSDoc's own word, so that nothing of it is a mistake by itself. */
export const fires = {
  name: 'fires',
  form: {
    snippet: '${1:order.paid}',
    meaning: 'The events of `app/events` that the operation sends, separated by commas.',
    example: '@fires order.paid',
  },
  often: 'any',
  isEveryday: true,
  read({ text }) {
    const names = text.split(/\s-(?:\s|$)/, 1)[0]!.split(',');
    return names.map((name) => name.trim()).filter((name) => name !== '' && !NAMEPATH.test(name));
  },
  contract(lines) {
    const names = [...new Set(lines.flat())];
    return names.length === 0 ? {} : { fires: names };
  },
  extensions: ({ fires: names }) => (names === undefined ? {} : { [FIELD]: names }),
  guesses({ extensions = {} }) {
    const names = extensions[FIELD];
    const isList = Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string');
    return isList ? [{ fires: names }] : [];
  },
  lines: ({ fires: names = [] }) => (names.length === 0 ? [] : [names.join(', ')]),
} as const satisfies DirectiveDescription<readonly string[]>;
