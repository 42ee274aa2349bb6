import { type Hex, pad } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { type AttackWorld, createAttackWorld, paymentFor } from "../../attack/attack-world.ts";
import { nodeWithoutVaults } from "../../attack/node-without-vaults.ts";
import { boundMessage, signOperator } from "../../support/sign-operator.ts";
import { newAddress } from "../store/support/records.ts";

const HERE = "203.0.113.7";
const ELSEWHERE = "198.51.100.9";
/** Answered without a venue and without a chain. */
const CALL = {
  method: "POST",
  path: "/api/tools?toolName=switch_chain",
  body: '{"arguments":{"chain":"base"}}',
};

/** Pays for one call, by a key of its own unless one is given; gives the answer's status. */
async function pay(
  world: AttackWorld,
  address: string,
  key = generatePrivateKey(),
  spoil?: (payload: any) => void,
) {
  const { payload } = await paymentFor(world, await world.terms(CALL), key);
  const sent = structuredClone(payload) as any;
  spoil?.(sent.payload);
  const header = Buffer.from(JSON.stringify(sent)).toString("base64");
  return (await world.send({ ...CALL, headers: { "x-payment": header } }, address)).status;
}
const times = async (count: number, run: () => Promise<number>) => {
  const answers: number[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await run());
  return answers;
};
const forge = (from: string) => (payload: any) => {
  payload.authorization.from = from;
};

describe("who pays is not in the way of who does not", () => {
  test("behavior: good payments of newcomers use up nothing, even many of a network", async () => {
    const world = createAttackWorld();
    world.trust(true);
    expect(new Set(await times(30, () => pay(world, HERE)))).toEqual(new Set([200]));
  });

  test("behavior: an honest payment, claim to end: two facilitator, two Redis calls", async () => {
    const world = createAttackWorld();
    world.trust(true);
    expect(await pay(world, HERE)).toBe(200);
    expect(world.upstream).toEqual({ facilitator: 2, rpc: 0, redis: 2, venue: 0, other: 0 });
  });

  test("attack: a used-up network keeps newcomers out with the wait, no past payer", async () => {
    const world = createAttackWorld();
    const known = generatePrivateKey();
    world.trust(true);
    expect(await pay(world, HERE, known)).toBe(200);
    world.trust(false);
    expect(await times(22, () => pay(world, HERE))).toEqual([...Array(20).fill(402), 429, 429]);
    world.trust(true);
    expect([await pay(world, HERE, known), await pay(world, ELSEWHERE)]).toEqual([200, 200]);
    expect(await pay(world, HERE)).toBe(429);
  });

  test("attack: payments forged in a payer's name lock out and count against nobody", async () => {
    const world = createAttackWorld();
    const victim = generatePrivateKey();
    const { address } = privateKeyToAccount(victim);
    for (let n = 0; n < 40; n += 1)
      await pay(world, `10.1.0.${n}`, generatePrivateKey(), forge(address));
    world.trust(true);
    expect(await pay(world, HERE, victim)).toBe(200);
    expect(world.upstream.facilitator).toBe(2);
  });

  test("attack: a copied spent payment makes no request, nor counts for its payer", async () => {
    const world = createAttackWorld();
    const payer = generatePrivateKey();
    const { header } = await paymentFor(world, await world.terms(CALL), payer);
    world.trust(true);
    const send = (body: string, address: string) =>
      world
        .send({ ...CALL, body, headers: { "x-payment": header } }, address)
        .then(({ status }) => status);
    expect(await send(CALL.body, HERE)).toBe(200);
    const asked = { ...world.upstream };
    expect(
      new Set(await times(30, () => send('{"arguments":{"chain":"ethereum"}}', ELSEWHERE))),
    ).toEqual(new Set([409]));
    expect(world.upstream).toEqual({ ...asked, redis: asked.redis + 30 });
    // The one who bought it gets it again, and pays for more.
    expect([await send(CALL.body, HERE), await pay(world, HERE, payer)]).toEqual([200, 200]);
  });

  test("error: a payment outliving its record is refused: anyone could send it again", async () => {
    const world = createAttackWorld();
    world.trust(true);
    const nowSec = BigInt(Math.floor(world.nowMs / 1_000));
    const terms = await world.terms(CALL);
    const until = async (validBefore: bigint) => {
      const { header } = await paymentFor(world, terms, generatePrivateKey(), {
        authorization: { validBefore },
      });
      return (await world.send({ ...CALL, headers: { "x-payment": header } }, HERE)).status;
    };
    expect([await until(nowSec + 82_800n), await until(nowSec + 82_801n)]).toEqual([200, 402]);
  });
});

