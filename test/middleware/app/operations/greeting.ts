/**
 * A string, which is JSON text on the wire.
 *
 * @GET
 * @returns {string} The greeting
 */
export default () => 'hello';
