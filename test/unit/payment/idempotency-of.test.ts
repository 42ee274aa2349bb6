import { expect, test } from "vitest";
import { chat } from "../../../functions/chat.ts";
import { idempotencyOf } from "../../../src/payment/idempotency-of.ts";
import type { Route } from "../../../src/route.ts";

const PAYER = "0x00000000000000000000000000000000000000aa";
const of = (bodyText: string) =>
  idempotencyOf(
    chat as unknown as Route,
    {
      url: "https://worker.example/api/chat",
      headers: new Headers({ "idempotency-key": "one" }),
      bodyText,
    },
    { operator: null, payer: PAYER },
  );
const nested = (depth: number) => `{"messages":[],"x":${"[".repeat(depth)}${"]".repeat(depth)}}`;

test("default: the order of fields and the credentials change nothing", async () => {
  const one = await of('{"chainId":1,"messages":[],"authTimestamp":1}');
  expect(await of('{"messages":[],"chainId":1,"authSignature":"0x"}')).toEqual(one);
  expect((await of('{"messages":[],"chainId":10}'))?.bodyHash).not.toBe(one?.bodyHash);
});

// A body has 256 KiB at most (app.ts).
test("error: a body of brackets is the caller's fault, not ours", async () => {
  expect((await of(nested(100)))?.bodyHash).toMatch(/^[0-9a-f]{64}$/);
  await expect(of(nested(120_000))).rejects.toMatchObject({ code: "invalid_request", status: 400 });
});
