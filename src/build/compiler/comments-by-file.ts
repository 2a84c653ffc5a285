import { getOrAdd } from '../../shared/contract/get-or-add.ts';
import type { Comment } from './comment/comment.ts';
import type { FileDefinitions } from './definitions/model.ts';

/** The comments of contracts and definitions, by the file that they are in. */
export function commentsByFile(
  contracts: readonly { readonly comment: Comment | undefined }[],
  definitions: readonly FileDefinitions[],
): Map<string, Comment[]> {
  const files = new Map<string, Comment[]>();
  const add = (comment: Comment): void => void getOrAdd(files, comment.at.source.file, () => []).push(comment);
  for (const { comment } of contracts) if (comment !== undefined) add(comment);
  for (const { comments = [] } of definitions) comments.forEach(add);
  return files;
}
