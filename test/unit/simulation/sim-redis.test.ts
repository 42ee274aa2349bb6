import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSimRedis } from "../../simulation/redis/create-sim-redis.ts";
import { arbitraryCommand } from "./arbitrary-command.ts";

const T0 = 1_788_220_800_000;
const start = () => {
  const clock = { nowMs: T0 };
  return { clock, sim: createSimRedis({ nowMs: () => clock.nowMs }) };
};
const script = (text: string) => ({ name: "probe", text });

describe("run", () => {
  test("default: as Upstash REST: text, integers, arrays, words, nil and false null", async () => {
    const { sim } = start();
    const answer = await sim.redis.run(
      script(
        "return { KEYS[1], #ARGV[1], 3.99, true, false, redis.call('SET', KEYS[1], ARGV[1]), " +
          "redis.call('GET', 'none') }",
      ),
      ["kéy"],
      ["é"],
    );
    expect(answer).toEqual(["kéy", 2, 3, 1, null, "OK", null]);
    expect(await sim.redis.run(script("return redis.call('GET', KEYS[1])"), ["kéy"], [])).toBe("é");
    expect(await sim.redis.run(script("return nil"), [], [])).toBeNull();
    expect(await sim.redis.run(script("return 9007199254740993"), [], [])).toBe("9007199254740992");
  });

  test("args: beyond what fits into the first place made for them", async () => {
    const { sim } = start();
    const long = "é".repeat(1_000_000);
    expect(sim.run(script("return { #ARGV[1], ARGV[2] }"), [], [long, "x"])).toEqual([
      2_000_000,
      "x",
    ]);
  });

  test("error: a stopped script is store_unavailable, its writes stay, the next runs", async () => {
    const { sim } = start();
    const failing = script(
      "redis.call('SET', KEYS[1], 'half') return redis.call('LPUSH', KEYS[1], 'x')",
    );
    await expect(sim.redis.run(failing, ["k"], [])).rejects.toMatchObject({
      code: "store_unavailable",
      cause: { message: "WRONGTYPE Operation against a key holding the wrong kind of value" },
    });
    expect(sim.scriptErrors()).toEqual([
      "probe: WRONGTYPE Operation against a key holding the wrong kind of value",
    ]);
    expect(sim.dump()).toEqual({ k: "half" });
    expect(sim.run(script("return redis.call('GET', KEYS[1])"), ["k"], [])).toBe("half");
  });

  test.each([
    ["a command", ["TIME"]],
    ["an option", ["SET", "k", "v", "EXAT", "1"]],
    ["a number of arguments", ["GET"]],
    ["a score that is no integer", ["ZADD", "k", "0.5", "m"]],
  ])(
    "error: %s that it does not know stops it for good, though the script catches errors",
    async (_, command) => {
      const { sim } = start();
      const catching = script(
        "local ok = pcall(redis.call, unpack(ARGV)) return ok and 'fine' or 'caught'",
      );
      const unknown = /the simulated Redis does not know/;
      await expect(sim.redis.run(catching, [], command)).rejects.toThrow(unknown);
      await expect(sim.redis.run(script("return 1"), [], [])).rejects.toThrow(unknown);
      expect(() => sim.dump()).toThrow(unknown);
      expect(start().sim.run(script("return 1"), [], [])).toBe(1);
    },
  );

  test.each([
    ["a global", "made = 1"],
    ["a field of redis", "redis.made = 1"],
    ["a field of a library", "string.made = 1"],
  ])("error: a script cannot leave %s behind, as in Redis", (_, text) => {
    const { sim } = start();
    expect(() => sim.run(script(text), [], [])).toThrow("storage");
    expect(sim.scriptErrors()).toEqual([
      expect.stringContaining("Attempt to modify a readonly table"),
    ]);
  });

  test("behavior: keyspaces share nothing, though they share the interpreter", () => {
    const [one, other] = [start().sim, start().sim];
    const count = script("return redis.call('INCR', 'n')");
    expect([one.run(count, [], []), one.run(count, [], []), other.run(count, [], [])]).toEqual([
      1, 2, 1,
    ]);
  });
});

