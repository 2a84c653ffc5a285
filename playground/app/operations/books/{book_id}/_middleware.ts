/**
 * @param-include book
 * @returns-include missingBook
 */
