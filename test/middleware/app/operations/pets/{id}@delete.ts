/**
 * Removes a pet.
 *
 * @param {integer} id - Its number
 * @returns 204
 */
export default () => {};
