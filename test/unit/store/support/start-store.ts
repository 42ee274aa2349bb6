import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type CountingProxy, startCountingProxy } from "../../../../local/lib/counting-proxy.ts";
import { startRedis } from "../../../../local/redis/start-redis.ts";
import type {
  ReadCall,
  StoreScript,
  WriteCall,
} from "../../../../src/store/kernel/define-script.ts";
import { dryRedis } from "../../../../src/store/kernel/dry-redis.ts";
import { createKeys, type Keys } from "../../../../src/store/kernel/keys.ts";
import type { Redis } from "../../../../src/store/kernel/redis-port.ts";
import { createUpstashRedis } from "../../../../src/store/kernel/upstash-redis.ts";
import { T0 } from "./records.ts";
import { startSimFront } from "./start-sim-front.ts";

/** Of an operator's command: who gives it, for the audit log. Few tests care. */
type Asked = { operator: string };
type Given<Input> = Omit<Input, keyof WriteCall | keyof Asked> &
  Partial<WriteCall> &
  Partial<Pick<Input, keyof Input & keyof Asked>>;
const COMMANDS: readonly string[] = [
  ...[
    "cancel-orders",
    "pause-order",
    "pause-all-orders",
    "resume-order",
    "disable-delegation",
    "freeze-vault",
    "unfreeze-vault",
  ],
];
const SOMEBODY: Asked = { operator: `0x${"0b".repeat(20)}` };

/** A deployment of its own: nothing of another test is in it. */
export type TestStore = {
  redis: Redis;
  keys: Keys;
  /** Runs a script at `nowMs` (default T0) under a request id that was never used. */
  run<Input extends ReadCall, Output>(
    script: StoreScript<Input, Output>,
    input: Given<Input>,
  ): Promise<Output>;
  /** One command past the REST front. */
  command(...args: (string | number)[]): Promise<unknown>;
  /** All that is stored, by key without its prefix; the memory of request ids is left out. */
  snapshot(): Promise<Record<string, unknown>>;
};

export type TestRedis = {
  proxy: CountingProxy;
  url: string;
  token: string;
  store(): TestStore;
  stop(): Promise<void>;
};

/**
 * Upstash client -> counting proxy -> REST front -> Redis of `kind`: all but the simulated one is
 * what runs locally.
 */
export async function startTestRedis(kind: "real" | "embedded" | "simulated"): Promise<TestRedis> {
  const local = kind === "simulated" ? await startSimFront() : await startRedis({ kind });
  const proxy = await startCountingProxy({ target: local.url });
  const redis = createUpstashRedis({ url: proxy.url, token: local.token });
  const command: TestStore["command"] = (...args) => local.command(args.map(String));
  const past = dryRedis({
    run: ({ text }, keys, args) => command("EVAL", text, keys.length, ...keys, ...args),
  });
  return {
    proxy,
    url: proxy.url,
    token: local.token,
    store: () => {
      const keys = createKeys(`sx:${randomUUID()}:`);
      return {
        redis,
        keys,
        run: (script, input) => {
          const call = withCall(script.name, input);
          const run = () => script.run(redis, keys, call);
          // A repeat of a request answers as the first time, which its dry form knows nothing of.
          return kind === "simulated" && !("requestId" in input)
            ? compared(script.name, () => script.run(past, keys, call), run)
            : run();
        },
        command,
        snapshot: () => snapshot(command, keys.prefix),
      };
    },
    stop: async () => {
      await proxy.stop();
      await local.stop();
    },
  };
}

/** Of each script, in one process: as many as tell something, and few enough to cost little. */
const COMPARED = 40;
const seen = new Map<string, number>();
let running = 0;
let begun = 0;

/**
 * Runs a script, and where nothing runs beside it its dry form before it, past the proxy that
 * counts: both decide the same.
 */
async function compared<Output>(
  name: string,
  dry: () => Promise<Output>,
  run: () => Promise<Output>,
): Promise<Output> {
  const times = seen.get(name) ?? 0;
  if (running > 0 || times >= COMPARED) return counted(run);
  seen.set(name, times + 1);
  return counted(async () => {
    const before = begun;
    const foreseen = await tried(dry);
    const answer = await tried(run);
    if (begun === before) expect(verdictOf(foreseen), name).toEqual(verdictOf(answer));
    if ("error" in answer) throw answer.error;
    return answer.value;
  });
}

async function counted<T>(run: () => Promise<T>): Promise<T> {
  running += 1;
  begun += 1;
  try {
    return await run();
  } finally {
    running -= 1;
  }
}

type Tried<T> = { value: T } | { error: unknown };
async function tried<T>(run: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
}

/** What a script decided: a dry run says the same of the same moment. */
function verdictOf(tried: Tried<unknown>): unknown {
  if ("error" in tried) return "stopped";
  const { ok, code } = Object(tried.value);
  return { ok, code };
}

/** Safe: Given is Input without these. */
const withCall = <Input>(script: string, input: Given<Input>): Input =>
  ({
    requestId: randomUUID(),
    nowMs: T0,
    ...(COMMANDS.includes(script) && SOMEBODY),
    ...input,
  }) as unknown as Input;

const READ_ALL = `
local stored = {}
for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
  local kind, value = redis.call('TYPE', key).ok, nil
  if kind == 'string' then value = redis.call('GET', key)
  elseif kind == 'hash' then value = redis.call('HGETALL', key)
  elseif kind == 'set' then value = redis.call('SMEMBERS', key)
  elseif kind == 'list' then value = redis.call('LRANGE', key, 0, -1)
  else value = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end
  stored[#stored + 1] = { string.sub(key, #ARGV[1] + 1), kind, value }
end
return cjson.encode(stored)`;

async function snapshot(
  command: TestStore["command"],
  prefix: string,
): Promise<Record<string, unknown>> {
  const stored: unknown = JSON.parse(String(await command("EVAL", READ_ALL, 0, prefix)));
  if (!Array.isArray(stored)) return {};
  const entries = (stored as [string, string, string | string[]][])
    .filter(([key]) => !key.startsWith("request:"))
    .map(([key, kind, value]): [string, unknown] => [key, comparable(kind, value)]);
  return Object.fromEntries(entries);
}

/** Sets and hashes have no order of their own. */
function comparable(kind: string, value: string | string[]): unknown {
  if (typeof value === "string" || kind === "list" || kind === "zset") return value;
  return kind === "set" ? value.sort() : sortedPairs(value);
}

const sortedPairs = (flat: string[]): [string, string][] =>
  flat
    .flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, flat[i + 1] ?? ""]] : []))
    .sort(([a], [b]) => (a < b ? -1 : 1));
