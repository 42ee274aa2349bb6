import { type Address, type Hex, zeroHash } from "viem";
import type { FollowedCall } from "../../schemas/venue-order.ts";
import type { BridgeCall } from "../calldata/bridge-call.ts";
import { bridgeTokens } from "../calldata/bridge-tokens.ts";
import type { GmxCall } from "../calldata/gmx-call.ts";
import type { HyperliquidCall } from "../calldata/hyperliquid-call.ts";
import { isDelegable } from "../calldata/is-delegable.ts";
import { judgeBridgeCall } from "../calldata/judge-bridge-call.ts";
import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import type { VaultCall } from "../calldata/vault-call.ts";
import { GMX } from "../gmx/gmx.ts";
import { GMX_ORDER_TYPE } from "../gmx/gmx-order-type.ts";
import { isNative } from "../lib/is-native.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { refuse } from "../lib/refuse.ts";
import type { Refusal } from "../lib/verdict.ts";
import { refusalOfHook } from "../liquidity/refusal-of-hook.ts";
import { checkBridge } from "./check-bridge.ts";
import { checkGmxOrder } from "./check-gmx-order.ts";
import { checkHyperliquidAction } from "./check-hyperliquid-action.ts";
import { checkOracleSwap } from "./check-oracle-swap.ts";
import { checkPosition } from "./check-position.ts";
import type { Checked } from "./checked.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { followGmxOrder } from "./follow-gmx-order.ts";
import { followHyperliquidOrder } from "./follow-hyperliquid-order.ts";
import { hyperliquidLowersRisk } from "./hyperliquid-lowers-risk.ts";
import { ownPoolSwap } from "./own-pool-swap.ts";
import type { CallPlan } from "./plan.ts";
import type { MovedAssets } from "./read-nav-effect.ts";

type Kind = VaultCall["kind"];
type OfKind<K extends Kind> = Extract<VaultCall, { kind: K }>;

/** What holds for a kind of call, read from its bytes, whichever tool planned it. */
export type CallRule<C extends VaultCall = VaultCall> = {
  /** The NAV Shield measures it. */
  movesAssets: boolean;
  /** The agent never sends it. */
  ownerOnly: boolean;
  /** Every account that gets something by it: each has to be the vault. */
  recipients(call: C): readonly Address[];
  /** Unix seconds in its calldata; where a kind has one, it is at most as late as a swap's may be. */
  deadlineSec?(call: C): bigint;
  /** The agent sends it even where the oracle's prices are means over too short a time: its `check` bounds it without them. */
  evenWithShortWindow?: true;
  /**
   * A way out: it is judged by its own minimum and by the value right before it, never by the 24-hour high, a NAV that cannot be
   * measured, an oracle's window or distance, or the loss budget (decisions 285 and 390).
   */
  lowersRisk?(call: C): boolean;
  /** What it moves to another chain without the supply that stands for it: NAV per unit falls by that on purpose. */
  moves?(call: C, ctx: ExecutionContext): MovedAssets | undefined;
  /** Tokens whose oracle price decides what it does, beside the base token's. */
  priced?(call: C): readonly Address[];
  /** What it orders of a venue that acts after the transaction: followed until the venue has, or has not (decision 287). */
  follow?(call: C, ctx: ExecutionContext): FollowedCall | undefined;
  /** Its `check` bounds what comes after the simulated block: it runs at the build and again right before the call is sent. */
  boundByCheck?: true;
  /** It follows a price, or has an id of its own, and is not the same planned twice: what was approved is sent as it was approved. */
  sentAsApproved?: true;
  /** What the call alone says against it. */
  refusal?(call: C, ctx: ExecutionContext): Refusal | undefined;
  /** A check of its own beside the NAV Shield, over figures that it reads itself, at the same time as the simulation. `own`: right before sending, the attempt that it is written down as. */
  check?(ctx: ExecutionContext, call: C, plan: CallPlan, own?: string): Promise<Checked>;
};

/** The rule of a call, or undefined: no tool may plan such a one. */
export const callRule = (call: VaultCall): CallRule | undefined =>
  // Safe: a rule is looked up by the kind of the very call that it is asked about.
  RULES[call.kind] as CallRule | undefined;

