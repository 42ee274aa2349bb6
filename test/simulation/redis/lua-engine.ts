import { hash } from "node:crypto";
import { CommandError } from "./command-error.ts";
import { decodeAnswer } from "./decode-answer.ts";
import { encodedLength, encodeInto } from "./encode-reply.ts";
import type { Reply } from "./reply.ts";
import { startWasmLua } from "./wasm-lua.ts";

/** Runs one command, its name first. @throws CommandError for what Redis refuses */
export type Host = (args: string[]) => Reply;

export type LuaEngine = {
  /**
   * Runs a script's text as EVAL does and answers what Upstash's REST answers for it.
   * @throws CommandError when the script stops with an error; what it wrote before stays
   * @throws Error whatever `host` threw that is no CommandError, even if the script caught it
   */
  run(text: string, keys: readonly string[], args: readonly string[], host: Host): unknown;
};

/** Of Lua 5.1's `Table` in 32 bits: CommonHeader, flags, then Redis' own `readonly`. */
const READONLY_OFFSET = 8;
const FIRST_ARGUMENTS_BYTES = 1 << 20;

/**
 * One Lua interpreter. EVAL would compile a script's whole text with every call; here it is
 * compiled once, as a function kept in the `redis` table (read-only for scripts, opened only to put
 * it in), and each call evaluates `return redis.f1()`. Runs leave nothing behind, but for some 20
 * MB (of 64) per million scripts that stop with an error (measured).
 */
export async function startLuaEngine(): Promise<LuaEngine> {
  const { exports, handlers, eval: evaluate } = await startWasmLua();
  const bytes = Buffer.from(exports.HEAPU8.buffer);
  const returnAt = exports._alloc(8);
  let argumentsAt = exports._alloc(FIRST_ARGUMENTS_BYTES);
  let capacity = FIRST_ARGUMENTS_BYTES;
  const calls = new Map<string, { at: number; length: number }>();
  let host: Host | undefined;
  let gap: unknown;

  const answerHost = (at: number, length: number, write: (to: number) => void): void => {
    const to = exports._alloc(length);
    write(to);
    bytes.writeUInt32LE(to, at);
    bytes.writeUInt32LE(length, at + 4);
  };
  const callHost = (at: number, from: number): void => {
    const reply = ask(readArguments(bytes, from));
    if (reply instanceof CommandError) {
      const error = reply.message;
      answerHost(at, 5 + error.length, (to) => {
        bytes[to] = 5;
        bytes.writeUInt32LE(error.length, to + 1);
        bytes.write(error, to + 5, "latin1");
      });
      return;
    }
    answerHost(at, encodedLength(reply), (to) => encodeInto(bytes, to, reply));
  };
  const ask = (args: string[]): Reply | CommandError => {
    try {
      if (host === undefined) throw new Error("a command outside of a script");
      return host(args);
    } catch (error) {
      if (error instanceof CommandError) return error;
      gap ??= error;
      return new CommandError("ERR the simulated Redis cannot do this");
    }
  };
  handlers.call = callHost;
  handlers.pcall = callHost;
  handlers.sha1hex = (at, from, length) => {
    const digest = hash("sha1", bytes.subarray(from, from + length), "hex");
    answerHost(at, digest.length, (to) => bytes.write(digest, to, "latin1"));
  };

  const readonlyAt =
    parseInt(String(evaluate("return tostring(redis)")).split("0x")[1] ?? "", 16) + READONLY_OFFSET;
  if (bytes.readInt32LE(readonlyAt) !== 1)
    throw new Error("the redis table is not where it was measured");
  const compile = (text: string): { at: number; length: number } => {
    const name = `f${calls.size}`;
    bytes.writeInt32LE(0, readonlyAt);
    const compiled: unknown = evaluate(`redis['${name}'] = function()\n${text}\nend return 1`);
    bytes.writeInt32LE(1, readonlyAt);
    if (compiled !== 1) throw new Error(`a script does not compile: ${JSON.stringify(compiled)}`);
    const call = `return redis.${name}()`;
    const at = exports._alloc(call.length);
    bytes.write(call, at, "latin1");
    const compiledCall = { at, length: call.length };
    calls.set(text, compiledCall);
    return compiledCall;
  };
  const writeArguments = (keys: readonly string[], args: readonly string[]): number => {
    let needed = 4;
    for (const one of keys) needed += 4 + one.length * 3;
    for (const one of args) needed += 4 + one.length * 3;
    if (needed > capacity) {
      exports._free_mem(argumentsAt);
      capacity = needed * 2;
      argumentsAt = exports._alloc(capacity);
    }
    bytes.writeUInt32LE(keys.length + args.length, argumentsAt);
    let to = argumentsAt + 4;
    for (const one of keys) to = writeArgument(bytes, to, one);
    for (const one of args) to = writeArgument(bytes, to, one);
    return to - argumentsAt;
  };

  return {
    run: (text, keys, args, given) => {
      const { at, length } = calls.get(text) ?? compile(text);
      const argumentsLength = writeArguments(keys, args);
      host = given;
      gap = undefined;
      exports._eval_with_args(returnAt, at, length, argumentsAt, argumentsLength, keys.length);
      host = undefined;
      if (gap !== undefined) throw gap;
      const answerAt = bytes.readUInt32LE(returnAt);
      if (answerAt === 0) return null;
      try {
        return decodeAnswer(bytes, answerAt);
      } finally {
        exports._free_mem(answerAt);
      }
    },
  };
}

/** `[count][length][bytes]...`, little-endian words. */
function readArguments(bytes: Buffer, from: number): string[] {
  const count = bytes.readUInt32LE(from);
  const args = new Array<string>(count);
  let at = from + 4;
  for (let i = 0; i < count; i += 1) {
    const length = bytes.readUInt32LE(at);
    at += 4;
    args[i] = bytes.toString("latin1", at, at + length);
    at += length;
  }
  return args;
}

function writeArgument(bytes: Buffer, to: number, text: string): number {
  const length = bytes.write(text, to + 4, "utf8");
  bytes.writeUInt32LE(length, to);
  return to + 4 + length;
}
