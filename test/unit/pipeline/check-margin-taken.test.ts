import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { expect, test } from "vitest";
import { PERP_LIMITS, type PerpLimits } from "../../../schemas/perp-limits.ts";
import type { RpcCall } from "../../../src/chain/rpc-call.ts";
import { checkHyperliquidAction } from "../../../src/hyperliquid/check-hyperliquid-action.ts";
import { encodeCall } from "../../../src/hyperliquid/encode-call.ts";
import type { ExecutionContext } from "../../../src/kinds/execution-context.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { allow } from "../../../src/lib/verdict.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import type {
  PerpAccount,
  PerpLedgerEntry,
  PerpOrder,
} from "../../../src/venues/hyperliquid-port.ts";
import { fakeApis } from "../../support/fake-apis.ts";
import { silentHyperliquid } from "../../support/silent-hyperliquid.ts";

const vault: Address = "0x1111111111111111111111111111111111111111";
const NOW = 1_790_000_000_000;
const E6 = 1_000_000n;
const E8 = 100_000_000n;
const ACCOUNT_MARGIN = `0x${"80f".padStart(40, "0")}`;

type World = {
  /** In whole USDC. */
  value?: number;
  used?: number;
  positions?: number;
  resting?: Partial<PerpOrder>[];
  limits?: Partial<PerpLimits>;
  isDown?: boolean;
  /**
   * Earlier calls of the same kind that neither chain nor venue was known to show, at so many
   * seconds before now.
   */
  earlier?: { amountBase: bigint; secondsAgo: number }[];
  ledger?: Partial<PerpLedgerEntry>[] | undefined;
  /** What the venue itself says of the account; in whole USDC. */
  venue?: { value: number; positions: number } | undefined;
};

/** 5,000 USDC behind positions of 10,000, opened at 2x; the venue binds a twentieth of them. */
function contextOf({
  value = 5_000,
  used = 500,
  positions = 10_000,
  resting = [],
  limits,
  isDown,
  earlier = [],
  ledger = [],
  venue,
}: World) {
  const word: Hex = encodeAbiParameters(parseAbiParameters("int64, uint64, uint64, int64"), [
    BigInt(value) * E6,
    BigInt(used) * E6,
    BigInt(positions) * E6,
    0n,
  ]);
  const defaults = Object.fromEntries(
    Object.entries(PERP_LIMITS).map(([name, one]) => [name, one.default]),
  );
  const orders = resting.map((one) => ({
    limitPriceE8: 1_000n * E8,
    leftE8: E8,
    reduceOnly: false,
    ...one,
  }));
  const found = earlier.map(({ amountBase, secondsAgo }, nth) => ({
    ...{
      id: `call:${nth}`,
      status: "confirmed",
      hashes: JSON.stringify([]),
      createdAt: NOW - secondsAgo * 1_000,
    },
    data: encodeCall({ kind: "hlClassTransfer", amountBase }),
  }));
  const entries = ledger.map((one) => ({
    ...{ type: "accountClassTransfer", amountBase: undefined, toPerp: false, timeMs: NOW },
    ...one,
  }));
  // Safe: no more of the venue's account is read.
  const seen = {
    ...{ accountValueBase: BigInt(venue?.value ?? value) * E6, marginUsedBase: BigInt(used) * E6 },
    notionalBase: BigInt(venue?.positions ?? positions) * E6,
  } as PerpAccount;
  const send = async (calls: readonly RpcCall<unknown>[]) =>
    calls.map((call) => {
      if (isDown) return { ok: false, kind: "unavailable", message: "down" };
      const [{ to }] = call.params as [{ to: Address }];
      if (to.toLowerCase() !== ACCOUNT_MARGIN) throw new Error(`nobody answers ${to}`);
      return { ok: true, value: call.read(word) };
    });
  return {
    deps: {
      clock: { nowMs: () => NOW },
      redis: { run: async () => JSON.stringify({ found }) },
      keys: createKeys("sx:"),
      chain: () => ({ rpc: { send } }),
      api: fakeApis({
        hyperliquid: {
          ...silentHyperliquid,
          openOrders: async () => allow(orders as PerpOrder[]),
          ledger: async () => allow(entries),
          account: async () => allow(seen),
        },
      }),
    },
    ...{ vault, chainId: 999, stored: async () => ({ perpLimits: { ...defaults, ...limits } }) },
  } as unknown as ExecutionContext;
}

