import { problem } from 'unplugin-operations/koa';

/**
 * Fails.
 * @tool test_error_handling
 * @returns {object} 200 - Never
 * @throws {Problem} 409 - Always
 */
export default (): never => {
  throw problem(409, { detail: 'This tool intentionally returns an error for testing' });
};
