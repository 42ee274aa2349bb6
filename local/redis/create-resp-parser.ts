/**
 * A RESP2 reply. Strings are bytes; an integer beyond 2^53 stays the text of its digits, as bytes;
 * an error is a value here, because in an array of replies each has its own.
 */
export type RespReply = Buffer | number | null | RespError | RespReply[];
export type RespError = { error: string };

const CR = 13;
const COLON = 58;
const MINUS = 45;
const PLUS = 43;
const DOLLAR = 36;
const STAR = 42;
const incomplete = Symbol("incomplete");
type Parsed = { reply: RespReply; next: number } | typeof incomplete;

/**
 * Feeds on the pieces of a RESP2 stream however they are cut and gives each reply once it is whole.
 *
 * @throws Error on a byte that starts no RESP2 reply: the stream cannot be trusted from there on
 * @see https://redis.io/docs/latest/develop/reference/protocol-spec/
 */
export function createRespParser(onReply: (reply: RespReply) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let offset = 0;
    for (;;) {
      const parsed = parseReply(pending, offset);
      if (parsed === incomplete) break;
      offset = parsed.next;
      onReply(parsed.reply);
    }
    pending = pending.subarray(offset);
  };
}

function parseReply(bytes: Buffer, start: number): Parsed {
  if (start >= bytes.length) return incomplete;
  const end = bytes.indexOf("\r\n", start + 1);
  if (end === -1) return incomplete;
  const line = bytes.subarray(start + 1, end);
  const next = end + 2;
  switch (bytes[start]) {
    case PLUS:
      return { reply: line, next };
    case MINUS:
      return { reply: { error: line.toString("utf8") }, next };
    case COLON:
      return { reply: integerOf(line), next };
    case DOLLAR:
      return parseBulk(bytes, next, lengthOf(line));
    case STAR:
      return parseArray(bytes, next, lengthOf(line));
    default:
      throw new Error(`not a RESP2 reply: byte ${bytes[start]}`);
  }
}

function parseBulk(bytes: Buffer, start: number, length: number): Parsed {
  if (length === -1) return { reply: null, next: start };
  const end = start + length;
  if (bytes.length < end + 2) return incomplete;
  if (bytes[end] !== CR) throw new Error("a RESP2 bulk string is longer than it says");
  return { reply: bytes.subarray(start, end), next: end + 2 };
}

function parseArray(bytes: Buffer, start: number, length: number): Parsed {
  if (length === -1) return { reply: null, next: start };
  const items: RespReply[] = [];
  let next = start;
  for (let i = 0; i < length; i++) {
    const item = parseReply(bytes, next);
    if (item === incomplete) return incomplete;
    items.push(item.reply);
    next = item.next;
  }
  return { reply: items, next };
}

function integerOf(line: Buffer): number | Buffer {
  const value = Number(line.toString("latin1"));
  if (!Number.isInteger(value)) throw new Error("a RESP2 integer is not one");
  return Number.isSafeInteger(value) ? value : line;
}

function lengthOf(line: Buffer): number {
  const length = Number(line.toString("latin1"));
  if (!Number.isInteger(length) || length < -1) throw new Error("a RESP2 length is not one");
  return length;
}
