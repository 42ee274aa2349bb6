import { randomBytes, randomUUID } from "node:crypto";
import { chainAddresses } from "../../src/chain/addresses.ts";
import type { RpcOutcome } from "../../src/chain/rpc-call.ts";
import { createIsolate } from "../../src/create-isolate.ts";
import { createModules } from "../../src/create-modules.ts";
import type { ChainDeps, Deps } from "../../src/deps.ts";
import { refuse } from "../../src/lib/verdict.ts";
import type { Keys } from "../../src/store/kernel/keys.ts";
import type { Redis } from "../../src/store/kernel/redis-port.ts";
import { fakeApis } from "./planted/fake-apis.ts";
import { silentHyperliquid } from "./planted/silent-hyperliquid.ts";
import { type Looks, tablesThatLook } from "./planted/tables-that-look.ts";

type Given = {
  redis: Redis;
  keys: Keys;
  nowMs(): number;
  /** Default none: a tick runs everything by itself. */
  publisher?: Deps["publisher"];
  /** Default: no venue of orders can be read. */
  looks?: Looks;
  /** Default: nothing counts. */
  subrequests?: Deps["subrequests"];
};

/**
 * Deps of a tick of which only the store is real: no node answers and every venue refuses at once,
 * so each slice ends as a failed one. What the store is asked for is the service's own doing, at no
 * other cost.
 */
export function storeDeps({
  redis,
  keys,
  nowMs,
  publisher,
  subrequests = () => 0,
  looks,
}: Given): Deps {
  const silent: RpcOutcome<never> = { ok: false, kind: "unavailable", message: "no node" };
  const refusal = refuse("venue_unavailable", "No venue.");
  return {
    env: {
      PRODUCT_NAME: "Sextant",
      rpcUrls: { 999: ["http://node"], 42161: ["http://node"] },
      addressOverrides: {},
      prices: {},
      // Nobody waits for a share of the venues.
      ZEROX_CALLS_PER_SECOND: 1_000_000,
      UNISWAP_CALLS_PER_SECOND: 1_000_000,
    } as unknown as Deps["env"],
    clock: { nowMs },
    log: () => undefined,
    newId: () => randomUUID(),
    randomBytes: (length) => randomBytes(length),
    draw: () => {
      throw new Error("no order of these tests is random");
    },
    sleep: async () => undefined,
    // What comes behind an answer is no part of these tests, and may outlive their store.
    defer: (_name, work) => void work.catch(() => undefined),
    caches: createIsolate().caches,
    redis,
    keys,
    wallet: none("wallet") as Deps["wallet"],
    facilitator: none("facilitator") as Deps["facilitator"],
    chain: (chainId) => ({
      chainId,
      addresses: chainAddresses(chainId),
      rpc: {
        // Safe: an outcome that says "unavailable" is one of every call.
        send: async (calls) => calls.map(() => silent) as never,
        sendOnce: async () => silent,
      },
      receipts: none("receipts") as ChainDeps["receipts"],
    }),
    venue: (id) => ({ id, quote: async () => refusal, transaction: async () => refusal }),
    modules: createModules(),
    api: fakeApis({
      across: { quote: async () => refusal },
      hyperliquid: silentHyperliquid,
      gmx: { snapshot: async () => refusal },
    }),
    channels: [],
    webhooks: none("webhooks") as Deps["webhooks"],
    sealer: none("sealer") as Deps["sealer"],
    receiptSigner: none("receiptSigner") as Deps["receiptSigner"],
    publisher,
    model: undefined,
    subrequests,
    localClock: undefined,
    routes: [],
    tables: tablesThatLook(looks ?? { perp_a: unreadable, perp_b: unreadable }),
  };
}

const unreadable = async () => ({ kind: "unreadable" }) as const;

const none = (name: string): object =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error(`a tick without a chain has no use for the ${name}`);
      },
    },
  );
