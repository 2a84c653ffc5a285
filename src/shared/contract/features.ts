/**
 * Adds the steps of a feature to operations: called for an app. The function that it returns is called for each operation. The types are those of the runtime.
 */
// eslint-disable-next-line typescript/no-explicit-any -- narrowed by the runtime
export type AnyFeature = (runtime: any, options: any) => (operation: any) => object;

/** The features of operations that a bundle contains only if it needs them, by name. The build's table of them is build/codegen/manifest/feature-table.ts. */
export type Features = { readonly [name: string]: AnyFeature };