describe("expiry", () => {
  test("behavior: a key is there up to and with its last ms, then gone for every command", () => {
    const { clock, sim } = start();
    sim.command("SET", "k", "v", "EX", 10);
    clock.nowMs = T0 + 10_000;
    expect([sim.command("GET", "k"), sim.command("PTTL", "k"), sim.size()]).toEqual(["v", 0, 1]);
    clock.nowMs += 1;
    expect([
      sim.read("k"),
      sim.size(),
      sim.command("EXISTS", "k"),
      sim.command("PTTL", "k"),
    ]).toEqual([undefined, 0, 0, -2]);
    expect(sim.command("SET", "k", "w", "NX")).toBe("OK");
    expect(sim.command("PTTL", "k")).toBe(-1);
  });

  test("behavior: with thousands of keys, still only those count that have not expired", () => {
    const { clock, sim } = start();
    for (let i = 0; i < 5_000; i += 1) {
      clock.nowMs += 1;
      sim.command("SET", `k${i}`, "v", "PX", 10);
    }
    // The one just written and those of the 10 ms before it.
    expect(sim.size()).toBe(11);
  });
});

describe("snapshot, restore and fork", () => {
  const commands = fc.array(arbitraryCommand, { maxLength: 30 });
  const play = (sim: ReturnType<typeof start>["sim"], list: string[][]): void => {
    for (const command of list) {
      sim.run(script("redis.pcall(unpack(ARGV))"), [], command);
    }
  };

  test("behavior: restoring gives back what was, as often as wanted, whatever came after", () => {
    fc.assert(
      fc.property(commands, commands, commands, (before, between, after) => {
        const { sim, clock } = start();
        play(sim, before);
        const [first, dump] = [sim.snapshot(), sim.dump()];
        play(sim, between);
        const [second, dumpBetween] = [sim.snapshot(), sim.dump()];
        play(sim, after);
        clock.nowMs += 2_000_000_000;
        sim.size();
        clock.nowMs = T0;
        sim.restore(second);
        expect(sim.dump()).toEqual(dumpBetween);
        play(sim, after);
        sim.restore(second);
        expect(sim.dump()).toEqual(dumpBetween);
        sim.restore(first);
        expect(sim.dump()).toEqual(dump);
        play(sim, after);
        sim.restore(first);
        expect(sim.dump()).toEqual(dump);
        expect(() => sim.restore(second)).toThrow("this snapshot is gone");
      }),
    );
  });

  test("behavior: forgetting a snapshot forgets the older too, and leaves the newer", () => {
    fc.assert(
      fc.property(commands, commands, commands, (before, between, after) => {
        const { sim } = start();
        const oldest = sim.snapshot();
        play(sim, before);
        const old = sim.snapshot();
        play(sim, between);
        const [kept, dump] = [sim.snapshot(), sim.dump()];
        play(sim, after);
        sim.forget(old);
        sim.restore(kept);
        expect(sim.dump()).toEqual(dump);
        for (const gone of [oldest, old])
          expect(() => sim.restore(gone)).toThrow("this snapshot is gone");
      }),
    );
  });

  test("behavior: a fork and what it came from do not see each other's changes", () => {
    fc.assert(
      fc.property(commands, commands, commands, (before, ofOne, ofOther) => {
        const { sim } = start();
        play(sim, before);
        const [fork, dump] = [sim.fork(), sim.dump()];
        play(sim, ofOne);
        expect(fork.dump()).toEqual(dump);
        const afterOne = sim.dump();
        play(fork, ofOther);
        expect(sim.dump()).toEqual(afterOne);
      }),
    );
  });
});

test("dump: each type as what it is, by key, below a prefix", () => {
  const { sim } = start();
  for (const command of [
    ["SET", "a:text", "é"],
    ["RPUSH", "a:list", "x", "y"],
    ["HSET", "a:hash", "f", "1"],
    ["SADD", "a:set", "m"],
    ["ZADD", "a:zset", "2", "b", "1", "c"],
    ["SET", "b", "1"],
  ])
    sim.command(...command);
  expect(sim.dump("a:")).toEqual({
    "a:text": "é",
    "a:list": ["x", "y"],
    "a:hash": { f: "1" },
    "a:set": new Set(["m"]),
    "a:zset": new Map([
      ["c", 1],
      ["b", 2],
    ]),
  });
  expect([sim.size(), sim.read("none")]).toEqual([6, undefined]);
});
