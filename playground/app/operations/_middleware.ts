/**
 * The contract that all operations share. A `_middleware` file can also export middleware, which then runs around them.
 *
 * @tool
 * @throws 431 - The request headers are larger than 16 KiB.
 */
