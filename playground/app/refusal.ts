/** Creates an HTTP error whose status and message are sent to the client. */
export function refusal(status: number, message: string): Error {
  return Object.assign(new Error(message), { status, expose: true });
}
