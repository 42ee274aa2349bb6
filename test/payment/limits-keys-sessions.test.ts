import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createSIWxPayload,
  encodeSIWxHeader,
  SIGN_IN_WITH_X,
  wrapFetchWithSIWx,
} from "@x402/extensions/sign-in-with-x";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../functions/routes.ts";
import { freePort } from "../../local/lib/free-port.ts";
import { setWorkerClock } from "../../local/stack/set-worker-clock.ts";
import { startWorker } from "../../local/stack/start-worker.ts";
import { workerVars } from "../../local/stack/worker-vars.ts";
import { PRICE_TABLE } from "../../schemas/price-table.ts";
import type { Payer } from "../support/create-payer.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { type PayKit, payKit, QUOTE, QUOTE_BASE, TOOL_BASE } from "../support/pay-kit.ts";
import { readOffer } from "../support/read-offer.ts";
import { plainMessage, signOperator } from "../support/sign-operator.ts";
import {
  type Answer,
  type Credentials,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../support/test-stack.ts";

const MINUTE = 60_000;
let stack: TestStack;
let kit: PayKit;
let vault: TestVault;
let other: TestVault;
const dir = mkdtempSync(join(tmpdir(), "sextant-payment-"));
beforeAll(async () => {
  stack = await startTestStack();
  kit = payKit(stack);
  [vault, other] = await Promise.all([stack.newVault(), stack.newVault()]);
});
afterEach(() => kit.calm());
afterAll(async () => {
  await stack?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const said = (answer: Answer): string => {
  if (answer.status === 200) return "200";
  const { x402Version: _version, accepts: _accepts, ...body } = answer.body;
  return expectRefusal({ ...answer, body });
};
const pays = (payer: Payer) => ({ pay: payer });
const auth = async (of: TestVault) => ({
  vaultAddress: of.address,
  chainId: 8453,
  ...(await stack.credentials(of.ownerKey)),
});
const command = (...words: string[]) => stack.stack.redis.command(words);
/** The clock goes to the beginning of a window, so that a test lies within one. */
const freshWindow = (windowMs: number) =>
  stack.advance((Math.floor((windowMs - (stack.stack.nowMs() % windowMs)) / 1_000) + 1) * 1_000);
/** As if the window had seen so many already. */
const counted = (name: string, windowMs: number, count: number) =>
  command(
    "SET",
    `sx:local:rate:${name}:${Math.floor(stack.stack.nowMs() / windowMs)}`,
    String(count),
    "EX",
    "600",
  );
const retryAfter = ({ headers }: Answer) => Number(headers.get("retry-after"));

describe("rate limits", () => {
  test("a bare 402 costs no network call and is not limited", async () => {
    const payer = await stack.payer();
    const headers = { "cf-connecting-ip": "203.0.113.1" };
    const { answer, rpc, redis, venue, verify } = await kit.watch(payer, () =>
      Promise.all(
        Array.from({ length: 130 }, () =>
          stack.call("GET", QUOTE, undefined, headers, { pay: false }),
        ),
      ),
    );
    expect(new Set(answer.map(said))).toEqual(new Set(["402 payment_required"]));
    expect([rpc, redis, venue, verify]).toEqual([0, 0, 0, 0]);
  });

  test("a payer has 600 calls in ten minutes; the next is 429, free; the window ends", async () => {
    await freshWindow(10 * MINUTE);
    const payer = await stack.payer();
    await counted(`payer-calls:${payer.address.toLowerCase()}`, 10 * MINUTE, 599);
    const { answer, spentBase, venue } = await kit.watch(payer, async () => [
      await stack.call("GET", QUOTE, undefined, {}, pays(payer)),
      await stack.call("GET", QUOTE, undefined, {}, pays(payer)),
    ]);
    expect(answer.map(said)).toEqual(["200", "429 rate_limited"]);
    expect(retryAfter(answer[1]!)).toBeGreaterThan(0);
    expect(retryAfter(answer[1]!)).toBeLessThanOrEqual(600);
    expect([spentBase, venue]).toEqual([QUOTE_BASE, 1]);
    await freshWindow(10 * MINUTE);
    expect(said(await stack.call("GET", QUOTE, undefined, {}, pays(payer)))).toBe("200");
  });

  test("a payer has 20 unsettled answers in ten minutes: refusals are our free work", async () => {
    await freshWindow(10 * MINUTE);
    const payer = await stack.payer();
    const refused = await kit.watch(payer, async () => {
      const answers: Answer[] = [];
      for (let n = 0; n < 20; n += 1)
        answers.push(await stack.call("GET", "/api/quote?sell=USDC", undefined, {}, pays(payer)));
      return answers;
    });
    expect(new Set(refused.answer.map(said))).toEqual(new Set(["400 invalid_request"]));
    const { answer, spentBase, venue } = await kit.watch(payer, () =>
      stack.call("GET", QUOTE, undefined, {}, pays(payer)),
    );
    expect([said(answer), spentBase, venue]).toEqual(["429 rate_limited", 0n, 0]);
    expect(retryAfter(answer)).toBeGreaterThan(0);
    // Its operator and its address are not to blame: another payer goes on.
    expect(said(await stack.call("GET", QUOTE))).toBe("200");
    await freshWindow(10 * MINUTE);
    expect(said(await stack.call("GET", QUOTE, undefined, {}, pays(payer)))).toBe("200");
  });

  test("forged payments in a payer's name are not counted against it", async () => {
    await freshWindow(10 * MINUTE);
    const [payer, thief] = await Promise.all([stack.payer(), stack.payer()]);
    await counted(`payer-calls:${payer.address.toLowerCase()}`, 10 * MINUTE, 599);
    await counted(`payer-unsettled:${payer.address.toLowerCase()}`, 10 * MINUTE, 19);
    const forgeries = Array.from({ length: 10 }, async () => {
      const forged = await stack.payment("GET", QUOTE, {
        payer: thief,
        authorization: { from: payer.address },
      });
      return kit.quote(forged.header);
    });
    expect(new Set((await Promise.all(forgeries)).map(said))).toEqual(
      new Set(["402 payment_invalid"]),
    );
    expect(said(await stack.call("GET", QUOTE, undefined, {}, pays(payer)))).toBe("200");
  });

  test("an operator has 120 calls a minute, paid and free; no other caller uses them", async () => {
    await freshWindow(MINUTE);
    const name = `operator:${vault.owner.toLowerCase()}`;
    await counted(name, MINUTE, 118);
    // Somebody who only names the operator.
    const { authSignature } = await stack.credentials(other.ownerKey);
    const posing = { ...(await auth(vault)), authSignature, slippage: "1%" };
    for (let n = 0; n < 5; n += 1)
      expect((await stack.call("POST", "/api/settings/slippage", posing)).status).toBe(401);
    const body = { ...(await auth(vault)), slippage: "1%" };
    expect(said(await stack.tool(vault, "list_twap_orders"))).toBe("200");
    expect(said(await stack.call("POST", "/api/settings/slippage", body))).toBe("200");
    const free = await stack.call("POST", "/api/settings/slippage", body);
    expect(said(free)).toBe("429 rate_limited");
    expect(retryAfter(free)).toBeLessThanOrEqual(60);
    const payer = await stack.payer();
    const paid = await kit.watch(payer, () =>
      stack.tool(vault, "list_twap_orders", {}, {}, pays(payer)),
    );
    expect([said(paid.answer), paid.spentBase]).toEqual(["429 rate_limited", 0n]);
    expect(said(await stack.tool(other, "list_twap_orders"))).toBe("200");
  });

  test("an address has 60 calls a minute on free routes; paid ones are not counted", async () => {
    await freshWindow(MINUTE);
    const headers = { "cf-connecting-ip": "203.0.113.9" };
    const poll = () =>
      stack.call("GET", `/api/strategy-events?vault=${vault.address}`, undefined, headers);
    for (let n = 0; n < 3; n += 1)
      expect(said(await stack.call("GET", QUOTE, undefined, headers))).toBe("200");
    const polls = await Promise.all(Array.from({ length: 60 }, poll));
    expect(new Set(polls.map(said))).toEqual(new Set(["200"]));
    const refused = await poll();
    expect(said(refused)).toBe("429 rate_limited");
    expect(retryAfter(refused)).toBeGreaterThan(0);
    expect(retryAfter(refused)).toBeLessThanOrEqual(60);
    expect(said(await stack.call("GET", QUOTE, undefined, headers))).toBe("200");
    await freshWindow(MINUTE);
    expect(said(await poll())).toBe("200");
  });
});

describe("Idempotency-Key on paid routes", () => {
  const QUOTE_UNISWAP = "/api/quote/uniswap";
  const swap = () => ({ tokenIn: "ETH", tokenOut: "USDC", amount: "1000000000000000000" });
  const post = (payer: Payer, key: string, body: unknown = swap(), path = QUOTE_UNISWAP) =>
    stack.call("POST", path, body, { "idempotency-key": key }, pays(payer));

  test("same key and body, another payment: the first answer, run once, charged once", async () => {
    const payer = await stack.payer();
    const { answer, spentBase, settle, venue } = await kit.watch(payer, async () => [
      await post(payer, "a-1"),
      await post(payer, "a-1"),
      await post(
        payer,
        "a-1",
        JSON.stringify({ amount: swap().amount, tokenOut: "USDC", tokenIn: "ETH" }, null, 2),
      ),
    ]);
    expect(answer.map(said)).toEqual(["200", "200", "200"]);
    expect(answer[1]!.body).toEqual(answer[0]!.body);
    expect(answer[2]!.body).toEqual(answer[0]!.body);
    expect([spentBase, settle, venue]).toEqual([2_100n, 1, 1]);
  });

  test("same key, other body: 409, free; other key, route or payer: another call", async () => {
    const payer = await stack.payer();
    expect(said(await post(payer, "b-1"))).toBe("200");
    const conflict = await kit.watch(payer, () =>
      post(payer, "b-1", { ...swap(), amount: "2000000000000000000" }),
    );
    expect([said(conflict.answer), conflict.spentBase, conflict.venue]).toEqual([
      "409 idempotency_key_reused",
      0n,
      0,
    ]);
    const elsewhere = await kit.watch(payer, async () => [
      await post(payer, "b-2"),
      await post(
        payer,
        "b-1",
        { arguments: { chain: "base" } },
        "/api/tools?toolName=switch_chain",
      ),
      await post(await stack.payer(), "b-1", { ...swap(), amount: "3000000000000000000" }),
    ]);
    expect(elsewhere.answer.map(said)).toEqual(["200", "200", "200"]);
    expect(elsewhere.spentBase).toBe(2_100n + TOOL_BASE);
  });

  test("two at once with different payments: one runs, is charged, the other is 409", async () => {
    const payer = await stack.payer();
    const { answer, spentBase, venue } = await kit.watch(payer, async () => {
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      stack.proxies.uniswap.before(() => opened);
      return Promise.all(
        [post(payer, "c-1"), post(payer, "c-1")].map(async (call) => {
          const one = await call;
          open();
          return one;
        }),
      );
    });
    expect(answer.map(said).sort()).toEqual(["200", "409 idempotency_key_in_use"]);
    expect([spentBase, venue]).toEqual([2_100n, 1]);
    expect(answer.find(({ status }) => status === 409)?.headers.get("retry-after")).toBe("1");
  });

  test("only a 2xx is kept: what was refused or not settled runs again", async () => {
    const payer = await stack.payer();
    stack.proxies.uniswap.before(async () => "drop");
    expect((await post(payer, "d-1")).status).toBe(502);
    kit.calm();
    stack.proxies.facilitator.before(async ({ path }) => {
      if (path === "/settle") await kit.setFunds(payer, 0n);
    });
    expect(said(await post(payer, "d-1"))).toBe("402 payment_not_settled");
    kit.calm();
    await kit.setFunds(payer, 1_000_000n);
    const { answer, spentBase } = await kit.watch(payer, () => post(payer, "d-1"));
    expect([said(answer), spentBase]).toEqual(["200", 2_100n]);
  });

  test("an operator's key is its own, whoever pays; its credentials are not compared", async () => {
    const body = async () => ({ ...(await auth(vault)), arguments: {} });
    const path = "/api/tools?toolName=list_twap_orders";
    const [one, two] = await Promise.all([stack.payer(), stack.payer()]);
    const first = await post(one, "e-1", await body(), path);
    expect(said(first)).toBe("200");
    await stack.advance(2_000);
    // Signed anew, so other credentials.
    const { answer, spentBase, venue } = await kit.watch(two, async () =>
      post(two, "e-1", await body(), path),
    );
    expect([said(answer), spentBase, venue]).toEqual(["200", 0n, 0]);
    expect(answer.body).toEqual(first.body);
    // Who only names the operator gets nothing of it.
    const { authSignature } = await stack.credentials(other.ownerKey);
    const posing = await kit.watch(two, async () =>
      post(two, "e-1", { ...(await body()), authSignature }, path),
    );
    expect([posing.answer.status, posing.spentBase]).toEqual([401, 0n]);
  });

  test("a repeat needs a payment to be sent, and is kept for 24 hours", async () => {
    const payer = await stack.payer();
    expect(said(await post(payer, "f-1"))).toBe("200");
    const bare = await stack.call(
      "POST",
      QUOTE_UNISWAP,
      swap(),
      { "idempotency-key": "f-1" },
      { pay: false },
    );
    expect(said(bare)).toBe("402 payment_required");
    const keys = (await command("KEYS", "sx:local:idempotency:*")) as string[];
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      const left = Number(await command("TTL", key));
      expect(left).toBeGreaterThan(86_400 - 600);
      expect(left).toBeLessThanOrEqual(86_400);
    }
  });

  test("hostile keys are keys or refused, never a crash, never free", async () => {
    const payer = await stack.payer();
    const cases: [string, string][] = [
      ["__proto__", "200"],
      ["constructor", "200"],
      [`${"k".repeat(255)}`, "200"],
      ["a:b:*?[]{}$\\'\"", "200"],
      [`${"k".repeat(256)}`, "400 invalid_request"],
      ["two words", "400 invalid_request"],
      ["x".repeat(8_000), "400 invalid_request"],
      ["k\u00e9y", "400 invalid_request"],
    ];
    for (const [key, expected] of cases) {
      const { answer, spentBase } = await kit.watch(payer, () => post(payer, key));
      expect([key.slice(0, 20), said(answer), spentBase]).toEqual([
        key.slice(0, 20),
        expected,
        expected === "200" ? 2_100n : 0n,
      ]);
    }
  });
});

describe("Idempotency-Key on free routes", () => {
  const SLIPPAGE = "/api/settings/slippage";
  const set = async (of: TestVault, slippage: string, key?: string) =>
    stack.call(
      "POST",
      SLIPPAGE,
      { ...(await auth(of)), slippage },
      key === undefined ? {} : { "idempotency-key": key },
    );
  const stored = async (of: TestVault) =>
    String(await command("HGET", `sx:local:settings:${of.owner.toLowerCase()}`, "slippageBps"));

  test("the operator's repeat gets its first answer, runs nothing; another body: 409", async () => {
    const first = await set(vault, "1%", "s-1");
    expect(said(first)).toBe("200");
    expect(said(await set(vault, "2%"))).toBe("200");
    const before = await stored(vault);
    const again = await set(vault, "1%", "s-1");
    expect([said(again), again.body]).toEqual(["200", first.body]);
    expect(before).toMatch(/^200\|/);
    expect(await stored(vault)).toBe(before);
    expect(said(await set(vault, "3%", "s-1"))).toBe("409 idempotency_key_reused");
    expect(said(await set(other, "3%", "s-1"))).toBe("200");
  });

  test("two at once: one runs", async () => {
    const answers = await Promise.all([set(vault, "1.5%", "s-2"), set(vault, "1.5%", "s-2")]);
    for (const code of answers.map(said))
      expect(["200", "409 idempotency_key_in_use"]).toContain(code);
    expect(answers.map(said)).toContain("200");
    expect(said(await set(vault, "1.5%", "s-2"))).toBe("200");
  });

  test("a refusal is not kept", async () => {
    expect(said(await set(vault, "900%", "s-3"))).toMatch(/^400/);
    expect(said(await set(vault, "1%", "s-3"))).toBe("200");
  });

  test("without a verified caller the key is ignored", async () => {
    const { authSignature } = await stack.credentials(other.ownerKey);
    const body = { ...(await auth(vault)), authSignature, slippage: "1%" };
    for (const slippage of ["1%", "2%"]) {
      const answer = await stack.call(
        "POST",
        SLIPPAGE,
        { ...body, slippage },
        { "idempotency-key": "s-4" },
      );
      expect(said(answer)).toBe("401 auth_signature_mismatch");
    }
    expect(said(await set(vault, "1%", "s-4"))).toBe("200");
  });

  test("the store down at the end: what was done is answered", async () => {
    stack.proxies.redis.before(async ({ body }) =>
      body.includes("request:end-free-call:") ? "drop" : undefined,
    );
    expect(said(await set(vault, "1%", "s-5"))).toBe("200");
  });
});

describe("browser session", () => {
  const zerox = (taker = vault.address) =>
    `/api/quote/0x?sellToken=ETH&buyToken=USDC&sellAmount=1000000000000000000&taker=${taker}`;
  const uniswap = (swapper: string = vault.address) => ({
    tokenIn: "ETH",
    tokenOut: "USDC",
    amount: "1000000000000000000",
    swapper,
  });
  const triple = ({ operatorAddress, authSignature, authTimestamp }: Credentials) => ({
    "x-operator-address": operatorAddress,
    "x-auth-signature": authSignature,
    "x-auth-timestamp": String(authTimestamp),
  });
  const session = async (of: TestVault) => triple(await stack.credentials(of.ownerKey));
  const free = { pay: false } as const;
  const get = (headers: Record<string, string>, path = zerox()) =>
    stack.call("GET", path, undefined, headers, free);
  const post = (headers: Record<string, string>, body: unknown = uniswap()) =>
    stack.call("POST", "/api/quote/uniswap", body, headers, free);

  test("a valid triple is served free on the two venue quote routes, nowhere else", async () => {
    const headers = await session(vault);
    const { answer, earnedBase, verify } = await kit.watch(await stack.payer(), async () => [
      await get(headers),
      await post(headers),
    ]);
    expect(answer.map(said)).toEqual(["200", "200"]);
    expect([earnedBase, verify]).toEqual([0n, 0]);
    const body = { ...(await auth(vault)), arguments: {} };
    const elsewhere = [
      await stack.call("GET", `${QUOTE}&taker=${vault.address}`, undefined, headers, free),
      await stack.call("GET", "/api/tools", undefined, headers, free),
      await stack.call("POST", "/api/tools?toolName=list_twap_orders", body, headers, free),
      await stack.call("POST", "/api/tools/create_twap_order", body, headers, free),
    ];
    expect(elsewhere.map(said)).toEqual(Array(4).fill("402 payment_required"));
  });

  describe("by x402's sign-in", () => {
    const signIn = (answer: Answer) =>
      JSON.parse(Buffer.from(answer.headers.get("payment-required")!, "base64").toString())
        .extensions[SIGN_IN_WITH_X];
    const challenged = async (path = zerox()) => signIn(await get({}, path));
    const signedBy = async (of: TestVault, { info, supportedChains }: any, changes: object = {}) =>
      createSIWxPayload(
        { ...info, ...supportedChains[0], ...changes },
        privateKeyToAccount(of.ownerKey),
        stack.stack.baseUrl,
      );
    const as = (payload: object) => ({ "sign-in-with-x": encodeSIWxHeader(payload as never) });

    test("the package's client is free as the vault's owner, a new nonce each time", async () => {
      const signing = wrapFetchWithSIWx(fetch, privateKeyToAccount(vault.ownerKey));
      const { answer, earnedBase, verify } = await kit.watch(await stack.payer(), async () => [
        await signing(stack.stack.baseUrl + zerox()),
        await signing(stack.stack.baseUrl + zerox()),
        await signing(`${stack.stack.baseUrl}/api/quote/uniswap`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(uniswap()),
        }),
      ]);
      expect(answer.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect([earnedBase, verify]).toEqual([0n, 0]);
    });

    test("who is not the owner is told so with the price, and has another challenge", async () => {
      const stranger = await get(as(await signedBy(other, await challenged())));
      expect([said(stranger), stranger.body.details.signIn]).toEqual([
        "402 payment_required",
        "not_vault_owner",
      ]);
      expect(stranger.body.message).toContain("does not own the named vault");
      expect(signIn(stranger).info.nonce).toMatch(/^[0-9a-f]{32}$/);
    });

    test("a sign-in is good once, for its address, words, five minutes, quotes alone", async () => {
      const payload = await signedBy(vault, await challenged());
      const first = await get(as(payload));
      const refusals: [string, object, string][] = [
        ["again", payload, "auth_signature_used"],
        [
          "for another address",
          await signedBy(vault, await challenged(), { uri: `${stack.stack.baseUrl}/api/quote` }),
          "auth_malformed",
        ],
        [
          "for another domain",
          await signedBy(vault, await challenged()).then((one) => ({
            ...one,
            domain: "evil.example",
          })),
          "auth_malformed",
        ],
        [
          "nonce changed",
          { ...(await signedBy(vault, await challenged())), nonce: "0123456789abcdef" },
          "auth_signature_mismatch",
        ],
        [
          "another's",
          { ...(await signedBy(other, await challenged())), address: vault.owner },
          "auth_signature_mismatch",
        ],
      ];
      expect(said(first)).toBe("200");
      for (const [name, refused, code] of refusals) {
        const { answer, venue } = await kit.watch(await stack.payer(), () => get(as(refused)));
        expect([name, said(answer), answer.body.details.signIn, venue]).toEqual([
          name,
          "402 payment_required",
          code,
          0,
        ]);
      }
      // Eight times at once: one is served.
      const header = as(await signedBy(vault, await challenged()));
      const { answer, venue } = await kit.watch(await stack.payer(), () =>
        Promise.all(Array.from({ length: 8 }, () => get(header))),
      );
      expect(answer.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(venue).toBe(1);
      const fresh = await signedBy(vault, await challenged());
      const body = { vaultAddress: vault.address, chainId: 8453, arguments: {} };
      const elsewhere = [
        await stack.call("GET", `${QUOTE}&taker=${vault.address}`, undefined, as(fresh), free),
        await stack.call("POST", "/api/tools?toolName=list_twap_orders", body, as(fresh), free),
      ];
      expect(elsewhere.map(said)).toEqual(Array(2).fill("402 payment_required"));
      // Paid for, it is no operator's signature.
      const paid = await stack.call(
        "POST",
        "/api/tools?toolName=list_twap_orders",
        body,
        as(fresh),
      );
      expect(said(paid)).toBe("401 auth_required");
      await stack.advance(5 * MINUTE + 1_000);
      const late = await get(as(fresh));
      expect([said(late), late.body.details.signIn]).toEqual([
        "402 payment_required",
        "auth_expired",
      ]);
    });
  });

  test("form (a), stranger's, old or future signature, part of triple: 401, unserved", async () => {
    const now = stack.stack.nowMs();
    // Of an operator who has never signed (b): elsewhere (a) would do.
    const unseen = await stack.newVault();
    const good = await session(vault);
    const { "x-auth-signature": _signature, ...partial } = good;
    const cases: [string, Record<string, string>][] = [
      ["form a", triple(await signOperator(unseen.ownerKey, plainMessage(), Math.floor(now)))],
      ["stranger", { ...good, "x-auth-signature": (await session(other))["x-auth-signature"]! }],
      ["old", triple(await stack.credentials(vault.ownerKey, now - 86_400_001))],
      ["future", triple(await stack.credentials(vault.ownerKey, now + 120_000))],
      ["partial", partial],
      ["time as text", { ...good, "x-auth-timestamp": "now" }],
      ["time moved", { ...good, "x-auth-timestamp": String(Number(good["x-auth-timestamp"]) + 1) }],
      ["empty", { ...good, "x-auth-signature": "" }],
    ];
    for (const [name, headers] of cases) {
      const path = name === "form a" ? zerox(unseen.address) : zerox();
      const { answer, venue } = await kit.watch(await stack.payer(), () => get(headers, path));
      expect([name, answer.status, venue]).toEqual([name, 401, 0]);
      if (name === "form a") expect(said(answer)).toBe("401 auth_unbound_timestamp");
    }
  });

  test("a vault not the signer's is 403, no vault is 403, none named 400: not served", async () => {
    const headers = await session(vault);
    const { answer, venue } = await kit.watch(await stack.payer(), async () => [
      await get(headers, zerox(other.address)),
      await post(headers, uniswap(other.address)),
      await get(headers, zerox(vault.owner)),
      await get(
        headers,
        "/api/quote/0x?sellToken=ETH&buyToken=USDC&sellAmount=1000000000000000000",
      ),
      await post(headers, { ...uniswap(), swapper: undefined }),
      await post(headers, { ...uniswap(), swapper: [vault.address] }),
    ]);
    expect(answer.map(said)).toEqual([
      "403 not_vault_owner",
      "403 not_vault_owner",
      "403 unknown_vault",
      "400 invalid_request",
      "400 invalid_request",
      "400 invalid_request",
    ]);
    expect(venue).toBe(0);
  });

  test("100 an operator and 300 an address in four hours, then 429 with Retry-After", async () => {
    await freshWindow(4 * 60 * MINUTE);
    await counted(`session:${vault.owner.toLowerCase()}`, 4 * 60 * MINUTE, 99);
    const headers = { ...(await session(vault)), "cf-connecting-ip": "198.51.100.7" };
    expect(said(await get(headers))).toBe("200");
    const over = await kit.watch(await stack.payer(), () => get(headers));
    expect([said(over.answer), over.venue]).toEqual(["429 rate_limited", 0]);
    expect(retryAfter(over.answer)).toBeLessThanOrEqual(14_400);
    expect(retryAfter(over.answer)).toBeGreaterThan(14_000);
    await counted("session-ip:198.51.100.7", 4 * 60 * MINUTE, 299);
    const others = { ...(await session(other)), "cf-connecting-ip": "198.51.100.7" };
    expect(said(await get(others, zerox(other.address)))).toBe("200");
    expect(said(await get(others, zerox(other.address)))).toBe("429 rate_limited");
    await freshWindow(4 * 60 * MINUTE);
    expect(said(await get({ ...(await session(vault)) }))).toBe("200");
  });

  test("the store or the chain down: refused, not served", async () => {
    const fresh = await stack.newVault();
    const headers = await session(fresh);
    stack.proxies.redis.before(async () => "drop");
    const store = await kit.watch(await stack.payer(), () => get(headers, zerox(fresh.address)));
    expect([store.answer.status, store.venue]).toEqual([503, 0]);
    kit.calm();
    const second = await stack.newVault();
    const more = await session(second);
    stack.proxies.rpc.before(async () => "drop");
    const chain = await kit.watch(await stack.payer(), () => get(more, zerox(second.address)));
    expect([chain.answer.status, chain.venue]).toEqual([502, 0]);
  });
});

describe("payment never authorizes", () => {
  test("paid operator tools: 401 without operator auth, 403 by stranger; not charged", async () => {
    const payer = await stack.payer();
    const { vaultAddress, chainId } = await auth(vault);
    const foreign = { ...(await auth(other)), vaultAddress: vault.address };
    const order = {
      side: "sell",
      sellToken: "USDC",
      buyToken: "ETH",
      totalAmount: "100",
      sliceCount: 4,
      intervalMinutes: 5,
    };
    const tools = [
      ["/api/tools?toolName=create_twap_order", { arguments: order }],
      ["/api/tools/create_twap_order", order],
      ["/api/tools?toolName=cancel_twap_order", { arguments: { id: 0 } }],
      ["/api/tools?toolName=list_twap_orders", { arguments: {} }],
      ["/api/tools?toolName=set_default_slippage", { arguments: { slippage: "1%" } }],
      ["/api/tools?toolName=disable_swap_shield", { arguments: {} }],
    ] as const;
    const { answer, spentBase, settle } = await kit.watch(payer, async () => {
      const answers: string[] = [];
      for (const [path, body] of tools) {
        const bare = { vaultAddress, chainId, ...body };
        // Who pays is not who owns, not even when it is the same key.
        const named = { ...bare, operatorAddress: payer.address };
        for (const one of [bare, named]) {
          const got = await stack.call("POST", path, one, {}, pays(payer));
          answers.push(said(got));
        }
        const got = await stack.call(
          "POST",
          path,
          { ...foreign, ...body },
          {},
          pays(await stack.payer()),
        );
        answers.push(said(got));
      }
      return answers;
    });
    expect(answer).toEqual(
      tools.flatMap(() => ["401 auth_required", "401 auth_required", "403 not_vault_owner"]),
    );
    expect([spentBase, settle]).toEqual([0n, 0]);
    expect((await stack.tool(vault, "list_twap_orders")).body.data.orders).toEqual([]);
  });
});

describe("the 402, and the prices", () => {
  const paidRoutes = routes
    .filter(({ price }) => price !== "free")
    .map((route) => ({ ...route, address: route.path + (route.payQuery ?? "") }));
  const exampleOf = (path: string) =>
    paidRoutes.find((route) => route.path === path)?.examples?.body;

  test("every paid route: header v2 with resource, bazaar; body v1, error, message", async () => {
    const table = (await stack.call("GET", "/openapi.json")).body;
    for (const { method, path, address, price } of paidRoutes) {
      const answer = await stack.call(method, address, exampleOf(path), {}, { pay: false });
      expect([path, said(answer), answer.headers.get("cache-control")]).toEqual([
        path,
        "402 payment_required",
        "no-store",
      ]);
      const amount = String(
        Math.round(Number(PRICE_TABLE[price as keyof typeof PRICE_TABLE].usdc) * 1e6),
      );
      const required = JSON.parse(
        Buffer.from(answer.headers.get("payment-required")!, "base64").toString(),
      );
      expect(required).toMatchObject({
        x402Version: 2,
        error: answer.body.message,
        resource: { url: stack.stack.baseUrl + path, mimeType: "application/json" },
        accepts: [
          {
            scheme: "exact",
            network: "eip155:8453",
            amount,
            payTo: stack.stack.manifest.payTo,
            maxTimeoutSeconds: 300,
            extra: { name: "USD Coin", version: "2" },
          },
        ],
        // Over MCP a call names its tool, which is what catalogues list.
        extensions: {
          bazaar: {
            info: { input: path === "/mcp" ? { type: "mcp" } : { type: "http", method } },
            schema: { type: "object" },
          },
        },
      });
      expect(answer.headers.get("payment-required")!.length).toBeLessThan(8_000);
      expect(answer.body).toMatchObject({
        error: "payment_required",
        message: expect.any(String),
        x402Version: 1,
        accepts: [
          {
            scheme: "exact",
            network: "base",
            maxAmountRequired: amount,
            resource: stack.stack.baseUrl + path,
            payTo: stack.stack.manifest.payTo,
          },
        ],
      });
      const operation = table.paths[path]?.[method.toLowerCase()];
      expect([
        path,
        JSON.stringify(operation).includes(PRICE_TABLE[price as keyof typeof PRICE_TABLE].usdc),
      ]).toEqual([path, true]);
    }
  });

  test("X402_PAY_TO missing: paid is 503, not free; price variables hold everywhere", async () => {
    const variables = {
      PRICE_TOOLS_CALL: "0.0077",
      PRICE_TOOLS_LIST: "0.5",
      PRICE_QUOTE: "0.0079",
    };
    const [unpaid, priced, wrong] = await Promise.all([
      startOther("unpaid", { X402_PAY_TO: "" }),
      startOther("priced", variables),
      startOther("wrong", { PRICE_QUOTE: "0", PRICE_TOOLS_LIST: "free" }),
    ]);
    try {
      const own = await stack.payment("GET", "/api/tools");
      for (const { method, path, address } of paidRoutes) {
        for (const headers of [{}, { "x-payment": own.header }]) {
          const body = method === "POST" ? JSON.stringify(exampleOf(path)) : null;
          const response = await fetch(unpaid.baseUrl + address, { method, headers, body });
          expect([path, response.status, ((await response.json()) as any).error]).toEqual([
            path,
            503,
            "not_configured",
          ]);
        }
      }
      for (const path of ["/api/quote", "/api/tools"])
        expect((await fetch(wrong.baseUrl + path)).status).toBe(503);

      const quote = await fetch(`${priced.baseUrl}/api/quote`);
      // In floating point 0.0079 USDC are 7900.000000000001.
      expect(readOffer(quote.headers)?.amount).toBe("7900");
      const offer = readOffer((await fetch(`${priced.baseUrl}/api/tools`)).headers)!;
      expect(offer.amount).toBe("500000");
      const payer = await stack.payer();
      const paid = await stack.payment("GET", "/api/tools", { payer, requirement: offer });
      const { answer, spentBase } = await kit.watch(payer, async () => {
        const cheap = await fetch(`${priced.baseUrl}/api/tools`, {
          headers: { "x-payment": own.header },
        });
        expect(cheap.status).toBe(402);
        const response = await fetch(`${priced.baseUrl}/api/tools`, {
          headers: { "x-payment": paid.header },
        });
        return { status: response.status, body: (await response.json()) as any };
      });
      expect([answer.status, spentBase]).toEqual([200, 500_000n]);
      expect(answer.body.price).toContain("0.0077");
      const listed = (await (await fetch(`${priced.baseUrl}/.well-known/x402`)).json()) as any;
      expect(
        listed.items.find(({ operationId }: any) => operationId === "callTool").priceUsdc,
      ).toBe("0.0077");
      const document = (await (await fetch(`${priced.baseUrl}/openapi.json`)).json()) as any;
      expect(JSON.stringify(document.paths["/api/tools"].post)).toContain("0.0077");
    } finally {
      await Promise.all([unpaid, priced, wrong].map(({ stop }) => stop()));
    }
  });

  test("the catalog's price is the table's", async () => {
    const { body } = await stack.call("GET", "/api/tools");
    expect(body.price).toContain(PRICE_TABLE.tools_call.usdc);
  });
});

/** Another Worker on the same chain and store. */
async function startOther(name: string, changes: Record<string, string>) {
  const { chain, redis, manifest } = stack.stack;
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const vars = workerVars({
    baseUrl,
    chain,
    rpcUrl: chain.rpcUrl,
    redis,
    qstash: manifest.qstash,
    zerox: { url: manifest.venues["0x"], apiKey: "none" },
    uniswap: { url: manifest.venues.uniswap, apiKey: "none" },
    facilitator: { url: manifest.facilitatorUrl, payTo: manifest.payTo },
    telegram: {
      url: manifest.telegramUrl,
      botToken: "none",
      webhookSecret: "none-is-registered",
      botName: "none",
    },
    webhooks: { origin: stack.stack.webhooks.url, dnsUrl: stack.stack.webhooks.dnsUrl },
    agentWalletSecret: "22".repeat(32),
  });
  const worker = await startWorker({
    port,
    vars: { ...vars, ...changes },
    runDir: join(dir, name),
    logFile: join(dir, `${name}.log`),
    prepared: process.env.PREPARED_STACKS,
  });
  await setWorkerClock(baseUrl, stack.stack.nowMs());
  return { baseUrl, stop: worker.stop };
}
