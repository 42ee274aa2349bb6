import type { Address } from "viem";
import type { LimitVenue } from "../../schemas/vault-limits.ts";
import type { VaultCall } from "../calldata/vault-call.ts";
import { venueOfSwap } from "../calldata/venue-of-swap.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import { hyperliquidLowersRisk } from "./hyperliquid-lowers-risk.ts";
import type { MovedAssets } from "./read-nav-effect.ts";

/**
 * What a vault's limits hold a call against, read from its bytes: where it goes, what it gives away at most, and every token that the
 * vault may come to hold for it.
 */
export type LimitedCall = {
  venue: LimitVenue;
  gives: readonly MovedAssets[];
  buys: readonly Address[];
};

/** undefined: a way out (what closes, takes out, collects, claims, cancels), or a change within the vault: never counted, never refused. */
export const limitedCall = (call: VaultCall, addresses: ChainAddresses): LimitedCall | undefined =>
  // Safe: a reading is looked up by the kind of the very call that it reads.
  (READINGS[call.kind] as Reading<VaultCall> | null)?.(call, addresses);

type Kind = VaultCall["kind"];
type Reading<C> = (call: C, addresses: ChainAddresses) => LimitedCall | undefined;

/** Every kind of call: a new one is compiled only once it says what it is to the limits. null: free of them, or never planned. */
const READINGS: { readonly [K in Kind]: Reading<Extract<VaultCall, { kind: K }>> | null } = {
  swap: (call) => ({
    venue: venueOfSwap(call),
    gives: [{ token: call.tokenIn, amountBase: call.amountInBase }],
    buys: [call.tokenOut],
  }),
  // A position turns one of its tokens into the other as the price moves.
  lpMint: ({ pool, amount0MaxBase, amount1MaxBase }) => added(pool, amount0MaxBase, amount1MaxBase),
  lpIncrease: (call) => added(call, call.amount0MaxBase, call.amount1MaxBase),
  bridge: ({ inputToken, inputAmountBase }) => ({
    venue: "across",
    gives: [{ token: inputToken, amountBase: inputAmountBase }],
    buys: [],
  }),
  stake: ({ amountBase }, { tokens }) => ({
    venue: "staking",
    gives: [{ token: tokens.find(({ symbol }) => symbol === "GRG")?.address ?? UNKNOWN, amountBase }],
    buys: [],
  }),
  hlDeposit: ({ amountBase }, { usdc }) => ({
    venue: "hyperliquid",
    gives: [{ token: usdc, amountBase }],
    buys: [],
  }),
  // Its margin is at the venue already: nothing leaves the vault.
  hlOrder: (call) => (hyperliquidLowersRisk(call) ? undefined : { venue: "hyperliquid", gives: [], buys: [] }),
  gmxIncrease: ({ collateralToken, collateralDeltaBase }) => ({
    venue: "gmx",
    gives: [{ token: collateralToken, amountBase: collateralDeltaBase }],
    buys: [],
  }),
  wrap: null,
  unwrap: null,
  lpDecrease: null,
  lpCollect: null,
  lpBurn: null,
  undelegateStake: null,
  unstake: null,
  claimStakingRewards: null,
  hlCancel: null,
  hlClassTransfer: null,
  hlSpotSend: null,
  gmxDecrease: null,
  gmxUpdate: null,
  gmxCancel: null,
  gmxClaimFunding: null,
  gmxClaimCollateral: null,
  delegation: null,
  revokeAllDelegations: null,
  sweep: null,
  transfer: null,
  unsupportedCommand: null,
  unsupported: null,
  unknown: null,
};

/** No token is there: the oracle has no price for it, so what is measured with it is refused. */
const UNKNOWN: Address = "0xffffffffffffffffffffffffffffffffffffffff";

const added = (
  { currency0, currency1 }: { currency0: Address; currency1: Address },
  amount0: bigint,
  amount1: bigint,
): LimitedCall => ({
  venue: "uniswap",
  gives: [
    { token: currency0, amountBase: amount0 },
    { token: currency1, amountBase: amount1 },
  ],
  buys: [currency0, currency1],
});
