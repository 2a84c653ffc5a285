/** The output of a command, and the exit code of the process. */
export interface Outcome {
  readonly text: string;
  readonly code: 0 | 1;
  /** Whether the text is the result, even if the process fails. */
  readonly isResult?: true;
}
