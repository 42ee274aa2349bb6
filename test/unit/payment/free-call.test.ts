import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveGrantRoute } from "../../../functions/grants/give-grant.ts";
import { setSlippage } from "../../../functions/settings/set-slippage.ts";
import { pairTelegram } from "../../../functions/telegram/pair-telegram.ts";
import { freeCall } from "../../../src/payment/free-call.ts";
import type { Route } from "../../../src/route.ts";
import { actionMessage, boundMessage, signOperator } from "../../support/sign-operator.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { newAddress, T0 } from "../store/support/records.ts";
import { startTestRedis, type TestRedis } from "../store/support/start-store.ts";

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis("simulated");
});
afterAll(() => redis?.stop());

/**
 * A signed call of this route under one Idempotency-Key, whose handler answers `a secret of call
 * <n>`.
 */
async function callsOf(route: Route) {
  const store = redis.store();
  const deps = storeDeps({ redis: store.redis, keys: store.keys, nowMs: () => T0 });
  const [vault, { signedAction }] = [newAddress(), route];
  const message =
    signedAction === undefined ? boundMessage(T0) : actionMessage(T0, signedAction, 8453, vault);
  const body = {
    vaultAddress: vault,
    chainId: 8453,
    ...(await signOperator(generatePrivateKey(), message, T0)),
  };
  const raw = {
    url: `http://127.0.0.1${route.path}`,
    headers: new Headers({ "idempotency-key": "key-1" }),
    bodyText: JSON.stringify(body),
  };
  let runs = 0;
  const call = async () => {
    const answer = await freeCall(deps, route, raw, async () => {
      runs += 1;
      return { body: JSON.stringify({ text: `a secret of call ${runs}` }) } as never;
    });
    return JSON.parse(answer.body).text;
  };
  return { call, kept: async () => JSON.stringify(await store.snapshot()) };
}

test("default: under one Idempotency-Key a signed call runs once, its answer is kept", async () => {
  const { call, kept } = await callsOf(setSlippage);
  expect([await call(), await call()]).toEqual(["a secret of call 1", "a secret of call 1"]);
  expect(await kept()).toContain("a secret of call 1");
});

test("attack: an answer not to be stored has no repeat: pairing codes stay unstored", async () => {
  const { call, kept } = await callsOf(pairTelegram);
  expect([await call(), await call()]).toEqual(["a secret of call 1", "a secret of call 2"]);
  expect(await kept()).not.toContain("a secret");
});

test.each([false, true])(
  "behavior: an owner's grant counts for its signer, for one chain and for all (%s)",
  async (allChains) => {
    const store = redis.store();
    const deps = storeDeps({ redis: store.redis, keys: store.keys, nowMs: () => T0 });
    const [key, vault, agent] = [generatePrivateKey(), newAddress(), newAddress()];
    const terms = { agent, scope: "read", expiresAt: T0 + 3_600_000, allChains };
    const line = `${agent} read ${terms.expiresAt} maxPerDay=none tools=all tokens=any`;
    // The signed line names no chain where the grant is for all.
    const message = `${boundMessage(T0)}\nAction: grant_agent ${allChains ? "all" : 8453} ${vault} ${line}`;
    const body = {
      vaultAddress: vault,
      chainId: 8453,
      ...terms,
      ...(await signOperator(key, message, T0)),
    };
    const raw = {
      url: "http://127.0.0.1/api/grants",
      headers: new Headers(),
      bodyText: JSON.stringify(body),
    };
    await freeCall(deps, giveGrantRoute, raw, async () => ({ body: "{}" }) as never);
    const counted = JSON.stringify(await store.snapshot()).toLowerCase();
    expect(counted).toContain(`rate:operator:${privateKeyToAccount(key).address.toLowerCase()}`);
  },
);
