/**
 * The pets, inside a `_middleware` file with other packages' middleware.
 *
 * @GET
 * @returns {Pet[]} The pets
 */
export default () => [{ id: 1, name: 'Ada' }];
