import { connectResp, type RespClient } from "../../local/redis/connect-resp.ts";
import type { RespReply } from "../../local/redis/create-resp-parser.ts";
import { encodeReply } from "../../local/redis/encode-reply.ts";
import { findRedisServer } from "../../local/redis/find-redis-server.ts";
import { spawnRedisServer } from "../../local/redis/spawn-redis-server.ts";
import { createKeys, type Keys } from "../../src/store/kernel/keys.ts";
import type { Redis } from "../../src/store/kernel/redis-port.ts";
import { threadCpuUs } from "./thread-cpu-us.ts";

/**
 * Script runs as the server counted them, and the CPU microseconds of its thread for them, parsing
 * and answering included.
 */
export type ScriptCost = { calls: number; cpuUs: number };
export type BenchRedis = {
  redis: Redis;
  keys: Keys;
  version: string;
  /** What scripts cost the server while `work` ran. */
  timed<T>(work: () => Promise<T>): Promise<{ value: T; server: ScriptCost }>;
  /** INFO memory: bytes that the allocator has given out. */
  usedBytes(): Promise<number>;
  command(...args: (string | number)[]): Promise<unknown>;
  stop(): Promise<void>;
};

/**
 * A redis-server of the bench's own that keeps nothing on disk. Scripts go as EVAL with their whole
 * text, as the Worker sends them.
 */
export async function startBenchRedis(): Promise<BenchRedis> {
  const binary = findRedisServer();
  if (binary === undefined)
    throw new Error("redis-server is not on PATH. Bring it: apt-get install -y redis-server");
  const server = await spawnRedisServer(binary);
  const client = await connectResp(server.url);
  const command: BenchRedis["command"] = async (...args) => {
    const [reply = null] = await client.send([args.map(String)]);
    return thrown(reply);
  };
  const info = async (section: string, field: RegExp): Promise<string> =>
    field.exec(String(await command("INFO", section)))?.[1] ?? "";
  const evals = async () => Number(await info("commandstats", /cmdstat_eval:calls=(\d+)/));
  return {
    redis: redisOver(client),
    keys: createKeys("sx:production:"),
    version: await info("server", /redis_version:(\S+)/),
    timed: async (work) => {
      const before = await evals();
      const from = threadCpuUs(server.pid());
      const value = await work();
      const cpuUs = threadCpuUs(server.pid()) - from;
      return { value, server: { calls: (await evals()) - before, cpuUs } };
    },
    usedBytes: async () => Number(await info("memory", /used_memory:(\d+)/)),
    command,
    stop: async () => {
      await client.close();
      await server.stop();
    },
  };
}

const redisOver = (client: RespClient): Redis => ({
  run: async ({ text }, keys, args) => {
    const [reply = null] = await client.send([
      ["EVAL", text, String(keys.length), ...keys, ...args],
    ]);
    return thrown(reply);
  },
});

/** @throws Error with Redis' own error text */
function thrown(reply: RespReply): unknown {
  const answer = encodeReply(reply, "text");
  if ("error" in answer) throw new Error(answer.error);
  return answer.result;
}
