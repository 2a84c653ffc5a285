import type { OperationFile } from './operations/parse.ts';

/** The result of each file by its path, with the text it was made from. */
export type FileResults<T> = Map<string, { readonly text: string; readonly result: T }>;

/** Returns the result of a file if its text is still the same. */
export function recall<T>(results: FileResults<T>, { path, text }: OperationFile): T | undefined {
  const cached = results.get(path);
  return cached?.text === text ? cached.result : undefined;
}

/** Parses a file, or returns its last result if its text is still the same. */
export function rememberResult<T extends object>(results: FileResults<T>, file: OperationFile, parse: () => T): T {
  const recalled = recall(results, file);
  if (recalled !== undefined) return recalled;
  const result = parse();
  results.set(file.path, { text: file.text, result });
  return result;
}
