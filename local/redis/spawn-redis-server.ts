import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../lib/free-port.ts";
import { type SpawnedChild, spawnChild } from "../lib/spawn-child.ts";

export type RedisProcess = { url: string; pid: number; stop(): Promise<void> };

const BIND_ATTEMPTS = 3;

/**
 * A redis-server of our own on a free loopback port, which writes nothing to disk. Its working directory is a new one
 * inside `parentDir` (default the system's), removed by `stop()`.
 *
 * @throws Error with redis-server's output when it does not come up
 */
export async function spawnRedisServer(binary: string, parentDir = tmpdir()): Promise<RedisProcess> {
  const dir = await mkdtemp(join(parentDir, "sextant-redis-"));
  try {
    const { port, child } = await bindSomewhere(binary, dir);
    return {
      url: `redis://127.0.0.1:${port}`,
      pid: child.pid,
      stop: async () => {
        await child.stop();
        await rm(dir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
}

/** Another process may take a free port before redis-server binds it; its own "Ready" line is the only proof that it has. */
async function bindSomewhere(binary: string, dir: string): Promise<{ port: number; child: SpawnedChild }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const settings = { port, bind: "127.0.0.1", dir, save: "", appendonly: "no", daemonize: "no", databases: 1 };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    try {
      const child = await spawnChild({ command: binary, args, ready: { stdout: /Ready to accept connections/ } });
      return { port, child };
    } catch (error) {
      const taken = error instanceof Error && error.message.includes("Address already in use");
      if (!taken || attempt === BIND_ATTEMPTS) throw error;
    }
  }
}
