const DESCRIPTIONS = {
  children: 'To read aloud, and alone',
  cooking: 'Recipes, and the stories around them',
  crime: 'Who did it, and why',
  fiction: 'Novels and stories',
  history: 'How it came to be as it is',
  poetry: 'Verse, old and new',
  science: 'What is known, and how',
  travel: 'Elsewhere',
};

/** What a genre is about; empty for one that nobody has described. */
exports.describeGenre = (name) => DESCRIPTIONS[name] ?? '';
