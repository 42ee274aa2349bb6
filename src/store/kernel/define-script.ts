import type * as z from "zod";
import { AppError } from "../../errors.ts";
import type { Keys } from "./keys.ts";
import type { Redis, Script } from "./redis-port.ts";
import { wrapLua } from "./wrap-lua.ts";

export type WriteCall = { requestId: string; nowMs: number };
/** A read changes nothing, so a repeat needs no id. */
export type ReadCall = { nowMs: number };

export type StoreScript<Input, Output> = Script & {
  run(redis: Redis, keys: Keys, input: Input): Promise<Output>;
};

type Definition<Input, Output> = {
  name: string;
  /**
   * `write`, the default: a repeat of `requestId` answers as the first time. `read`: writes
   * nothing, or what may be repeated, or counts its caller.
   */
  effect?: "write" | "read";
  /**
   * Shorter where strangers can run it, so that they cannot fill the store; longer than the client
   * repeats a call (upstash-redis.ts, 5 s).
   */
  rememberedSec?: number;
  /** Writes in a dry run too, so that trying is limited as doing is. */
  counts?: true;
  /** Shared Lua; each piece may use those before it. `npm run check:lua` finds what is missing. */
  uses?: readonly string[];
  /** `local function main(input, now)`; returns one table. */
  lua: string;
  /** The script's input. Top-level null and undefined fields are left out, so `nil` means both. */
  encode(input: Input): Record<string, unknown>;
  /** Upstash loads these ahead; scripts derive all others. */
  declares?(keys: Keys, input: Input): string[];
  output: z.ZodType<Output>;
};

/**
 * A script that `run` sends once, with one JSON text each way.
 * @throws store_unavailable from `run` when the store fails or its answer is unreadable
 * @throws internal_error from `run` when a request id comes with two inputs
 */
export function defineScript<Input extends ReadCall & Partial<WriteCall>, Output>(
  definition: Definition<Input, Output>,
): StoreScript<Input, Output> {
  const {
    name,
    effect = "write",
    uses = [],
    lua,
    encode,
    declares,
    output,
    rememberedSec,
    counts,
  } = definition;
  const form = { effect, uses, lua, ...(rememberedSec && { rememberedSec }) };
  const text = wrapLua(form);
  const script: Script = {
    name,
    text,
    dryText: () => (counts ? text : wrapLua({ ...form, isDry: true })),
  };
  return {
    ...script,
    run: async (redis, keys, input) => {
      const memory = effect === "write" ? [keys.request(name, requestIdOf(name, input))] : [];
      const declared = [...memory, ...(declares?.(keys, input) ?? [])];
      const answer = await redis.run(script, declared, [
        inputText(encode(input)),
        String(input.nowMs),
        keys.prefix,
      ]);
      return parseAnswer(name, output, answer);
    },
  };
}

/** Without an id KEYS[1] would be a record. */
function requestIdOf(name: string, { requestId }: Partial<WriteCall>): string {
  if (!requestId) throw new Error(`${name} needs a request id`);
  return requestId;
}

/** Without clock and id: the rest identifies a repeat. */
function inputText(encoded: Record<string, unknown>): string {
  const { requestId: _, nowMs: __, ...input } = encoded;
  return JSON.stringify(
    Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)),
  );
}

function parseAnswer<Output>(name: string, output: z.ZodType<Output>, answer: unknown): Output {
  const json = parseJson(answer);
  if (isReused(json)) {
    throw new AppError("internal_error", "A request id was used twice.", {
      cause: new Error(`${name}: request id reused`),
    });
  }
  const parsed = output.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new AppError("store_unavailable", "The service's storage gave an unreadable answer.", {
    cause: parsed.error,
  });
}

const isReused = (json: unknown): boolean =>
  typeof json === "object" &&
  json !== null &&
  "requestIdReused" in json &&
  json.requestIdReused === true;

function parseJson(answer: unknown): unknown {
  try {
    return typeof answer === "string" ? JSON.parse(answer) : undefined;
  } catch {
    return undefined;
  }
}
