import { CommandError } from "./command-error.ts";

/**
 * A script's answer as Upstash's REST API gives it: text as UTF-8, a status as its word, integers
 * beyond 2^53 as text.
 * @throws CommandError when the answer is an error, or holds one anywhere
 */
export function decodeAnswer(bytes: Buffer, at: number): unknown {
  return decode(bytes, at)[0];
}

function decode(bytes: Buffer, at: number): [unknown, number] {
  const type = bytes[at];
  const length = bytes.readUInt32LE(at + 1);
  const from = at + 5;
  switch (type) {
    case 0:
      return [null, from];
    case 1: {
      const value = bytes.readBigInt64LE(from);
      return [Number.isSafeInteger(Number(value)) ? Number(value) : String(value), from + 8];
    }
    case 2:
    case 4:
      return [bytes.toString("utf8", from, from + length), from + length];
    case 3: {
      const items: unknown[] = [];
      let next = from;
      for (let i = 0; i < length; i += 1) {
        const [item, after] = decode(bytes, next);
        items.push(item);
        next = after;
      }
      return [items, next];
    }
    case 5:
      throw new CommandError(bytes.toString("utf8", from, from + length));
    case 6:
      // An error that stopped the script: a word with its line comes before the text.
      throw new CommandError(bytes.toString("utf8", from + 4, from + length));
    default:
      throw new Error(`the engine answered with type ${type}, which RESP2 does not have`);
  }
}
