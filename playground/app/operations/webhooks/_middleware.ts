/**
 * Only the staff adds receivers of events.
 *
 * @tool none
 * @tags webhooks
 * @security staff
 * @rate-limit 60 per minute per address (name: sign-in, onStoreError: closed)
 */
