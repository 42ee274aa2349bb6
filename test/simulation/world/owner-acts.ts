import type { Address, Hex } from "viem";
import { market } from "../chain/market.ts";
import { simTokens } from "../chain/sim-tokens.ts";
import type { World } from "./create-world.ts";
import { PARTIES } from "./party.ts";

const GRANTED: readonly Hex[] = ["0x3593564c", "0x24856bc3", "0x2213bc0b", "0x770d096f"];
const BUYER = `0x${"bb".repeat(20)}` as const;

/** The owner's own transaction on the first vault's delegation. */
export function revoke({ chain }: World, what: "revoke" | "grant"): void {
  const { vault } = PARTIES[0]!;
  chain.change((state) => ({
    ...state,
    selectors: Object.fromEntries(
      Object.entries(state.selectors).map(([key, held]) =>
        key.startsWith(`${vault}:`) ? [key, what === "revoke" ? [] : GRANTED] : [key, held],
      ),
    ),
  }));
}

/**
 * The coin of the first vault's agent: gone, or just what its transaction that waits may cost (one
 * at the fees of now when none does), or plenty again.
 */
export function fund({ chain }: World, what: "dry" | "low" | "plenty"): void {
  const { vault } = PARTIES[0]!;
  chain.change((state) => {
    const coins: Record<Address, bigint> = { ...state.coins };
    for (const key of Object.keys(state.selectors)) {
      if (!key.startsWith(`${vault}:`)) continue;
      const agent = key.slice(vault.length + 1) as Address;
      const costs = chain
        .waiting()
        .flatMap(({ from, gas, maxFeePerGas }) => (from === agent ? [gas * maxFeePerGas] : []));
      const justWei =
        costs.at(0) ?? 250_000n * (chain.baseFeeAt(chain.head()) * 2n + chain.shape.tipWei);
      if (what === "plenty") delete coins[agent];
      else coins[agent] = what === "dry" ? 0n : justWei;
    }
    return { ...state, coins };
  });
}

/**
 * The owner trades the first vault's USDC for WETH at the oracle's price, all but so many; or WETH
 * back, until both are worth the same. Its NAV stays what it was.
 */
export function trade(
  { chain, chainId }: Pick<World, "chain" | "chainId">,
  keepsUsdc: bigint | "half",
): void {
  const { usdc, weth } = simTokens(chainId);
  const { vault } = PARTIES[0]!;
  const [usdcKey, wethKey] = [`${vault}:${usdc}`, `${vault}:${weth}`];
  chain.change((state) => {
    const { oraclePrice, balances } = state;
    const total =
      (balances[usdcKey] ?? 0n) + market.convert(balances[wethKey] ?? 0n, true, oraclePrice);
    const kept = keepsUsdc === "half" ? total / 2n : keepsUsdc;
    const rest = market.convert(total - kept, false, oraclePrice);
    return { ...state, balances: { ...balances, [usdcKey]: kept, [wethKey]: rest } };
  });
}

const WINDOWS = {
  "oracle window is short": { held: 1, next: 1 },
  "oracle window is being widened": { held: 10, next: 320 },
  "oracle window is wide": { held: 320, next: 320 },
};

/** How many observations the oracle's pools hold, which anybody may widen. */
export function changeWindow({ chain }: World, event: keyof typeof WINDOWS): void {
  chain.change((state) => ({ ...state, oracleSlots: WINDOWS[event] }));
}

/** The first vault gets another owner, or its old one back. */
export function sell({ chain }: World): void {
  const { vault, operator } = PARTIES[0]!;
  chain.change((state) => ({
    ...state,
    owners: { ...state.owners, [vault]: state.owners[vault] === operator ? BUYER : operator },
  }));
}
