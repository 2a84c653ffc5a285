/** A client of the package `ioredis`. */
interface IoRedis {
  call(command: string, ...args: string[]): Promise<unknown>;
}

/** A client of the package `redis`. */
interface NodeRedis {
  sendCommand(args: string[]): Promise<unknown>;
}

/** A connected client of the package `ioredis` or `redis`. */
export type RedisClient = IoRedis | NodeRedis;

/** Sends a command. */
export type SendCommand = (command: string, ...args: string[]) => Promise<unknown>;

/** Sends commands by either client. Those of ioredis have a function `sendCommand` for other values. */
export function commandsOf(client: RedisClient): SendCommand {
  return 'call' in client ? (command, ...args) => client.call(command, ...args) : (...args) => client.sendCommand(args);
}
