import { expect, test } from "vitest";
import { withReply } from "../../../src/chat/with-reply.ts";
import { AppError } from "../../../src/errors.ts";

const fails = (error: Error) => () => Promise.reject(error);

test("default: what runs well is passed on", async () => {
  expect(await withReply(async () => 5)).toBe(5);
});

test("behavior: a refusal says its message as a reply, and keeps what else it had", async () => {
  const cause = new Error("below");
  const refusal = new AppError("rpc_unavailable", "No node.", {
    details: { chain: 10 },
    cause,
    retryAfterSec: 7,
  });
  const { code, status, message, details, reply, retryAfterSec } = refusal;
  expect(reply).toBeUndefined();
  await expect(withReply(fails(refusal))).rejects.toMatchObject({
    ...{ code, status, message, details, cause, retryAfterSec },
    reply: "No node.",
  });
  const plain = await withReply(fails(new AppError("message_unclear", "What?"))).catch(
    (error: AppError) => error,
  );
  expect(plain).toMatchObject({
    code: "message_unclear",
    reply: "What?",
    retryAfterSec: undefined,
  });
});

test("error: what is no refusal is thrown as it is", async () => {
  const bug = new TypeError("bug");
  await expect(withReply(fails(bug))).rejects.toBe(bug);
});
