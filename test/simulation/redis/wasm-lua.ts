import { type LuaWasmModule, load } from "lua-redis-wasm";

/**
 * Writes 8 bytes at `returnAt`: where its answer lies in the engine's memory, and how long it is.
 * The engine frees the answer.
 */
type HostCall = (returnAt: number, at: number, length: number) => void;

/**
 * What the package keeps to itself and its JavaScript goes through; used directly it is ten times
 * as fast.
 */
export type WasmLua = {
  exports: {
    /** 64 MiB, never moved: the package's build does not grow its memory. */
    HEAPU8: Uint8Array;
    _alloc(length: number): number;
    _free_mem(at: number): void;
    _eval_with_args(
      returnAt: number,
      scriptAt: number,
      scriptLength: number,
      argsAt: number,
      argsLength: number,
      keyCount: number,
    ): void;
  };
  handlers: { call: HostCall; pcall: HostCall; sha1hex: HostCall };
  eval(script: string): unknown;
};

/** Lua 5.1 with Redis 7.0's sandbox, not yet wired to a host. */
export async function startWasmLua(): Promise<WasmLua> {
  const module = await load({ profile: "redis-7.0" });
  const nothing = () => null;
  const engine = module.create({ redisCall: nothing, redisPcall: nothing, log: () => undefined });
  const { exports, handlers } = openUp(module);
  return { exports, handlers, eval: (script) => engine.eval(script) };
}

/**
 * Safe for 1.5.0, which the lock file pins: these are its private fields, looked up anew at every
 * call.
 */
const openUp = (module: LuaWasmModule) =>
  module as unknown as Pick<WasmLua, "exports" | "handlers">;
