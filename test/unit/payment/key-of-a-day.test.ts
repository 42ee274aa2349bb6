import { generatePrivateKey } from "viem/accounts";
import { expect, test } from "vitest";
import { payingWorld } from "./support/paying-world.ts";

const DAY_MS = 24 * 60 * 60_000;

test("behavior: an Idempotency-Key answers for 24 hours, and then buys anew", async () => {
  const { world, send, sign, settled } = payingWorld();
  const payer = generatePrivateKey();
  const call = async () =>
    (await send("/test/act", (await sign({}, payer)).header, { key: "key-of-a-day" })).body;
  expect(await call()).toEqual({ run: 1 });
  world.advance(DAY_MS - 60_000);
  expect(await call()).toEqual({ run: 1 });
  expect(settled.length).toBe(1);
  world.advance(120_000);
  expect(await call()).toEqual({ run: 2 });
  expect(settled.length).toBe(2);
});
