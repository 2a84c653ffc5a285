/** How long a value or a type can be on a line, in characters. */
export const WIDTH = 100;
