import type { Reply } from "./reply.ts";

/** The engine's wire format: type, little-endian word of length or count, payload. */
const NULL = 0;
const INTEGER = 1;
const BULK = 2;
const ARRAY = 3;
const STATUS = 4;

export function encodedLength(reply: Reply): number {
  if (typeof reply === "string") return 5 + reply.length;
  if (typeof reply === "number" || typeof reply === "bigint") return 13;
  if (reply === null) return 5;
  if ("status" in reply) return 5 + reply.status.length;
  let length = 5;
  for (const item of reply) length += encodedLength(item);
  return length;
}

/** Answers the place after what it wrote. */
export function encodeInto(bytes: Buffer, at: number, reply: Reply): number {
  if (typeof reply === "string") return writeText(bytes, at, BULK, reply);
  if (typeof reply === "number" || typeof reply === "bigint") {
    writeHead(bytes, at, INTEGER, 8);
    bytes.writeBigInt64LE(BigInt(reply), at + 5);
    return at + 13;
  }
  if (reply === null) {
    writeHead(bytes, at, NULL, 0);
    return at + 5;
  }
  if ("status" in reply) return writeText(bytes, at, STATUS, reply.status);
  writeHead(bytes, at, ARRAY, reply.length);
  let to = at + 5;
  for (const item of reply) to = encodeInto(bytes, to, item);
  return to;
}

function writeText(bytes: Buffer, at: number, type: number, text: string): number {
  writeHead(bytes, at, type, text.length);
  bytes.write(text, at + 5, "latin1");
  return at + 5 + text.length;
}

function writeHead(bytes: Buffer, at: number, type: number, length: number): void {
  bytes[at] = type;
  bytes.writeUInt32LE(length, at + 1);
}
