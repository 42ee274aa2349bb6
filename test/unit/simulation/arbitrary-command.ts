import fc from "fast-check";

/**
 * Few keys and few members, so that commands meet: an empty one, bytes that sort otherwise than
 * letters, numbers as text.
 */
const key = fc.constantFrom("k1", "k2", "k3", "ké");
const word = fc.constantFrom(
  "",
  "a",
  "b",
  "B",
  "aa",
  "é",
  "😀",
  "9",
  "10",
  "-3",
  "007",
  "a\u0000b",
  "x y",
);
const words = fc.array(word, { minLength: 1, maxLength: 4 });
const integer = fc.oneof(
  fc.integer({ min: -6, max: 6 }),
  fc.constantFrom(1_788_220_800_000, -1_788_220_800_000, Number.MAX_SAFE_INTEGER),
);
const index = fc.integer({ min: -7, max: 7 });
const ttl = fc.oneof(fc.integer({ min: 100, max: 1_000_000 }), fc.constantFrom(0, -1));
const number = fc.oneof(
  integer.map(String),
  fc.constantFrom("", "a", "1.5", "9223372036854775807", "01", "+1", " 1"),
);
/** Scores here are integers; what Redis refuses is refused alike. */
const score = fc.oneof(
  { weight: 9, arbitrary: integer.map(String) },
  { weight: 1, arbitrary: fc.constantFrom("", "x") },
);
const scored = fc
  .array(fc.tuple(score, word), { minLength: 1, maxLength: 4 })
  .map((pairs) => pairs.flat());
const bound = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom("", "("), integer).map(([open, n]) => `${open}${n}`),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom("-inf", "+inf", "inf", "(-inf", "(+inf", "1.5", "(-2.5"),
  },
  { weight: 1, arbitrary: fc.constantFrom("", "x", "((1") },
);
const either = (...options: string[][]) => fc.constantFrom(...options);
const withScores = either([], ["WITHSCORES"], ["withscores"]);
const limit = fc.oneof(
  fc.constant<string[]>([]),
  fc
    .tuple(fc.integer({ min: -1, max: 3 }), fc.integer({ min: -1, max: 3 }))
    .map(([at, n]) => ["LIMIT", `${at}`, `${n}`]),
);

type Part = fc.Arbitrary<string | number | string[]>;
const command = (name: string, ...parts: Part[]): fc.Arbitrary<string[]> =>
  fc.tuple(...parts).map((given) => [name, ...given.flat().map(String)]);
const popCount = fc.oneof(
  fc.constant<string[]>([]),
  fc.integer({ min: 1, max: 4 }).map((count) => [`${count}`]),
);

/** One command that the simulated Redis knows, with arguments that Redis may accept or refuse. */
export const arbitraryCommand: fc.Arbitrary<string[]> = fc.oneof(
  command("DEL", key, key),
  command("UNLINK", key),
  command("EXISTS", key, key),
  command("TYPE", key),
  command("EXPIRE", key, ttl),
  command("PEXPIRE", key, ttl),
  command("PERSIST", key),
  command("TTL", key),
  command("PTTL", key),
  command("GET", key),
  command("MGET", key, key),
  command("STRLEN", key),
  command(
    "SET",
    key,
    word,
    either([], ["NX"], ["XX"], ["nx", "GET"], ["GET"], ["KEEPTTL"], ["KeepTtl", "XX"]),
  ),
  command(
    "SET",
    key,
    number,
    either([], ["NX"]),
    either([], ["EX"], ["px"]).chain((name) => expiryFor(name)),
  ),
  command("SETNX", key, word),
  command("GETDEL", key),
  command("INCR", key),
  command("DECR", key),
  command("INCRBY", key, number),
  command("HGET", key, word),
  command("HMGET", key, words),
  command("HGETALL", key),
  command("HKEYS", key),
  command("HVALS", key),
  command("HLEN", key),
  command("HEXISTS", key, word),
  command("HSET", key, word, word),
  command("HSET", key, word, number, word, word),
  command("HSETNX", key, word, word),
  command("HDEL", key, words),
  command("HINCRBY", key, word, number),
  command("LPUSH", key, words),
  command("RPUSH", key, words),
  command("LPOP", key, popCount),
  command("RPOP", key, popCount),
  command("LLEN", key),
  command("LINDEX", key, index),
  command("LRANGE", key, index, index),
  command("LTRIM", key, index, index),
  command("LREM", key, index, word),
  command("SADD", key, words),
  command("SREM", key, words),
  command("SCARD", key),
  command("SMEMBERS", key),
  command("SISMEMBER", key, word),
  command("SMISMEMBER", key, words),
  command("ZADD", key, either([], ["NX"], ["XX"], ["GT"], ["lt"]), either([], ["CH"]), scored),
  command("ZADD", key, scored),
  command("ZINCRBY", key, fc.integer({ min: -6, max: 6 }), word),
  command("ZREM", key, words),
  command("ZCARD", key),
  command("ZSCORE", key, word),
  command("ZMSCORE", key, words),
  command("ZRANK", key, word),
  command("ZREVRANK", key, word),
  command("ZCOUNT", key, bound, bound),
  command("ZRANGE", key, index, index, either([], ["REV"]), withScores),
  command("ZRANGE", key, bound, bound, either(["BYSCORE"], ["REV", "byscore"]), limit, withScores),
  command("ZREVRANGE", key, index, index, withScores),
  command("ZRANGEBYSCORE", key, bound, bound, withScores, limit),
  command("ZREVRANGEBYSCORE", key, bound, bound, limit, withScores),
  command("ZREMRANGEBYSCORE", key, bound, bound),
  command("ZREMRANGEBYRANK", key, index, index),
  command("ZPOPMIN", key, popCount),
  command("ZPOPMAX", key, popCount),
);

function expiryFor(name: string[]): fc.Arbitrary<string[]> {
  return name.length === 0 ? fc.constant([]) : ttl.map((time) => [...name, `${time}`]);
}
