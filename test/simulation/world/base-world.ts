import type { Address, Hex } from "viem";
import type { ChainId } from "../../../schemas/chains.ts";
import type { ReadCall, StoreScript, WriteCall } from "../../../src/store/kernel/define-script.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import type { ChainState } from "../chain/chain-state.ts";
import { FIRST_PRICE } from "../chain/market.ts";
import { simTokens } from "../chain/sim-tokens.ts";
import { createSimWallet } from "../chain/sim-wallet.ts";
import { createSimRedis, type SimRedis } from "../redis/create-sim-redis.ts";
import { keepVenuePrices } from "./keep-venue-prices.ts";
import { PARTIES } from "./party.ts";

/** 2026-09-01T00:00:00Z. */
const START_MS = 1_788_220_800_000;
const GRANTED: readonly Hex[] = ["0x3593564c", "0x24856bc3", "0x2213bc0b", "0x770d096f"];

export type Base = { startMs: number; genesis: ChainState; redis: SimRedis };
const MADE = new Map<ChainId, Promise<Base>>();

/**
 * Where every history of a chain begins: three vaults with funds, delegated to their agents, two
 * operators who can be told.
 */
export function baseWorld(chainId: ChainId): Promise<Base> {
  const known = MADE.get(chainId) ?? makeBase(chainId);
  MADE.set(chainId, known);
  return known;
}

async function makeBase(chainId: ChainId): Promise<Base> {
  const { usdc, weth } = simTokens(chainId);
  const redis = createSimRedis({ nowMs: () => START_MS });
  const keys = createKeys("sx:");
  const wallet = createSimWallet();
  let ids = 0;
  const run = <I extends ReadCall, O>(
    script: StoreScript<I, O>,
    input: Omit<I, keyof WriteCall>,
  ): Promise<O> => {
    ids += 1;
    // Safe: these two are what is left out of the input.
    return script.run(redis.redis, keys, {
      requestId: `base-${ids}`,
      nowMs: START_MS,
      ...input,
    } as unknown as I);
  };
  const balances: Record<string, bigint> = {};
  const owners: Record<Address, Address> = {};
  const selectors: Record<string, readonly Hex[]> = {};
  const nonces: Record<Address, number> = {};
  for (const { vault, operator, nonce } of PARTIES) {
    const agent = await wallet.address(vault, 1);
    balances[`${vault}:${usdc}`] = 100_000_000_000n;
    balances[`${vault}:${weth}`] = 50n * 10n ** 18n;
    owners[vault] = operator;
    nonces[agent] = nonce;
    selectors[`${vault}:${agent}`] = GRANTED;
    await run(saveDelegation, {
      chainNonce: nonce,
      record: {
        enabled: true,
        vault,
        chainId,
        operator,
        agent,
        keyVersion: 1,
        selectors: [...GRANTED],
        confirmedAt: START_MS,
      },
    });
    const expected = { vault, chainId, was: "confirm" } as const;
    await run(saveSetting, { operator, field: "execMode", value: "autonomous", expected });
    redis.command(
      "MSET",
      keys.channels(operator),
      "telegram",
      keys.pairing("telegram", operator),
      JSON.stringify({ chatId: `chat-${operator.slice(2, 4)}` }),
    );
  }
  keepVenuePrices(redis, keys, chainId, FIRST_PRICE);
  const prices = {
    poolPrice: FIRST_PRICE,
    oraclePrice: FIRST_PRICE,
    coins: {},
    oracleSlots: { held: 320, next: 320 },
  };
  return { startMs: START_MS, genesis: { nonces, balances, owners, selectors, ...prices }, redis };
}
