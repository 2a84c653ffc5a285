/**
 * Takes from all counters, or from none if one refuses, by the clock of Redis: see directives/rate-limit/runtime/gcra.ts.
 *
 * The keys are the counters. The arguments are the cost, the quota and the window in milliseconds of each. The result has two entries for each:
 * whether the request passes (1 or 0), and the level after it. Numbers are formatted, because Lua would round long ones.
 */
export const LIMITS_SCRIPT: string = [
  "local time = redis.call('TIME')",
  'local now = time[1] * 1000 + math.floor(time[2] / 1000)',
  'local levels, passes, taken = {}, {}, true',
  'for i, key in ipairs(KEYS) do',
  '  local cost, quota, window = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])',
  "  local level, at = string.match(redis.call('GET', key) or '', '^(%d+) (%d+)$')",
  '  levels[i] = level and math.max(tonumber(level) - math.max(now - tonumber(at), 0) * quota, 0) or 0',
  '  passes[i] = levels[i] + cost * window <= quota * window',
  '  taken = taken and passes[i]',
  'end',
  'local result = {}',
  'for i, key in ipairs(KEYS) do',
  '  local cost, quota, window = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])',
  '  if taken then',
  '    levels[i] = levels[i] + cost * window',
  "    redis.call('SET', key, string.format('%.0f %.0f', levels[i], now), 'PX', string.format('%.0f', math.ceil(levels[i] / quota)))",
  '  end',
  '  result[2 * i - 1] = passes[i] and 1 or 0',
  "  result[2 * i] = string.format('%.0f', levels[i])",
  'end',
  'return result',
].join('\n');