describe("a payment that no account has signed", () => {
  const code = (owner: string) => (_url: string, body: string) => {
    const calls = JSON.parse(body) as { id: number; method: string; params: [string] }[];
    if (calls[0]?.method !== "eth_getCode") return nodeWithoutVaults(body);
    const result = (account: string) => (account === owner.toLowerCase() ? "0x6001" : "0x");
    return Response.json(
      calls.map(({ id, params }) => ({ jsonrpc: "2.0", id, result: result(params[0]) })),
    );
  };

  test("behavior: a contract's goes to the facilitator, its code is asked once", async () => {
    const contract = newAddress();
    const world = createAttackWorld({ node: code(contract) });
    world.trust(true);
    expect(await pay(world, HERE, undefined, forge(contract))).toBe(200);
    expect(world.upstream).toEqual({ facilitator: 2, rpc: 1, redis: 3, venue: 0, other: 0 });
    expect(new Set(await times(25, () => pay(world, HERE, undefined, forge(contract))))).toEqual(
      new Set([200]),
    );
    expect(world.upstream.rpc).toBe(1);
  });

  test("behavior: one wrapped for an undeployed contract goes on unlooked (ERC-6492)", async () => {
    const world = createAttackWorld();
    world.trust(true);
    const wrap = (payload: any) => {
      payload.signature = `0x${"ab".repeat(96)}${"6492".repeat(16)}`;
    };
    expect(await pay(world, HERE, undefined, wrap)).toBe(200);
    expect([world.upstream.facilitator, world.upstream.rpc]).toEqual([2, 0]);
  });

  test("attack: the other form of a payer's signature is not the payer's (EIP-2)", async () => {
    const world = createAttackWorld();
    world.trust(true);
    const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const flip = (payload: any) => {
      const { signature } = payload as { signature: Hex };
      const s = pad(`0x${(N - BigInt(`0x${signature.slice(66, 130)}`)).toString(16)}`, {
        size: 32,
      });
      payload.signature = `${signature.slice(0, 66)}${s.slice(2)}${signature.endsWith("1b") ? "1c" : "1b"}`;
    };
    expect(await pay(world, HERE, undefined, flip)).toBe(402);
    expect(world.upstream.facilitator).toBe(0);
  });

  test("error: without an answer of the chain the facilitator is not called", async () => {
    const world = createAttackWorld({ node: () => new Response("", { status: 500 }) });
    expect(await pay(world, HERE, undefined, forge(newAddress()))).toBe(502);
    expect(world.upstream.facilitator).toBe(0);
  });
});

describe("a browser session", () => {
  const vault = newAddress();
  const key = generatePrivateKey();
  /** The vault is the key's on chain 1, and somebody else's on Base. */
  const node = (url: string, body: string) => {
    const owner = url.endsWith("/1") ? privateKeyToAccount(key).address : newAddress();
    const calls = JSON.parse(body) as { id: number }[];
    return Response.json(
      calls.map(({ id }) => ({ jsonrpc: "2.0", id, result: pad(owner.toLowerCase() as Hex) })),
    );
  };
  const ask = async (
    world: AttackWorld,
    request: { method: string; path: string; body?: string },
  ) => {
    const signed = await signOperator(key, boundMessage(world.nowMs), world.nowMs);
    const headers = {
      "x-operator-address": signed.operatorAddress,
      "x-auth-signature": signed.authSignature,
      "x-auth-timestamp": String(signed.authTimestamp),
    };
    const answer = await world.send({ ...request, headers }, HERE);
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  const zeroX = (chain: string) => ({
    method: "GET",
    path: `/api/quote/0x?sellToken=ETH&buyToken=USDC&sellAmount=1000&taker=${vault}${chain}`,
  });
  const uniswap = (tokenInChainId?: unknown) => ({
    method: "POST",
    path: "/api/quote/uniswap",
    body: JSON.stringify({
      tokenIn: "ETH",
      tokenOut: "USDC",
      amount: "1000",
      swapper: vault,
      tokenInChainId,
    }),
  });

  test("attack: it is the owner's of the quote's chain, and of no other", async () => {
    const world = createAttackWorld({ node });
    expect(await ask(world, zeroX(""))).toEqual([403, "not_vault_owner"]);
    expect(await ask(world, zeroX("&chainId=8453"))).toEqual([403, "not_vault_owner"]);
    expect(await ask(world, uniswap())).toEqual([403, "not_vault_owner"]);
    expect(world.upstream.venue).toBe(0);
    // The venue here answers nothing: it was asked, so the session stood.
    expect((await ask(world, zeroX("&chainId=1")))[0]).toBe(502);
    expect((await ask(world, uniswap(1)))[0]).toBe(502);
    expect(world.upstream.venue).toBe(2);
  });

  test("error: a chain that is none is refused before any request", async () => {
    const world = createAttackWorld({ node });
    for (const request of [zeroX("&chainId=2"), zeroX("&chainId=x"), uniswap("1.0"), uniswap([1])])
      expect(await ask(world, request)).toEqual([400, "invalid_request"]);
    expect(world.upstream).toEqual({ facilitator: 0, rpc: 0, redis: 0, venue: 0, other: 0 });
  });
});

test("attack: a body that does not end holds up its own call alone", async () => {
  const world = createAttackWorld();
  let end = () => {};
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"arguments":'));
      end = () => controller.close();
    },
  });
  const answer = world.send({ ...CALL, body: body as unknown as string }, HERE);
  expect((await world.send({ method: "GET", path: "/api/quote" }, HERE)).status).toBe(402);
  expect(world.upstream).toEqual({ facilitator: 0, rpc: 0, redis: 0, venue: 0, other: 0 });
  end();
  expect((await answer).status).toBe(402);
});

test("behavior: a thousand requests of one caller store only what was counted", async () => {
  const world = createAttackWorld();
  for (let n = 0; n < 1_000; n += 1)
    await world.send({ method: "GET", path: `/api/strategy-events?vault=${newAddress()}` }, HERE);
  expect(world.stored().keys).toBeLessThanOrEqual(70);
});
