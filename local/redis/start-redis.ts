import { randomBytes } from "node:crypto";
import { createRedisMock } from "js-redis-server";
import { connectResp } from "./connect-resp.ts";
import { encodeReply } from "./encode-reply.ts";
import { findRedisServer } from "./find-redis-server.ts";
import { type RedisKeeps, type RedisProcess, spawnRedisServer } from "./spawn-redis-server.ts";
import { startRestFront } from "./start-rest-front.ts";

export type RedisOptions = {
  /** A running Redis to stand in front of; it is used as it is, never flushed and never stopped. */
  redisUrl?: string | undefined;
  /** `auto` (default): real when there is `redisUrl` or a redis-server on PATH, else embedded. */
  kind?: "auto" | "real" | "embedded";
  /** Where redis-server's own working directory is made, which goes with it. */
  dir?: string;
  /** Of a redis-server that is started here; default nothing. */
  keeps?: RedisKeeps | undefined;
};
export type LocalRedis = {
  /** Base URL and token for `@upstash/redis`. */
  url: string;
  token: string;
  kind: "real" | "embedded";
  /**
   * The redis-server that this call started, if it did. While it is killed the REST front stays,
   * and answers 500.
   */
  server?: RedisProcess;
  /**
   * One command straight to Redis, past the REST front. @throws Error with Redis' own error text
   */
  command(args: string[]): Promise<unknown>;
  stop(): Promise<void>;
};
type Backend = {
  url: string;
  kind: "real" | "embedded";
  server?: RedisProcess;
  stop(): Promise<void>;
};

/**
 * Upstash's Redis REST API on a free loopback port, in front of a real redis-server or the embedded
 * one.
 *
 * @throws Error naming the command that installs redis-server when a real one is requested and
 * there is none
 */
export async function startRedis(options: RedisOptions = {}): Promise<LocalRedis> {
  const backend = await startBackend(options);
  try {
    const redis = await connectResp(backend.url);
    const token = randomBytes(16).toString("hex");
    const front = await startRestFront(redis, token);
    return {
      url: front.url,
      token,
      kind: backend.kind,
      ...(backend.server === undefined ? {} : { server: backend.server }),
      command: async (args) => {
        const [reply = null] = await redis.send([args]);
        const answer = encodeReply(reply, "text");
        if ("error" in answer) throw new Error(answer.error);
        return answer.result;
      },
      stop: async () => {
        await front.stop();
        await redis.close();
        await backend.stop();
      },
    };
  } catch (error) {
    await backend.stop();
    throw error;
  }
}

async function startBackend(options: RedisOptions): Promise<Backend> {
  const { redisUrl, kind = "auto", dir: parentDir, keeps } = options;
  if (kind === "embedded") return startEmbedded();
  if (redisUrl) return { url: redisUrl, kind: "real", stop: async () => {} };
  const binary = findRedisServer();
  if (binary !== undefined) {
    const server = await spawnRedisServer(binary, { parentDir, keeps });
    return { kind: "real", url: server.url, server, stop: server.stop };
  }
  if (kind === "real")
    throw new Error("redis-server is not on PATH. Bring it: apt-get install -y redis-server");
  return startEmbedded();
}

async function startEmbedded(): Promise<Backend> {
  const server = await createRedisMock({ compatibility: "redis-7.0" });
  return { url: server.url, kind: "embedded", stop: () => server.close() };
}
