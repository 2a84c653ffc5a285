// Filters the operations by words. It is sent to browsers before page.js, in one script.
// oxlint-disable-next-line no-unused-vars -- page.js uses it
const docsFilter = (() => {
  /** Keeps the operations that have every word of the filter: in tag, method, path, name or texts. Swagger UI itself only looks at tags. */
  function filterOperations(groups, phrase) {
    const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (tag) => (entry) => {
      const texts = ['summary', 'operationId', 'description'].map((name) => entry.getIn(['operation', name]) ?? '');
      const text = [tag, entry.get('method'), entry.get('path'), ...texts].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    };
    return groups
      .map((group, tag) => group.update('operations', (operations) => operations.filter(fits(tag))))
      .filter((group) => group.get('operations').size > 0);
  }

  /** How many operations the filter shows; empty without a filter. */
  function foundText({ layoutSelectors, specSelectors }) {
    const phrase = layoutSelectors.currentFilter();
    if (typeof phrase !== 'string' || phrase.trim() === '') return '';
    const found = filterOperations(specSelectors.taggedOperations(), phrase);
    const count = found.reduce((sum, group) => sum + group.get('operations').size, 0);
    if (count === 0) return `No operation has all of these words: ${phrase}`;
    return count === 1 ? '1 operation' : `${count} operations`;
  }

  /** A Swagger UI plugin. */
  return ({ React: { createElement: h } }) => ({
    fn: { opsFilter: filterOperations },
    wrapComponents: {
      FilterContainer: (Original) => (props) => [
        h(Original, { ...props, key: 'filter' }),
        h('p', { key: 'found', className: 'wrapper docs-found', role: 'status' }, foundText(props)),
      ],
    },
  });
})();
