import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { expect, test } from "vitest";
import { PERP_LIMITS, type PerpLimits } from "../../../schemas/perp-limits.ts";
import type { RpcCall } from "../../../src/chain/rpc-call.ts";
import { checkHyperliquidAction } from "../../../src/hyperliquid/check-hyperliquid-action.ts";
import { allow } from "../../../src/lib/allow.ts";
import type { ExecutionContext } from "../../../src/pipeline/execution-context.ts";
import type { CallPlan } from "../../../src/pipeline/plan.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import type { PerpOrder } from "../../../src/venues/hyperliquid-port.ts";
import { fakeApis } from "../../support/fake-apis.ts";
import { silentHyperliquid } from "../../support/silent-hyperliquid.ts";

const vault: Address = "0x1111111111111111111111111111111111111111";
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
};

/** 5,000 USDC behind positions of 10,000, opened at 2x; the venue binds a twentieth of them. */
function contextOf({ value = 5_000, used = 500, positions = 10_000, resting = [], limits, isDown }: World) {
  const word: Hex = encodeAbiParameters(parseAbiParameters("int64, uint64, uint64, int64"), [
    BigInt(value) * E6,
    BigInt(used) * E6,
    BigInt(positions) * E6,
    0n,
  ]);
  const defaults = Object.fromEntries(Object.entries(PERP_LIMITS).map(([name, one]) => [name, one.default]));
  const orders = resting.map((one) => ({ limitPriceE8: 1_000n * E8, leftE8: E8, reduceOnly: false, ...one }));
  const send = async (calls: readonly RpcCall<unknown>[]) =>
    calls.map((call) => {
      if (isDown) return { ok: false, kind: "unavailable", message: "down" };
      const [{ to }] = call.params as [{ to: Address }];
      if (to.toLowerCase() !== ACCOUNT_MARGIN) throw new Error(`nobody answers ${to}`);
      return { ok: true, value: call.read(word) };
    });
  return {
    deps: {
      clock: { nowMs: () => 1_790_000_000_000 },
      redis: { run: async () => JSON.stringify({ found: [] }) },
      keys: createKeys("sx:"),
      chain: () => ({ rpc: { send } }),
      api: fakeApis({
        hyperliquid: { ...silentHyperliquid, openOrders: async () => allow(orders as PerpOrder[]) },
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

test("behavior: an owner's tighter leverage holds for what is taken back as for what is opened", async () => {
  expect(await takes(1n, { limits: { maxLeverage: 2 } })).toBe("perp_limit_exceeded maxLeverage");
  expect(await takes(1_666n * E6, { limits: { maxLeverage: 3 } })).toBe("taken");
  expect(await takes(1_667n * E6, { limits: { maxLeverage: 3 } })).toBe("perp_limit_exceeded maxLeverage");
});

test("behavior: orders that rest are carried too, but for those that only reduce", async () => {
  const none = { positions: 0, used: 0 };
  expect(await takes(4_800n * E6, { ...none, resting: [{}] })).toBe("perp_limit_exceeded maxLeverage");
  // Once filled, a sixth of its 1,000 may have to be kept, and a fall by 5% takes 50.
  expect(await takes(4_784n * E6, { ...none, resting: [{}] })).toBe("perp_limit_exceeded minLiquidationDistanceBps");
  expect(await takes(4_783n * E6, { ...none, resting: [{}] })).toBe("taken");
  expect(await takes(5_000n * E6, { ...none, resting: [{ reduceOnly: true }] })).toBe("taken");
});

test("behavior: the distance to liquidation holds where leverage alone would not", async () => {
  const far = { limits: { minLiquidationDistanceBps: 3_000 } };
  // Of what is left 250 have to be kept; a fall by 30% takes 3,000: 3,250 stay, and one unit for rounding.
  expect(await takes(1_750n * E6 - 1n, far)).toBe("taken");
  expect(await takes(1_750n * E6, far)).toBe("perp_limit_exceeded minLiquidationDistanceBps");
});

test("behavior: with nothing open all of it may leave; an account under water gives nothing", async () => {
  expect(await takes(5_000n * E6, { positions: 0, used: 0 })).toBe("taken");
  expect(await takes(1n, { value: -1 })).toBe("perp_limit_exceeded maxLeverage");
});

test("error: what cannot be read is not nothing", async () => {
  expect(await takes(1n, { isDown: true })).toBe("rpc_unavailable");
});
