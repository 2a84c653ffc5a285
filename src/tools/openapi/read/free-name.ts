/** A name that is not taken, with a number behind it if need be. */
export function freeName(wanted: string, taken: { has(name: string): boolean }): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  return name;
}
