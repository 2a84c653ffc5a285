/**
 * Lists the news.
 *
 * @cache public, max-age=60 (same for everyone)
 * @returns {string[]} The news
 */
export default () => ['The coffee is ready'];
