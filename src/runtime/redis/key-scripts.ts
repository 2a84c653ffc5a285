// Scripts are atomic, so only the owner of a key changes it. A key is a hash with its fingerprint, its owner, the end of its lease, and its response.

/** The clock of Redis, in milliseconds. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function time_text(time) return string.format('%.0f', time) end`;

/** The arguments are the fingerprint, the owner, the lease, and how long the response is kept. The result is a state and its data. */
export const RESERVE = `${NOW}
local held = redis.call('HMGET', KEYS[1], 'fingerprint', 'answer', 'until')
local is_lost = held[1] == ARGV[1] and not held[2] and tonumber(held[3]) <= now
if held[1] and not is_lost then return { 'held', held[1], held[2] } end
redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'owner', ARGV[2], 'until', time_text(now + ARGV[3]))
redis.call('PEXPIRE', KEYS[1], time_text(math.max(ARGV[3], ARGV[4])))
return { held[1] and 'retry' or 'free' }`;

/** Leaves a key alone that another attempt holds, or that has a response. */
const IF_HELD = `${NOW}
local held = redis.call('HMGET', KEYS[1], 'owner', 'answer')
if held[1] ~= ARGV[1] or held[2] then return end`;

/** The arguments are the owner and the lease. */
export const RENEW = `${IF_HELD}
redis.call('HSET', KEYS[1], 'until', time_text(now + ARGV[2]))
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], time_text(ARGV[2])) end`;

/** The arguments are the owner, the response, and how long it is kept. */
export const COMPLETE = `${IF_HELD}
redis.call('HSET', KEYS[1], 'answer', ARGV[2])
redis.call('PEXPIRE', KEYS[1], time_text(ARGV[3]))`;

/** The arguments are the owner, and whether the handler has run: the next attempt learns it from the key. */
export const RELEASE = `${IF_HELD}
if ARGV[2] == 'true' then redis.call('HSET', KEYS[1], 'until', time_text(now)) else redis.call('DEL', KEYS[1]) end`;
