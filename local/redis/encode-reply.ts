import type { RespReply } from "./create-resp-parser.ts";

export type JsonReply = { result: unknown } | { error: string };

/**
 * A reply as Upstash's REST API writes it: numbers and null plain, every string as text, or with
 * `Upstash-Encoding: base64` as base64 at any depth, except an "OK" that is the whole answer.
 * An error anywhere makes the whole answer `{error}`.
 *
 * @see https://upstash.com/docs/redis/features/restapi
 */
export function encodeReply(reply: RespReply, encoding: "base64" | "text"): JsonReply {
  const error = errorIn(reply);
  if (error !== undefined) return { error };
  if (reply instanceof Uint8Array && reply.toString("latin1") === "OK") return { result: "OK" };
  return { result: plainReply(reply, encoding) };
}

function plainReply(reply: RespReply, encoding: "base64" | "text"): unknown {
  if (reply instanceof Uint8Array) return reply.toString(encoding === "base64" ? "base64" : "utf8");
  if (Array.isArray(reply)) return reply.map((item) => plainReply(item, encoding));
  return reply;
}

function errorIn(reply: RespReply): string | undefined {
  if (Array.isArray(reply)) {
    for (const item of reply) {
      const error = errorIn(item);
      if (error !== undefined) return error;
    }
    return undefined;
  }
  return reply !== null && typeof reply === "object" && "error" in reply ? reply.error : undefined;
}
