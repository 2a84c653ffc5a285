import { securityLine } from '../../../shared/contract/security-requirements.ts';
import type { CommentPlace } from '../comment-place.ts';

/**
 * The value of the `@security` line that a comment would replace: that of the innermost directory around it, or of the document. Undefined if none
 * requires credentials.
 */
export function outerSecurity({ project, source, kind }: CommentPlace): string | undefined {
  const { directories, definitions } = project.compilation()!;
  const inner = directories
    .filter(({ comment, declarations }) => {
      const { file } = comment.at.source;
      return declarations.security.length > 0 && file !== source.file && source.file.startsWith(directoryOf(file));
    })
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  const lines = kind === 'definitions' ? [] : (inner?.declarations.security ?? definitions.security);
  const required = lines.map(({ value }) => value).find((value) => Object.keys(value).length > 0);
  return required && securityLine(required).slice('@security '.length);
}

function directoryOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}
