import { HTTPFacilitatorClient } from "@x402/core/http";
import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { type Address, encodeFunctionData, parseAbi } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { advanceTime } from "../../local/chain/advance-time.ts";
import { readBalances } from "../../local/chain/read-balances.ts";
import { readChainClock } from "../../local/chain/read-chain-clock.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";
import {
  type PaymentRequirement,
  type SignPaymentOptions,
  signPayment,
} from "../../local/facilitator/sign-payment.ts";
import {
  type LocalFacilitator,
  startFacilitator,
} from "../../local/facilitator/start-facilitator.ts";
import { createPayer, type Payer } from "../support/create-payer.ts";

const PAY_TO: Address = "0x00000000000000000000000000000000000fa7ee";
const ELSEWHERE: Address = "0x000000000000000000000000000000000000dEaD";
const PRICE_BASE = 2_500n;
const FUNDS_BASE = 10_000n;

let running: RunningChain;
let facilitator: LocalFacilitator;
let client: HTTPFacilitatorClient;
let offsetMs = 0;
const nowMs = () => Date.now() + offsetMs;

beforeAll(async () => {
  running = await startChain();
  // The first start compiles contracts, and the chain's clock is behind by that.
  offsetMs = (await readChainClock(running.handle)) - Date.now();
  facilitator = await startFacilitator({ rpcUrl: running.handle.rpcUrl, clock: nowMs });
  client = new HTTPFacilitatorClient({ url: facilitator.url, timeoutMs: 60_000 });
});
afterAll(async () => {
  await facilitator?.stop();
  await running?.stop();
});
afterEach(() => facilitator.reset());

const offer = (): PaymentRequirement => ({
  scheme: "exact",
  network: "eip155:8453",
  amount: String(PRICE_BASE),
  asset: running.handle.tokens.USDC,
  payTo: PAY_TO,
  maxTimeoutSeconds: 300,
  extra: { name: "USD Coin", version: "2" },
});
/** The same requirement in the words of the first generation. */
const offerV1 = () => {
  const { amount: maxAmountRequired, network: _caip2, ...rest } = offer();
  const described = {
    resource: "http://127.0.0.1/api/tools",
    description: "",
    mimeType: "application/json",
  };
  return { ...rest, ...described, maxAmountRequired, network: "base" };
};
const requirementsOf = (version: 1 | 2) =>
  (version === 1 ? offerV1() : offer()) as unknown as PaymentRequirements;
const newPayer = (usdcBase = FUNDS_BASE) => createPayer(running.handle, { usdcBase });
const usdcOf = async (account: Address) => (await readBalances(running.handle, account)).USDC;
const sign = async (by: Payer, changes: Partial<SignPaymentOptions> = {}) => {
  const signed = await signPayment({
    privateKey: by.privateKey,
    requirement: offer(),
    nowMs: nowMs(),
    ...changes,
  });
  return { ...signed, payload: signed.payload as unknown as PaymentPayload };
};
/** What verify and settle say to a payment, each in its own words for "no". */
const refusalsOf = async (payload: PaymentPayload, version: 1 | 2) => {
  const verified = await client.verify(payload, requirementsOf(version));
  const settled = await client.settle(payload, requirementsOf(version));
  return [verified.isValid || verified.invalidReason, settled.success || settled.errorReason];
};

test("default: supports exact on chain 8453 in both generations, names who settles", async () => {
  const { kinds, signers } = await client.getSupported();
  expect(kinds).toEqual([
    { x402Version: 2, scheme: "exact", network: "eip155:8453" },
    { x402Version: 1, scheme: "exact", network: "base" },
  ]);
  expect(signers["eip155:*"]).toEqual([facilitator.address]);
});

