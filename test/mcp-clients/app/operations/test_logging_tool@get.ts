/**
 * Logs nothing to the client.
 * @tool test_logging_tool
 * @returns {string} The text
 */
export default () => 'This is a simple text response for testing.';
