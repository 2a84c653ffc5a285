/** Texts of VitePress's components, and what replaces them. */
const CHANGES: Readonly<Record<string, readonly (readonly [text: string | RegExp, replacement: string])[]>> = {
  // A button can't contain a list, nor an option a link.
  'VPLocalSearchBox.vue': [
    [
      /role="button"\s+:aria-owns="[^"]+"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
      'role="dialog" aria-modal="true"',
    ],
    ['aria-autocomplete="both"', 'aria-autocomplete="list" role="combobox" :aria-expanded="results?.length > 0"'],
    [/:id="'localsearch-item-' \+ index"\s+:aria-selected="[^"]+"\s+role="option"/, 'role="none"'],
    [
      ':href="p.id"',
      `:href="p.id" role="option" :id="'localsearch-item-' + index" :aria-selected="selectedIndex === index"`,
    ],
    // A label without text is no name.
    [/ aria-labelledby="localsearch-label"/g, ' :aria-label="buttonText"'],
    [`:aria-labelledby="results?.length ? 'localsearch-label'`, `:aria-label="results?.length ? buttonText`],
    // The name is then the text of the link.
    [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
    ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
    [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
    // Highlights whole words: a short one is in many others.
    ['`(${escapeRegExp(term)})`', '`(?<![\\\\p{L}\\\\p{N}])${escapeRegExp(term)}(?![\\\\p{L}\\\\p{N}])`'],
    ["'gi'\n", "'giu'\n"],
    // The index is large, so it may not have arrived when the first letters have.
    [
      /<li\s+v-if="filterText && !results\.length && enableNoResults"/,
      '<li v-if="filterText && !searchIndex" class="no-results" role="status">The index is loading.</li>\n$&',
    ],
  ],
  // These pages have no main landmark.
  'VPHome.vue': [
    [/<div(?=\s+class="VPHome")/, '<main'],
    ['</div>\n</template>', '</main>\n</template>'],
  ],
  'NotFound.vue': [
    ['<div class="NotFound">', '<main class="NotFound">'],
    ['</div>\n</template>', '</main>\n</template>'],
  ],
};

/** The parts of a Vite plugin that this one has. */
interface Plugin {
  readonly name: string;
  readonly enforce: 'pre';
  transform(code: string, id: string): string | undefined;
  generateBundle(): void;
}

/** Mends VitePress's components, most of all for accessibility. Fails if a component, or a text in it, isn't found. */
export function mendComponents(): Plugin {
  const missing = new Set(Object.keys(CHANGES));
  return {
    name: 'mend-components',
    enforce: 'pre',
    transform(code, id) {
      const name = id.split('/').at(-1)!;
      const changes = id.includes('/theme-default/') ? CHANGES[name] : undefined;
      if (changes === undefined) return undefined;
      missing.delete(name);
      return changes.reduce((text, [part, replacement]) => {
        const changed = text.replace(part, (found) => replacement.replace('$&', () => found));
        if (changed === text) throw new Error(`${name} of this version of VitePress doesn't have ${part}.`);
        return changed;
      }, code);
    },
    generateBundle() {
      if (missing.size > 0) throw new Error(`Components that VitePress no longer has: ${[...missing].join(', ')}`);
    },
  };
}
