/**
 * V8's flags of a language server. It keeps 45 MB at 1,222 operations and drops 5 MB at each edit, and V8 would let that grow to 400 MB before it
 * collects the garbage.
 */
export const MEMORY_FLAGS: readonly string[] = ['--semi-space-growth-factor=1', '--heap-growing-percent=100'];
