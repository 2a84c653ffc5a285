/** The lines that open a code fence: they begin with one, as CommonMark has it, or end with one, as in "@example ```ts". Three backticks inside a line are text. */
const OPENING = /^\s*(`{3,})[^`]*$|^\s*(~{3,})|^[^`]*\s(`{3,})\w*\s*$|^[^~]*\s(~{3,})\w*\s*$/;

/** A line of a text that may have code fences. */
export interface FencedLine {
  /** Whether the line opens or closes a fence. */
  readonly isFence: boolean;
  /** Whether it is in a fence, or opens or closes one. */
  readonly isCode: boolean;
}

/** Reads the code fences of a text, line by line: CommonMark 0.31, 4.5. */
export class Fences {
  /** The fence that is open. */
  open: string | undefined;

  next(line: string): FencedLine {
    const { open } = this;
    if (open === undefined) {
      const match = OPENING.exec(line);
      this.open = match?.slice(1).find((fence) => fence !== undefined);
      return { isFence: match !== null, isCode: match !== null };
    }
    // It is closed by a fence of the same characters that is at least as long, with nothing after it.
    const [, fence = ''] = /(?:^|\s)(`{3,}|~{3,})\s*$/.exec(line) ?? [];
    const isClosing = fence.startsWith(open);
    if (isClosing) this.open = undefined;
    return { isFence: isClosing, isCode: true };
  }
}

/** Whether a line outside of code opens a fence. */
export function opensFence(line: string): boolean {
  return new Fences().next(line).isFence;
}

/** Whether a text can have a code fence; most have none. */
export function hasFence(text: string): boolean {
  return text.includes('```') || text.includes('~~~');
}

/** A fence without a closing line. */
export function fenceAround(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`{3,}/g) ?? []).map(({ length }) => length));
  return '`'.repeat(longest + 1);
}
