/**
 * An endpoint was added. It is sent to that endpoint alone, as a test.
 *
 * @payload {{id: string, url: string}} The endpoint.
 * @example {"id": "ep_0192f2a1b3c4", "url": "https://example.com/hooks"}
 * @tags webhooks
 */
