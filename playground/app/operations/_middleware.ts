/**
 * The contract that all operations share. A `_middleware` file can also export middleware, which then runs around them. In v1, there is only
 * `getBook`, which has a `@since` of its own.
 *
 * @since v2
 * @tool
 * @throws 431 - The request headers are larger than 16 KiB.
 */
