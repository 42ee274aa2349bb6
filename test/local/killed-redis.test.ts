import { expect, test } from "vitest";
import { startRedis } from "../../local/redis/start-redis.ts";

test("default: a killed redis-server has all answered writes; a copy no later ones", async () => {
  const redis = await startRedis({ kind: "real", keeps: "every write" });
  try {
    const { server } = redis;
    await redis.command(["SET", "before", "1"]);
    const copy = await server!.copyData();
    await redis.command(["SET", "after", "2"]);
    const was = server!.pid();
    await server!.kill();
    await expect(redis.command(["GET", "after"])).rejects.toThrow(/lost|ECONN/);
    await server!.start();
    expect(server!.pid()).not.toBe(was);
    expect(await redis.command(["MGET", "before", "after"])).toEqual(["1", "2"]);
    await server!.kill();
    await server!.start(copy);
    expect(await redis.command(["MGET", "before", "after"])).toEqual(["1", null]);
    await redis.command(["SET", "after", "3"]);
    await server!.kill();
    await server!.start();
    expect(await redis.command(["MGET", "before", "after"])).toEqual(["1", "3"]);
  } finally {
    await redis.stop();
  }
});

test("error: a killed redis-server is a 500, never an empty answer", async () => {
  const { server, url, token, stop } = await startRedis({ kind: "real" });
  process.kill(server!.pid(), "SIGKILL");
  const headers = { authorization: `Bearer ${token}` };
  const ask = () => fetch(url, { method: "POST", headers, body: JSON.stringify(["get", "k"]) });
  const said = async (answer: Response) => [answer.status, await answer.json()];
  // Whether the line's end is known by the first of them is open, and must not show.
  for (let n = 0; n < 3; n += 1) {
    expect(await said(await ask())).toEqual([500, { error: "the connection to Redis was lost" }]);
  }
  await stop();
});