const takes = async (amountBase: bigint, world: World = {}) => {
  const call = { kind: "hlClassTransfer", amountBase } as const;
  const verdict = await checkHyperliquidAction(contextOf(world), call, {} as CallPlan);
  return verdict.ok ? "taken" : `${verdict.code} ${verdict.details?.limit ?? ""}`.trim();
};

test("default: what is left carries the positions at five times, to the unit", async () => {
  // 10,000 / 5 = 2,000 have to stay.
  expect(await takes(3_000n * E6)).toBe("taken");
  expect(await takes(3_000n * E6 + 1n)).toBe("perp_limit_exceeded maxLeverage");
});

test("behavior: an owner's tighter leverage holds for what is taken back and opened", async () => {
  expect(await takes(1n, { limits: { maxLeverage: 2 } })).toBe("perp_limit_exceeded maxLeverage");
  expect(await takes(1_666n * E6, { limits: { maxLeverage: 3 } })).toBe("taken");
  expect(await takes(1_667n * E6, { limits: { maxLeverage: 3 } })).toBe(
    "perp_limit_exceeded maxLeverage",
  );
});

test("behavior: orders that rest are carried too, but for those that only reduce", async () => {
  const none = { positions: 0, used: 0 };
  expect(await takes(4_800n * E6, { ...none, resting: [{}] })).toBe(
    "perp_limit_exceeded maxLeverage",
  );
  // Once filled, a sixth of its 1,000 may have to be kept, and a fall by 5% takes 50.
  expect(await takes(4_784n * E6, { ...none, resting: [{}] })).toBe(
    "perp_limit_exceeded minLiquidationDistanceBps",
  );
  expect(await takes(4_783n * E6, { ...none, resting: [{}] })).toBe("taken");
  expect(await takes(5_000n * E6, { ...none, resting: [{ reduceOnly: true }] })).toBe("taken");
});

test("behavior: the distance to liquidation holds where leverage alone would not", async () => {
  const far = { limits: { minLiquidationDistanceBps: 3_000 } };
  // Of what is left 250 have to be kept; a fall by 30% takes 3,000: 3,250 stay, and one unit for
  // rounding.
  expect(await takes(1_750n * E6 - 1n, far)).toBe("taken");
  expect(await takes(1_750n * E6, far)).toBe("perp_limit_exceeded minLiquidationDistanceBps");
});

test("behavior: with nothing open all may leave; an account under water gives none", async () => {
  expect(await takes(5_000n * E6, { positions: 0, used: 0 })).toBe("taken");
  expect(await takes(1n, { value: -1 })).toBe("perp_limit_exceeded maxLeverage");
});

test("error: what cannot be read is not nothing", async () => {
  expect(await takes(1n, { isDown: true })).toBe("rpc_unavailable");
});

/** 3,000 may leave in all; 1,500 were asked for before, twice. */
const twice = [
  { amountBase: 1_500n * E6, secondsAgo: 20 },
  { amountBase: 1_500n * E6, secondsAgo: 10 },
];
const left = { amountBase: 1_500n * E6 };

test("behavior: a venue ledger transfer is one of the vault's, none if it goes back", async () => {
  const after = (ledger: World["ledger"]) =>
    takes(1n, { earlier: twice, ledger, venue: { value: 2_001, positions: 10_000 } });
  // The venue shows both: 2,001 are left, and 2,000 have to stay.
  expect(await after([left, left])).toBe("taken");
  expect(await after([left])).toBe("perp_limit_exceeded maxLeverage");
  expect(await after([left, { ...left, toPerp: true }])).toBe("perp_limit_exceeded maxLeverage");
  expect(await after([left, { ...left, toPerp: undefined }])).toBe(
    "perp_limit_exceeded maxLeverage",
  );
  expect(await after([left, { ...left, timeMs: NOW - 60_000 }])).toBe(
    "perp_limit_exceeded maxLeverage",
  );
  expect(await after([left, { ...left, type: "send" }])).toBe("perp_limit_exceeded maxLeverage");
});

test("behavior: if the venue has one, the account is the worse of chain and venue", async () => {
  const earlier = [{ amountBase: 1_500n * E6, secondsAgo: 20 }];
  const shown = (venue: World["venue"]) => takes(1_501n * E6, { earlier, ledger: [left], venue });
  // The chain still shows 5,000; the venue 3,500, of which 1,500 may go.
  expect(await shown({ value: 3_500, positions: 10_000 })).toBe("perp_limit_exceeded maxLeverage");
  expect(await shown({ value: 3_501, positions: 10_000 })).toBe("taken");
  expect(await shown({ value: 5_000, positions: 18_000 })).toBe("perp_limit_exceeded maxLeverage");
});