describe.each([1, 2] as const)("a v%i payment", (version) => {
  test("default: verifies, settles, and moves exactly its amount", async () => {
    const payer = await newPayer();
    const before = await usdcOf(PAY_TO);
    const { payload } = await sign(payer, { version });
    const verified = await client.verify(payload, requirementsOf(version));
    expect(verified).toMatchObject({ isValid: true, payer: payer.address });
    expect(await usdcOf(payer.address)).toBe(FUNDS_BASE);

    const settled = await client.settle(payload, requirementsOf(version));
    expect(settled).toMatchObject({ success: true, payer: payer.address });
    expect(settled.transaction).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await usdcOf(payer.address)).toBe(FUNDS_BASE - PRICE_BASE);
    expect(await usdcOf(PAY_TO)).toBe(before + PRICE_BASE);
    expect(facilitator.log().map(({ step }) => step)).toEqual(["verify", "settle"]);
  });

  test("behavior: spent, it is refused at both steps", async () => {
    const payer = await newPayer();
    const { payload } = await sign(payer, { version });
    expect((await client.settle(payload, requirementsOf(version))).success).toBe(true);
    const [verified, settled] = await refusalsOf(payload, version);
    expect(verified).toBe("invalid_exact_evm_nonce_already_used");
    expect(settled).not.toBe(true);
    expect(await usdcOf(payer.address)).toBe(FUNDS_BASE - PRICE_BASE);
  });

  const refused: [
    name: string,
    changes: (payer: Payer) => Promise<Partial<SignPaymentOptions>>,
    reason: RegExp,
  ][] = [
    ["underpaid", async () => ({ authorization: { value: PRICE_BASE - 1n } }), /value/],
    ["overpaid", async () => ({ authorization: { value: PRICE_BASE + 1n } }), /value/],
    ["wrong payee", async () => ({ authorization: { to: ELSEWHERE } }), /recipient_mismatch/],
    [
      "expired",
      async () => ({ authorization: { validBefore: BigInt(sec() - 1) } }),
      /valid_before/,
    ],
    [
      "expiring",
      async () => ({ authorization: { validBefore: BigInt(sec() + 4) } }),
      /valid_before/,
    ],
    [
      "not yet valid",
      async () => ({ authorization: { validAfter: BigInt(sec() + 60) } }),
      /valid_after/,
    ],
    ["other chain id", async () => ({ domain: { chainId: 84532 } }), /signature/],
    ["other domain name", async () => ({ domain: { name: "USDC" } }), /signature/],
    ["other domain version", async () => ({ domain: { version: "1" } }), /signature/],
    [
      "other token",
      async () => ({ domain: { verifyingContract: running.handle.tokens.USDT } }),
      /signature/,
    ],
    [
      "other signer",
      async () => ({ authorization: { from: (await newPayer()).address } }),
      /signature/,
    ],
  ];
  test.each(refused)(
    "error: %s: refused at both steps, nothing moves",
    async (_name, changes, reason) => {
      const payer = await newPayer();
      const before = await usdcOf(PAY_TO);
      const { payload } = await sign(payer, { version, ...(await changes(payer)) });
      for (const refusal of await refusalsOf(payload, version)) expect(refusal).toMatch(reason);
      expect(await usdcOf(payer.address)).toBe(FUNDS_BASE);
      expect(await usdcOf(PAY_TO)).toBe(before);
    },
  );

  test("error: a value or signature changed after signing is refused at both steps", async () => {
    const payer = await newPayer();
    const { payload, authorization, signature } = await sign(payer, {
      version,
      authorization: { value: PRICE_BASE - 1n },
    });
    const wire = payload.payload as { authorization: object };
    const raised = {
      ...payload,
      payload: { ...wire, authorization: { ...wire.authorization, value: "2500" } },
    };
    expect(authorization.value).toBe(2_499n);
    const garbled = {
      ...payload,
      payload: {
        ...raised.payload,
        signature: `${signature.slice(0, 60)}00000000${signature.slice(68)}`,
      },
    };
    for (const changed of [raised, garbled]) {
      for (const refusal of await refusalsOf(changed, version))
        expect(refusal).toMatch(/signature/);
    }
    expect(await usdcOf(payer.address)).toBe(FUNDS_BASE);
  });

  test("error: no funds: refused at both steps", async () => {
    const payer = await newPayer(PRICE_BASE - 1n);
    const { payload } = await sign(payer, { version });
    const [verified, settled] = await refusalsOf(payload, version);
    expect(verified).toBe("invalid_exact_evm_insufficient_balance");
    expect(settled).not.toBe(true);
    expect(await usdcOf(payer.address)).toBe(PRICE_BASE - 1n);
  });
});

test("behavior: eight settles at once move money once, the next still goes through", async () => {
  const payer = await newPayer();
  const { payload } = await sign(payer);
  const settled = await Promise.all(
    Array.from({ length: 8 }, () => client.settle(payload, requirementsOf(2))),
  );
  expect(settled.filter(({ success }) => success)).toHaveLength(1);
  expect(await usdcOf(payer.address)).toBe(FUNDS_BASE - PRICE_BASE);
  const next = await sign(payer);
  expect((await client.settle(next.payload, requirementsOf(2))).success).toBe(true);
});

test("behavior: eight payments at once, of eight payers, all settle", async () => {
  const payers = await Promise.all(Array.from({ length: 8 }, () => newPayer()));
  const settled = await Promise.all(
    payers.map(async (payer) => client.settle((await sign(payer)).payload, requirementsOf(2))),
  );
  expect(settled.map(({ success }) => success)).toEqual(Array(8).fill(true));
});

