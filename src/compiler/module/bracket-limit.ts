/** How many brackets of a module can be open at once: oxc's parser recurses on the native stack, and far deeper nesting ends the process. */
export const MAX_OPEN_BRACKETS = 1000;

const TEXT = /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/**
 * Finds the first bracket that too many others are open around, without parsing; brackets in strings and comments are text.
 *
 * @returns Its offset, or undefined if there is none.
 */
export function findTooDeep(text: string): number | undefined {
  if (text.length <= MAX_OPEN_BRACKETS || deepOffset(text) === undefined) return undefined;
  return deepOffset(text.replace(TEXT, (match) => ' '.repeat(match.length)));
}

function deepOffset(text: string): number | undefined {
  let open = 0;
  let generics = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text[i]) {
      case '(':
      case '[':
      case '{':
        open++;
        break;
      case ')':
      case ']':
      case '}':
        open = Math.max(0, open - 1);
        break;
      case '<':
        if (/[\w$]/.test(text[i - 1] ?? '')) generics++;
        break;
      case '>':
        generics = Math.max(0, generics - 1);
        break;
      // Those before were comparisons.
      case ';':
      case '?':
        generics = 0;
        break;
      case '&':
      case '|':
        if (text[i + 1] === text[i]) generics = 0;
        break;
    }
    if (open + generics > MAX_OPEN_BRACKETS) return i;
  }
  return undefined;
}
