// Every pause of the plugin, in milliseconds.

/** How long to wait before an empty file is read again: many editors empty a file before they write it. */
export const EMPTY_FILE_PAUSE = 10;

/** How often an empty file is read again before it counts as empty. */
export const EMPTY_FILE_RETRIES = 5;

/** How long after a change to look at a file again: Vite's watcher reports no second change of the same file within 50 ms. */
export const SECOND_LOOK = 75;

/** How long to wait for the next edit before operations.d.ts is written, so that requests are answered first. */
export const DECLARATIONS_PAUSE = 100;

/** How long `vite preview` waits until the built server listens. */
export const START_LIMIT = 10_000;

/** How long to wait before another attempt to connect to the built server. */
export const START_PAUSE = 25;
