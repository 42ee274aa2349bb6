import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { PoolKey } from "../calldata/pool-key.ts";
import type { VaultCall } from "../calldata/vault-call.ts";
import { tickMath } from "../chain/tick-math.ts";
import type { Token } from "../chain/token.ts";
import { tokenTable } from "../chain/token-table.ts";
import { chainOf, knownChain } from "../chain-of.ts";
import { formatUnits } from "../lib/format-units.ts";
import { isNative } from "../lib/is-native.ts";
import { poolPrice } from "../liquidity/pool-price.ts";

/** What a call is about, for words: its tokens by address as they were resolved, the vault, and the pool of a position, held against the chain. */
export type CallPlaces = {
  token(address: Address): Token | undefined;
  vault: Address;
  chainId: ChainId;
  pool: PoolKey | undefined;
};

/**
 * A call in words that come from its own bytes: a title, and what its reader has to see of pool, hook, range, amounts and recipients.
 * undefined: its kind has no words here, and those of its plan stand alone.
 */
export function callWords(call: VaultCall, places: CallPlaces): { title?: string; lines: string[] } | undefined {
  const amount = (token: Address, base: bigint) => amountOf(places, token, base);
  const both = ({ currency0, currency1 }: Pair, a: bigint, b: bigint) =>
    `${amount(currency0, a)} and ${amount(currency1, b)}`;
  const to = (recipient: Address | null) =>
    recipient === null
      ? []
      : [`Goes to ${recipient.toLowerCase() === places.vault.toLowerCase() ? "the vault itself" : recipient}.`];
  const pool = places.pool === undefined ? [] : poolLines(places, places.pool);
  switch (call.kind) {
    case "swap": {
      const hooks = "legs" in call ? call.legs.flatMap((leg) => (leg.protocol === "v4" ? leg.pools : [])) : [];
      return { lines: [...hooksOf(hooks), ...to(call.recipient)] };
    }
    case "lpMint":
      return {
        title: `Open a position with at most ${both(call.pool, call.amount0MaxBase, call.amount1MaxBase)}`,
        lines: [
          ...poolLines(places, call.pool),
          rangeLine(places, call),
          `The position belongs to ${call.recipient.toLowerCase() === places.vault.toLowerCase() ? "the vault itself" : call.recipient}.`,
        ],
      };
    case "lpIncrease":
      return {
        title: `Add at most ${both(call, call.amount0MaxBase, call.amount1MaxBase)} to position ${call.tokenId}`,
        lines: pool,
      };
    case "lpDecrease":
    case "lpBurn":
      return {
        lines: [
          `Position ${call.tokenId}: at least ${both(call, call.amount0MinBase, call.amount1MinBase)} come out.`,
          ...pool,
          ...to(call.recipient),
        ],
      };
    case "lpCollect":
      return { lines: [`Position ${call.tokenId}.`, ...pool, ...to(call.recipient)] };
    case "bridge": {
      const { inputToken, inputAmountBase, outputToken, outputAmountBase, destinationChainId } = call;
      const chainThere = knownChain(Number(destinationChainId));
      const there = chainThere?.name ?? `chain ${destinationChainId}`;
      return {
        title: `${call.opType === "transfer" ? "Move" : "Sync"} ${amount(inputToken, inputAmountBase)} from ${chainOf(places.chainId).name} to ${there}`,
        lines: [
          `${arrivalOf(chainThere, outputToken, outputAmountBase)} have to arrive there.`,
          `Goes to ${call.recipient} there.`,
        ],
      };
    }
    default:
      return undefined;
  }
}

type Pair = Pick<PoolKey, "currency0" | "currency1">;

const amountOf = ({ token }: CallPlaces, address: Address, base: bigint): string => {
  const known = token(address);
  return known === undefined
    ? `${base} base units of ${address}`
    : `${formatUnits(base, known.decimals)} ${known.symbol}`;
};

/** By the other chain's own table; its tokens are not read for a card. */
function arrivalOf(chain: ReturnType<typeof knownChain>, token: Address, base: bigint): string {
  const known = chain && tokenTable(chain.id).find(({ address }) => address === token);
  if (known?.decimals === undefined) return `${base} base units of ${token}`;
  return `${formatUnits(base, known.decimals)} ${known.symbol}`;
}

const nameOf = ({ token }: CallPlaces, address: Address): string => token(address)?.symbol ?? address;

function poolLines(places: CallPlaces, pool: PoolKey): string[] {
  const { currency0, currency1, fee, tickSpacing } = pool;
  return [
    `Pool: ${nameOf(places, currency0)} and ${nameOf(places, currency1)}, fee ${formatUnits(BigInt(fee), 4)}%, tick spacing ${tickSpacing}.`,
    ...hooksOf([pool]),
  ];
}

/** Hooks are other people's code, which runs with the call. */
const hooksOf = (pools: readonly PoolKey[]): string[] =>
  [...new Set(pools.map(({ hooks }) => hooks))]
    .filter((hooks) => !isNative(hooks))
    .map((hooks) => `Warning: the pool has the hook ${hooks}, whose code runs with every change of it.`);

function rangeLine(places: CallPlaces, { pool, tickLower, tickUpper }: Extract<VaultCall, { kind: "lpMint" }>): string {
  const [token0, token1] = [places.token(pool.currency0), places.token(pool.currency1)];
  const ends = [tickLower, tickUpper].map((tick) => tickMath.sqrtRatioAtTick(tick));
  const ticks = `ticks ${tickLower} to ${tickUpper}`;
  const [lower, upper] = ends;
  if (token0 === undefined || token1 === undefined || lower === undefined || upper === undefined)
    return `Range: ${ticks}.`;
  const decimals = { decimals0: token0.decimals, decimals1: token1.decimals };
  return `Range: ${poolPrice.text(lower, decimals)} to ${poolPrice.text(upper, decimals)} ${token1.symbol} for one ${token0.symbol} (${ticks}).`;
}
