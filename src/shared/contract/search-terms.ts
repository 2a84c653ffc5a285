/** Words that are in almost every question and description. */
const STOP = new Set(
  'a an and any are as at be by can do does did each every for from has have here how if in is it its not of on one or our see should show somebody someone than that the their then there these this those to want was we were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
);

/** Words that mean the same in names and questions, without endings: each line has the word of the index first. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  `creat add make new post open
delet remov destroy eras
get fetch read view
search find look
updat chang edit modif patch put set
list all
repositori repo repos
organiz org orgs
user peopl person
authenticat i me my mine`
    .split('\n')
    .flatMap((line) => {
      const [first, ...others] = line.split(' ') as [string, ...string[]];
      return others.map((word) => [word, first] as const);
    }),
);

/** Splits a text into its words in lower case, without those of {@link STOP}. */
export function wordsOf(text: string): string[] {
  const spaced = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return (spaced.match(/[\p{L}\d]+/gu) ?? []).filter((word) => !STOP.has(word));
}

/** The term by which an index knows a word: without its ending, and the same for words that mean the same. */
export function termOf(word: string): string {
  const stem = stemOf(word);
  return SYNONYMS.get(stem) ?? stem;
}

function stemOf(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/(?:ies|y)$/, 'i')
    .replace(/sses$/, 'ss')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=.{4})(?:ship|ment)$/, '')
    .replace(/(?:ing|ed|al|ations?|ions?)$/, '')
    .replace(/(?<=..)e$/, '');
}
