/**
 * Shows what no cache may keep.
 *
 * @cache no-store
 * @returns {string} It
 */
export default () => 'secret';
