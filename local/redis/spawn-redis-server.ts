import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../lib/free-port.ts";
import { type SpawnedChild, spawnChild } from "../lib/spawn-child.ts";

/**
 * `nothing` is written to disk, or `every write` before it is answered: what was acknowledged then
 * survives any end.
 */
export type RedisKeeps = "nothing" | "every write";
export type RedisServerOptions = { parentDir?: string | undefined; keeps?: RedisKeeps | undefined };
export type RedisProcess = {
  url: string;
  /** Of the server that runs now. */
  pid(): number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /**
   * Again on the same port, with what is on disk; with `copy`, with what was on disk when that was
   * taken.
   */
  start(copy?: string): Promise<void>;
  /**
   * Copies what is on disk now, the last answered write included, and gives the copy's path; it
   * goes with `stop()`.
   */
  copyData(): Promise<string>;
  stop(): Promise<void>;
};

const BIND_ATTEMPTS = 3;

/**
 * A redis-server of our own on a free loopback port. Its working directory is a new one inside
 * `parentDir` (default the system's), removed by `stop()`.
 *
 * @throws Error with redis-server's output when it does not come up
 */
export async function spawnRedisServer(
  binary: string,
  { parentDir = tmpdir(), keeps = "nothing" }: RedisServerOptions = {},
): Promise<RedisProcess> {
  const home = await mkdtemp(join(parentDir, "sextant-redis-"));
  const data = join(home, AOF_DIR);
  try {
    const { port, child } = await bindSomewhere(binary, home, keeps);
    let running = child;
    let copies = 0;
    return {
      url: `redis://127.0.0.1:${port}`,
      pid: () => running.pid,
      kill: () => running.kill(),
      start: async (copy) => {
        if (copy !== undefined) {
          await rm(data, { recursive: true, force: true });
          await cp(copy, data, { recursive: true });
        }
        running = await spawnAt(binary, port, home, keeps);
      },
      copyData: async () => {
        copies += 1;
        const copy = join(home, `copy-${copies}`);
        await cp(data, copy, { recursive: true });
        return copy;
      },
      stop: async () => {
        await running.stop();
        await rm(home, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

const AOF_DIR = "aof";

/**
 * Another process may take a free port before redis-server binds it; its own "Ready" line is the
 * only proof that it has.
 */
async function bindSomewhere(
  binary: string,
  dir: string,
  keeps: RedisKeeps,
): Promise<{ port: number; child: SpawnedChild }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { port, child: await spawnAt(binary, port, dir, keeps) };
    } catch (error) {
      const taken = error instanceof Error && error.message.includes("Address already in use");
      if (!taken || attempt === BIND_ATTEMPTS) throw error;
    }
  }
}

function spawnAt(
  binary: string,
  port: number,
  dir: string,
  keeps: RedisKeeps,
): Promise<SpawnedChild> {
  const disk =
    keeps === "nothing"
      ? { appendonly: "no" }
      : {
          appendonly: "yes",
          appendfsync: "always",
          appenddirname: AOF_DIR,
          "auto-aof-rewrite-percentage": 0,
        };
  const settings = {
    port,
    bind: "127.0.0.1",
    dir,
    save: "",
    daemonize: "no",
    databases: 1,
    ...disk,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return spawnChild({ command: binary, args, ready: { stdout: /Ready to accept connections/ } });
}
