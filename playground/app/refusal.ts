/** An error that the client is to see: Koa answers with its status and its message. */
export function refusal(status: number, message: string): Error {
  return Object.assign(new Error(message), { status, expose: true });
}
