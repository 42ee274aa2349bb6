import { type Address, type Hex, keccak256, pad, toEventSelector, toHex } from "viem";
import { generatePrivateKey } from "viem/accounts";
import * as z from "zod";
import type { Authorization } from "../../../../local/facilitator/sign-payment.ts";
import { AppError } from "../../../../src/errors.ts";
import type { Settlement } from "../../../../src/payment/http-facilitator.ts";
import { defineRoute, type Route } from "../../../../src/route.ts";
import { createAttackWorld, paymentFor } from "../../../attack/attack-world.ts";

/*
 * The application in one process with a payer, a chain that shows what was paid, and parts that
 * fail on demand. Topics and the order of the two events are those of the token (FiatTokenV2_2,
 * docs/facts/x402.md 5), written down here by themselves.
 */
const USED = toEventSelector(
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
);
const MOVED = toEventSelector(
  "event Transfer(address indexed from, address indexed to, uint256 value)",
);
/** Base: 2 s a block. */
const BLOCK_MS = 2_000;
/** What nodes answer for at once. */
const MOST_BLOCKS = 2_001n;

type Paid = { authorization: Authorization; to: Address; asset: Address; atMs: number; hash: Hex };
type Sent = { body?: object; key?: string; ip?: string };
type Call = { id: number; method: string; params: any[] };

/** How the two routes of the test went. */
export type PayingWorld = ReturnType<typeof payingWorld>;

