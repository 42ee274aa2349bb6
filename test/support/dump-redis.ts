import type { LocalRedis } from "../../local/redis/start-redis.ts";

/**
 * Every key of a Redis (that matches) with all that it holds, as text: for tests that look for what
 * must not be there.
 */
export async function dumpRedis(
  { command }: Pick<LocalRedis, "command">,
  pattern = "*",
): Promise<Record<string, string>> {
  const dump: Record<string, string> = {};
  let cursor = "0";
  do {
    const [next, keys] = (await command(["SCAN", cursor, "MATCH", pattern, "COUNT", "500"])) as [
      string,
      string[],
    ];
    for (const key of keys) {
      const reader = await readerOf(command, key);
      if (reader !== undefined) dump[key] = JSON.stringify(await command(reader));
    }
    cursor = String(next);
  } while (cursor !== "0");
  return dump;
}

/** undefined: the key was found, and is gone since. */
async function readerOf(
  command: LocalRedis["command"],
  key: string,
): Promise<string[] | undefined> {
  const type = String(await command(["TYPE", key]));
  switch (type) {
    case "string":
      return ["GET", key];
    case "hash":
      return ["HGETALL", key];
    case "set":
      return ["SMEMBERS", key];
    case "list":
      return ["LRANGE", key, "0", "-1"];
    case "zset":
      return ["ZRANGE", key, "0", "-1", "WITHSCORES"];
    case "none":
      return undefined;
    default:
      throw new Error(`${key} is a ${type}, which this dump cannot read`);
  }
}
