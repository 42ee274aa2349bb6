import { expect } from "vitest";
import { ERROR_CODES, type ErrorCode } from "../../schemas/error-codes.ts";
import { inPlainWords } from "../../src/lib/in-plain-words.ts";
import type { Answer } from "./test-stack.ts";

/**
 * Traces of our inside, of viem, zod and the engine, or of an upstream: none of them may reach a
 * caller.
 */
const INSIDE =
  /node_modules|\bat \S+ \(|\.ts:\d+|\.js:\d+|file:\/\/|\/work\/|\/home\/|\/tmp\/|ZodError|TypeError|SyntaxError|RangeError|viem|127\.0\.0\.1|localhost|\[object /;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The shape of every refusal (decision D11): a code of the closed table with the table's status, a
 * sentence, perhaps details, of a chat the message in words without fields as its reply, and
 * nothing else; a request id in the headers. Gives the answer's `status code` for a comparison.
 */
export function expectRefusal({ status, body, headers }: Answer, label = ""): string {
  const shown = `${label} answered ${status} ${JSON.stringify(body)?.slice(0, 300)}`;
  expect(status, shown).toBeGreaterThanOrEqual(400);
  expect(status, shown).not.toBe(500);
  expect(
    Object.keys(body).filter((key) => !["error", "message", "details", "reply"].includes(key)),
  ).toEqual([]);
  expect(body.error, shown).toMatch(/^[a-z][a-z0-9_]*$/);
  expect(ERROR_CODES[body.error as ErrorCode]?.status, shown).toBe(status);
  expect(typeof body.message, shown).toBe("string");
  expect(body.message.length, shown).toBeGreaterThan(10);
  expect(body.message.length, shown).toBeLessThan(1_000);
  if (body.reply !== undefined) expect(body.reply, shown).toBe(inPlainWords(body.message));
  if (body.details !== undefined) expect(typeof body.details, shown).toBe("object");
  expect(JSON.stringify(body), shown).not.toMatch(INSIDE);
  expect(headers.get("x-request-id"), shown).toMatch(UUID);
  expect(headers.get("content-type"), shown).toMatch(/^application\/json/);
  return `${status} ${body.error}`;
}