export function payingWorld({ sleep }: { sleep?: (ms: number) => Promise<void> } = {}) {
  const paid: Paid[] = [];
  /**
   * `unknown`: the money moves, and nobody hears of it. `absent`: likewise, and it does not.
   * `dies`: it moves, and the Worker with it. `failed`: the facilitator says no.
   */
  let settles: "done" | "unknown" | "absent" | "dies" | "failed" = "done";
  let isChainSilent = false;
  let isRefusing = false;
  const down = new Set<string>();
  const runs = { read: 0, act: 0 };
  const settled: string[] = [];
  let verified = 0;
  let beforeVerify: (() => Promise<void>) | undefined;

  const blockAt = (ms: number) => BigInt(Math.floor((ms - START_MS) / BLOCK_MS)) + 1_000_000n;
  const node = (_url: string, body: string): Response => {
    if (isChainSilent) return new Response("", { status: 500 });
    const calls = JSON.parse(body) as Call[];
    return Response.json(
      calls.map(({ id, method, params }) => ({ jsonrpc: "2.0", id, ...answer(method, params) })),
    );
  };
  const answer = (method: string, [first]: any[]): object => {
    const head = blockAt(world.nowMs);
    if (method === "eth_getBlockByNumber")
      return {
        result: {
          ...{
            number: toHex(head),
            timestamp: toHex(Math.floor(world.nowMs / 1_000)),
            baseFeePerGas: "0x1",
          },
          hash: pad("0x01"),
        },
      };
    if (method === "eth_getLogs") {
      const from = BigInt(first.fromBlock);
      const to = first.toBlock === "latest" ? head : BigInt(first.toBlock);
      if (to - from + 1n > MOST_BLOCKS)
        return { error: { code: -32_005, message: "range too large" } };
      const [topic, by, nonce] = first.topics as Hex[];
      const found = paid.filter(
        ({ authorization, atMs }) =>
          topic === USED &&
          by === pad(authorization.from).toLowerCase() &&
          nonce === authorization.nonce.toLowerCase() &&
          blockAt(atMs) >= from &&
          blockAt(atMs) <= to,
      );
      return { result: found.map(({ hash }) => ({ transactionHash: hash })) };
    }
    if (method === "eth_getTransactionReceipt") {
      const one = paid.find(({ hash }) => hash === first)!;
      const { from, nonce, value } = one.authorization;
      const log = (topics: Hex[], data: Hex) => ({ address: one.asset, topics, data });
      return {
        result: {
          ...{
            transactionHash: one.hash,
            status: "0x1",
            blockNumber: toHex(blockAt(one.atMs)),
            blockHash: pad("0x02"),
          },
          ...{ from: one.to, to: one.asset, gasUsed: "0x1", effectiveGasPrice: "0x1" },
          logs: [
            log([USED, pad(from), nonce], "0x"),
            log([MOVED, pad(from), pad(one.to)], pad(toHex(value))),
          ],
        },
      };
    }
    return { result: method === "eth_getCode" ? "0x" : pad("0x00") };
  };
  /**
   * Somebody has put it on chain: to us, or by another authorization of the same nonce to another.
   */
  const pay = (
    { authorization, asset }: { authorization: Authorization; asset: Address },
    to = authorization.to,
  ) => {
    const hash = keccak256(`${authorization.nonce}${toHex(paid.length).slice(2).padStart(2, "0")}`);
    paid.push({ authorization, to, asset, atMs: world.nowMs, hash });
    return hash;
  };

  const planted = (name: "read" | "act"): Route =>
    defineRoute({
      ...{
        method: "POST" as const,
        path: `/test/${name}`,
        price: "tools_call" as const,
        operationId: name,
      },
      ...{
        summary: name,
        auth: "optional",
        leastScope: "none" as const,
        query: z.object({}),
        body: z.looseObject({}),
      },
      output: z.object({ run: z.int() }),
      ...(name === "read" && { onlyReads: async () => true }),
      handle: async ({ effects }) => {
        runs[name] += 1;
        if (isRefusing) throw new AppError("rpc_unavailable", "No node answers.");
        effects.taken = name === "act";
        return { run: runs[name] };
      },
    }) as unknown as Route;

  const world = createAttackWorld({
    ...{ node, routes: [planted("read"), planted("act")], ...(sleep && { sleep }) },
    beforeVerify: async () => {
      verified += 1;
      await beforeVerify?.();
    },
    beforeScript: async (name) => {
      if (down.has(name)) throw new AppError("store_unavailable", "The store does not answer.");
    },
    settle: async ({ payload }, terms): Promise<Settlement> => {
      const { authorization: texts } = payload as { authorization: Record<string, string> };
      const authorization = {
        ...texts,
        value: BigInt(String(texts.value)),
      } as unknown as Authorization;
      settled.push(String(texts.nonce));
      if (settles === "absent") return { status: "unknown" };
      if (settles === "failed") return { status: "failed", reason: "insufficient_funds" };
      const transaction = pay({ authorization, asset: terms.asset as Address });
      if (settles === "dies") throw new Error("the Worker is gone");
      return settles === "unknown"
        ? { status: "unknown" }
        : { status: "settled", transaction, payer: String(texts.from) };
    },
  });
  world.trust(true);
  const START_MS = world.nowMs;

  const post = (path: string, body: object) => ({
    method: "POST",
    path,
    body: JSON.stringify(body),
  });
  return {
    ...{ world, runs, paid, settled, pay },
    verified: () => verified,
    /** The facilitator from now on. */
    settles: (how: typeof settles) => {
      settles = how;
    },
    chainIsSilent: (silent: boolean) => {
      isChainSilent = silent;
    },
    handlersRefuse: (refusing: boolean) => {
      isRefusing = refusing;
    },
    /** Scripts of these names find no store. */
    storeDownAt: (...names: string[]) => {
      down.clear();
      for (const name of names) down.add(name);
    },
    beforeVerify: (run: typeof beforeVerify) => {
      beforeVerify = run;
    },
    /** A payment of a tool's price, or of the value that is given. */
    sign: async (more: Partial<Authorization> = {}, privateKey = generatePrivateKey()) => {
      const asked = await world.terms(post("/test/read", {}));
      const terms = more.value === undefined ? asked : { ...asked, amount: more.value.toString() };
      return {
        ...(await paymentFor(world, terms, privateKey, { authorization: more })),
        asset: terms.asset,
      };
    },
    send: async (
      path: string,
      header: string,
      { body = {}, key, ip = "203.0.113.7" }: Sent = {},
    ) => {
      const headers = { "x-payment": header, ...(key !== undefined && { "idempotency-key": key }) };
      const response = await world.send({ ...post(path, body), headers }, ip);
      const answer = (await response.json()) as any;
      const receipt = response.headers.get("payment-response");
      return {
        ...{ status: response.status, body: answer, said: answer.error ?? "ok" },
        receipt:
          receipt === null ? undefined : JSON.parse(Buffer.from(receipt, "base64").toString()),
      };
    },
  };
}
