/**
 * Returns a text.
 * @tool test_simple_text
 * @returns {string} The text
 */
export default () => 'This is a simple text response for testing.';