test("behavior: a cancelled authorization is refused, and moves nothing", async () => {
  const payer = await newPayer();
  const { payload, authorization } = await sign(payer);
  const signature = await payer.account.signTypedData({
    domain: {
      name: "USD Coin",
      version: "2",
      chainId: 8453,
      verifyingContract: running.handle.tokens.USDC,
    },
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: payer.address, nonce: authorization.nonce },
  });
  await sendAsStranger("cancelAuthorization", [payer.address, authorization.nonce, signature]);
  const [verified, settled] = await refusalsOf(payload, 2);
  expect(verified).toBe("invalid_exact_evm_nonce_already_used");
  expect(settled).not.toBe(true);
  expect(await usdcOf(payer.address)).toBe(FUNDS_BASE);
});

test("behavior: times are judged by the stack's clock, as the chain does", async () => {
  const payer = await newPayer();
  const early = await sign(payer);
  await advanceTime(running.handle, 3_600_000);
  offsetMs += 3_600_000;
  expect((await refusalsOf(early.payload, 2))[0]).toMatch(/valid_before/);
  const { payload } = await sign(payer);
  expect((await client.settle(payload, requirementsOf(2))).success).toBe(true);
  expect(await usdcOf(payer.address)).toBe(FUNDS_BASE - PRICE_BASE);
});

describe("faults on order", () => {
  test.each([
    { step: "verify", mode: "down", moved: 0n },
    { step: "settle", mode: "down", moved: 0n },
    { step: "verify", mode: "status", moved: 0n },
    { step: "settle", mode: "status", moved: 0n },
    { step: "settle", mode: "lost", moved: PRICE_BASE },
  ] as const)(
    "default: $step $mode fails once, having moved $moved",
    async ({ step, mode, moved }) => {
      const payer = await newPayer();
      const { payload } = await sign(payer);
      facilitator.fail({ step, mode });
      await expect(client[step](payload, requirementsOf(2))).rejects.toThrow();
      expect(await usdcOf(payer.address)).toBe(FUNDS_BASE - moved);
      expect(facilitator.log()).toMatchObject([{ step, fault: mode }]);
      if (moved > 0n) return;
      expect((await client.verify(payload, requirementsOf(2))).isValid).toBe(true);
      expect((await client.settle(payload, requirementsOf(2))).success).toBe(true);
    },
  );

  test("behavior: a slow settle is done before its answer, also with no caller left", async () => {
    const payer = await newPayer();
    const { payload } = await sign(payer);
    facilitator.fail({ step: "settle", mode: "slow", delayMs: 60_000 });
    const leaving = new AbortController();
    const body = JSON.stringify({
      x402Version: 2,
      paymentPayload: payload,
      paymentRequirements: requirementsOf(2),
    });
    const answer = fetch(`${facilitator.url}/settle`, {
      method: "POST",
      body,
      signal: leaving.signal,
    });
    await expect.poll(() => facilitator.log()[0]?.answer).toMatchObject({ success: true });
    leaving.abort();
    await expect(answer).rejects.toThrow();
    expect(await usdcOf(payer.address)).toBe(FUNDS_BASE - PRICE_BASE);
  });

  test("default: over HTTP: ordered, counted, reset", async () => {
    const post = (path: string, body: object) =>
      fetch(facilitator.url + path, { method: "POST", body: JSON.stringify(body) });
    const log = async () =>
      (await (await fetch(`${facilitator.url}/_dev/log`)).json()) as Record<string, unknown>;
    expect(
      (await post("/_dev/fail", { step: "verify", mode: "status", status: 502, times: 2 })).status,
    ).toBe(200);
    const { payload: paymentPayload } = await sign(await newPayer());
    const body = { x402Version: 2, paymentPayload, paymentRequirements: offer() };
    const statuses = [
      await post("/verify", body),
      await post("/verify", body),
      await post("/verify", body),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([502, 502, 200]);
    expect(await log()).toMatchObject({ verify: 3, settle: 0, supported: 0 });
    await post("/_dev/reset", {});
    expect(await log()).toEqual({ verify: 0, settle: 0, supported: 0, calls: [] });
    expect((await post("/settle", {})).status).toBe(400);
  });
});

const sec = () => Math.floor(nowMs() / 1_000);

async function sendAsStranger(
  functionName: "cancelAuthorization",
  args: [Address, `0x${string}`, `0x${string}`],
) {
  const abi = parseAbi([
    "function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)",
  ]);
  const data = encodeFunctionData({ abi, functionName, args });
  await sendTransaction(running.handle, {
    from: running.handle.accounts.stranger.address,
    to: running.handle.tokens.USDC,
    data,
  });
}
