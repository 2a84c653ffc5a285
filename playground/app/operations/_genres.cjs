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

/** The description of a genre; empty if there is none. */
exports.describeGenre = (name) => DESCRIPTIONS[name] ?? '';