/**
 * On the venue's own chain alone. No argument names an account but USDC's system address, which the decoder demands and which means the vault. The
 * NAV Shield cannot measure it: nothing happens in the simulated block, and the vault's NAV is locked while a deposit settles (decision 275).
 */
const hyperliquid: CallRule<HyperliquidCall> = {
  movesAssets: false,
  ownerOnly: false,
  recipients: () => [],
  lowersRisk: hyperliquidLowersRisk,
  boundByCheck: true,
  follow: followHyperliquidOrder,
  refusal: (_call, { chainId }) => (chainId === 999 ? undefined : elsewhere),
  check: checkHyperliquidAction,
};
const elsewhere = refuse("calldata_rejected", "Calls for Hyperliquid are made on chain 999 alone. Nothing was built.");

/** Every kind of call that a tool may plan; what is not here is refused. Any other swap has a plan of its own (plan.ts). */
const RULES: { readonly [K in Kind]?: CallRule<OfKind<K>> } = {
  wrap: { movesAssets: true, ownerOnly: false, recipients: ({ recipient }) => [recipient] },
  unwrap: { movesAssets: true, ownerOnly: false, recipients: ({ recipient }) => [recipient] },
  lpMint: {
    ...position(({ recipient, sweptTo }) => [recipient, ...(sweptTo === null ? [] : [sweptTo])]),
    refusal: ({ pool }) => refusalOfHook(pool.hooks),
  },
  lpIncrease: position(({ sweptTo }) => (sweptTo === null ? [] : [sweptTo])),
  lpDecrease: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },
  lpCollect: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },
  lpBurn: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },
  delegation: {
    movesAssets: false,
    ownerOnly: true,
    recipients: () => [],
    refusal: ({ changes }) => {
      const forbidden = changes.find(({ selector, isDelegated }) => isDelegated && !isDelegable(selector));
      return forbidden && neverDelegated(forbidden.selector);
    },
  },
  // The vault's adapter stakes for the vault alone and with its own pool: no argument names an account.
  stake: { movesAssets: true, ownerOnly: false, recipients: () => [] },
  undelegateStake: { movesAssets: true, ownerOnly: false, recipients: () => [], lowersRisk: () => true },
  unstake: { movesAssets: true, ownerOnly: false, recipients: () => [], lowersRisk: () => true },
  claimStakingRewards: { movesAssets: true, ownerOnly: false, recipients: () => [], lowersRisk: () => true },
  // Only in the oracle's own pool, and small (check-oracle-swap.ts): both shields compare with that very pool.
  swap: {
    movesAssets: true,
    ownerOnly: false,
    recipients: ({ recipient }) => [recipient],
    deadlineSec: ({ deadlineSec }) => deadlineSec ?? 0n,
    evenWithShortWindow: true,
    refusal: (call, { deps, chainId }) =>
      ownPoolSwap(call, deps.chain(chainId).addresses.oracle) === undefined ? unquotedSwap : undefined,
    check: checkOracleSwap,
  },
  // What leaves goes to the vault's own address on the other chain, which the adapter sees to as well.
  bridge: {
    movesAssets: true,
    ownerOnly: false,
    recipients: ({ depositor, recipient }) => [depositor, recipient],
    deadlineSec: ({ fillDeadlineSec }) => BigInt(fillDeadlineSec),
    priced: ({ inputToken }) => [inputToken],
    moves: (call, { chainId }) =>
      call.opType === "sync" ? { token: call.inputToken, amountBase: arriving(call, chainId) } : undefined,
    refusal: (call, { deps, chainId, vault }) => {
      const { wrappedNative } = deps.chain(chainId).addresses;
      const judged = judgeBridgeCall(call, { vault: lowerHex(vault), chainId, wrappedNative });
      return judged.ok ? undefined : judged;
    },
    check: checkBridge,
  },
  hlDeposit: hyperliquid,
  hlOrder: { ...hyperliquid, sentAsApproved: true },
  hlCancel: hyperliquid,
  hlClassTransfer: hyperliquid,
  hlSpotSend: hyperliquid,
  gmxIncrease: {
    ...gmx(ordered),
    boundByCheck: true,
    sentAsApproved: true,
    priced: ({ collateralToken }) => [collateralToken],
    refusal: refusalOfGmxOrder,
  },
  gmxDecrease: { ...gmx(ordered), sentAsApproved: true, lowersRisk: () => true, refusal: refusalOfGmxOrder },
  gmxUpdate: { ...gmx(() => []), lowersRisk: () => true },
  gmxCancel: { ...gmx(() => []), lowersRisk: () => true },
  gmxClaimFunding: { ...gmx(({ receiver }) => [receiver]), lowersRisk: () => true },
  gmxClaimCollateral: { ...gmx(({ receiver }) => [receiver]), lowersRisk: () => true },
  revokeAllDelegations: { movesAssets: false, ownerOnly: true, recipients: () => [] },
};

