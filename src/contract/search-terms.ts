/** Words that are in almost every question and description. */
const STOP = new Set(
  'a an and any are as at be by can do for from have how if in is it not of on one or our should that the their this to want we what when where which who will with would you your'.split(
    ' ',
  ),
);

/** Verbs of questions, by those that names of operations have. */
const SYNONYMS: { readonly [word: string]: string } = {
  add: 'creat',
  make: 'creat',
  new: 'creat',
  post: 'creat',
  open: 'creat',
  remov: 'delet',
  destroy: 'delet',
  eras: 'delet',
  show: 'get',
  fetch: 'get',
  read: 'get',
  view: 'get',
  find: 'search',
  look: 'search',
  chang: 'updat',
  edit: 'updat',
  modif: 'updat',
  patch: 'updat',
  put: 'updat',
  set: 'updat',
  repo: 'repositori',
  repos: 'repositori',
  org: 'organiz',
  orgs: 'organiz',
  pr: 'pull',
  prs: 'pull',
  all: 'list',
  peopl: 'user',
  // What belongs to the caller.
  i: 'authenticat',
  me: 'authenticat',
  my: 'authenticat',
  mine: 'authenticat',
  comments: 'comment',
};

/** Splits a text into the words that a search compares: lower case, without endings, with one word for those that mean the same. */
export function wordsOf(text: string): string[] {
  const spaced = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  // Names have the first of the two words.
  const words = spaced.replaceAll(/\bpull[ _-]requests?\b/g, 'pull').match(/[\p{L}\d]+/gu) ?? [];
  return words.filter((word) => !STOP.has(word)).map((word) => SYNONYMS[stem(word)] ?? stem(word));
}

function stem(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/(?:ies|y)$/, 'i')
    .replace(/(?:sses)$/, 'ss')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?:ing|ed|ations?|ions?)$/, '')
    .replace(/(?<=..)e$/, '');
}
