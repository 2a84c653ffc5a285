/** How many brackets of a module can be open at once: oxc's parser recurses on the native stack, and far deeper nesting ends the process. */
export const MAX_OPEN_BRACKETS = 1000;

const TEXT = /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/**
 * Finds the first bracket that too many others are open around, without parsing; brackets in strings and comments are text.
 *
 * @returns Its offset, or undefined if there is none.
 */
export function findTooDeep(text: string): number | undefined {
  // Fast path: almost every module has fewer brackets, and many have fewer characters.
  if (text.length <= MAX_OPEN_BRACKETS || (text.match(/[([{<]/g)?.length ?? 0) <= MAX_OPEN_BRACKETS) return undefined;
  return deepOffset(text.replace(TEXT, (match) => ' '.repeat(match.length)));
}

function deepOffset(text: string): number | undefined {
  let open = 0;
  let generics = 0;
  for (const { 0: token, index } of text.matchAll(/[([{]|[)\]}]|(?<=[\w$])<|>|[;?]|&&|\|\|/g)) {
    if ('([{'.includes(token)) open++;
    else if (')]}'.includes(token)) open = Math.max(0, open - 1);
    else if (token === '<') generics++;
    else if (token === '>') generics = Math.max(0, generics - 1);
    // Those before were comparisons.
    else generics = 0;
    if (open + generics > MAX_OPEN_BRACKETS) return index;
  }
  return undefined;
}