/** Calls to GMX are alike in this. The fee of a keeper leaves with most of them; tx.gasprice is 0 in a simulation, so the NAV Shield sees none of it. */
function gmx<C extends GmxCall>(recipients: CallRule<C>["recipients"]): CallRule<C> {
  return {
    movesAssets: true,
    ownerOnly: false,
    recipients,
    refusal: refusalOfChain,
    check: checkGmxOrder,
    follow: followGmxOrder,
  };
}

type GmxOrderCall = Extract<GmxCall, { kind: "gmxIncrease" | "gmxDecrease" }>;

function ordered({ receiver, cancellationReceiver, uiFeeReceiver }: GmxOrderCall): Address[] {
  return [receiver, cancellationReceiver, uiFeeReceiver];
}

function refusalOfChain(_call: unknown, { chainId }: ExecutionContext): Refusal | undefined {
  return chainId === GMX.chainId ? undefined : notOnGmx;
}

/** The adapter overwrites what is refused here: an order that says otherwise would be another one than was signed. */
function refusalOfGmxOrder(call: GmxOrderCall, ctx: ExecutionContext): Refusal | undefined {
  const { marketIncrease, marketDecrease, limitDecrease, stopLossDecrease } = GMX_ORDER_TYPE;
  const types: readonly number[] =
    call.kind === "gmxIncrease" ? [marketIncrease] : [marketDecrease, limitDecrease, stopLossDecrease];
  const isPlain =
    types.includes(call.orderType) &&
    isNative(call.callbackContract) &&
    call.swapPath.length === 0 &&
    call.dataList.length === 0 &&
    call.referralCode === zeroHash &&
    !call.shouldUnwrapNativeToken &&
    call.decreasePositionSwapType === 0 &&
    call.executionFeeWei + call.callbackGasLimit + call.validFromSec === 0n;
  return isPlain ? refusalOfChain(call, ctx) : otherOrder;
}

/** What is to arrive, in base units of the token that leaves. */
function arriving(
  { inputToken, outputToken, outputAmountBase, destinationChainId }: BridgeCall,
  chainId: number,
): bigint {
  const [input, output] = [
    bridgeTokens.at(chainId, inputToken),
    bridgeTokens.at(Number(destinationChainId), outputToken),
  ];
  return input === undefined || output === undefined ? 0n : bridgeTokens.rescale(outputAmountBase, output, input);
}

/** All calls on liquidity positions are alike in this. Fees and what is closed go to the caller, which is the vault. */
function position<C extends LiquidityCall>(recipients: CallRule<C>["recipients"]): CallRule<C> {
  return {
    movesAssets: true,
    ownerOnly: false,
    recipients,
    deadlineSec: (call) => call.deadlineSec,
    check: checkPosition,
  };
}

const unquotedSwap = refuse(
  "calldata_rejected",
  "This call is a swap, but none in the oracle's own pool. Nothing was built: ask for it as a swap.",
);

const notOnGmx = refuse("calldata_rejected", "Calls to GMX are made on chain 42161 alone. Nothing was built.");
const otherOrder = refuse(
  "perp_action_forbidden",
  "The vault's adapter takes market entries, market exits, take profits and stop losses, and nothing else of an order. Nothing was built.",
);

const neverDelegated = (selector: Hex): Refusal =>
  refuse("selector_not_allowed", `${selector} is never delegated to an agent wallet. Nothing was built.`, { selector });
