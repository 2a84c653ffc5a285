// Filters the operations by words. It is sent to browsers before page.js, in one script.
// oxlint-disable-next-line no-unused-vars -- page.js uses it
const docsFilter = (() => {
  /** Whether a tag, method, path, name or text of an operation has every word of the filter. */
  function hasWords(phrase, names, operation) {
    const texts = ['summary', 'operationId', 'description'].map((name) => operation.get(name) ?? '');
    const text = [...names, ...texts].join(' ').toLowerCase();
    const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
    return words.every((word) => text.includes(word));
  }

  /** Keeps the operations that have the words. Swagger UI itself only looks at tags. */
  function filterOperations(groups, phrase) {
    const fits = (tag) => (entry) =>
      hasWords(phrase, [tag, entry.get('method'), entry.get('path')], entry.get('operation'));
    return groups
      .map((group, tag) => group.update('operations', (operations) => operations.filter(fits(tag))))
      .filter((group) => group.get('operations').size > 0);
  }

  /** Keeps the events that have the words: lists by their names. Swagger UI always shows all of them. */
  function filterEvents(events, phrase) {
    const fits = ({ path, method, operation }) => hasWords(phrase, [path, method], operation.get('operation'));
    const found = Object.entries(events).map(([name, list]) => [name, list.filter(fits)]);
    return Object.fromEntries(found.filter(([, list]) => list.length > 0));
  }

  /** The words of the filter; empty without one. */
  function phraseOf({ layoutSelectors }) {
    const phrase = layoutSelectors.currentFilter();
    return typeof phrase === 'string' ? phrase.trim() : '';
  }

  /** How many operations the filter shows; empty without a filter. */
  function foundText(system) {
    const { specSelectors } = system;
    const phrase = phraseOf(system);
    if (phrase === '') return '';
    const found = filterOperations(specSelectors.taggedOperations(), phrase);
    const events = Object.values(filterEvents(specSelectors.selectWebhooksOperations?.() ?? {}, phrase)).flat();
    const count = found.reduce((sum, group) => sum + group.get('operations').size, events.length);
    if (count === 0) return `No operation has all of these words: ${phrase}`;
    return count === 1 ? '1 operation' : `${count} operations`;
  }

  /** A Swagger UI plugin. */
  return ({ React: { createElement: h } }) => ({
    fn: { opsFilter: filterOperations },
    wrapComponents: {
      Webhooks: (Original, system) => (props) => {
        const selectWebhooksOperations = () =>
          filterEvents(props.specSelectors.selectWebhooksOperations(), phraseOf(system));
        return h(Original, { ...props, specSelectors: { ...props.specSelectors, selectWebhooksOperations } });
      },
      FilterContainer: (Original) => (props) => [
        h(Original, { ...props, key: 'filter' }),
        h('p', { key: 'found', className: 'wrapper docs-found', role: 'status' }, foundText(props)),
      ],
    },
  });
})();
