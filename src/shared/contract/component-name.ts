/** The key of the name of the component that a parameter or a response is. No field has it: a contract is the same under any name. */
const COMPONENT: unique symbol = Symbol('component');

/** The name of the component that a parameter or a response is: that of a description, or of a definition that an operation includes. */
export function componentOf(part: object): string | undefined {
  return (part as { readonly [COMPONENT]?: string })[COMPONENT];
}

/** Names the component that a part is; the same object without a name. */
export function asComponent<T extends object>(part: T, name: string | undefined): T {
  return name === undefined ? part : { ...part, [COMPONENT]: name };
}

/** Whether a text can be the name of a component: OpenAPI 3.1, Components Object. */
export function isComponentName(text: string): boolean {
  return /^[\w.-]+$/.test(text);
}
