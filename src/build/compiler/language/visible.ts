/** A text as readers see it, without invisible characters such as U+200B. */
export function visible(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
}
