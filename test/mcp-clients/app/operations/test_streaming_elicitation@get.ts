import { setTimeout } from 'node:timers/promises';

interface Progress {
  readonly progress: number;
  readonly total: number;
}

/**
 * Streams, and asks for nothing.
 * @tool test_streaming_elicitation
 * @returns {Stream<object>} 200 text/event-stream - The progress
 */
export default async function* (): AsyncGenerator<Progress> {
  for (const progress of [0, 50, 100]) {
    yield { progress, total: 100 };
    await setTimeout(50);
  }
}
