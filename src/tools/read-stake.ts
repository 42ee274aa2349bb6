import { type Address, type Hex, zeroHash } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import type { Token } from "../chain/resolve-token.ts";
import { type StakeBalance, type StakingPool, stakingReads } from "../chain/staking-reads.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { smaller } from "../lib/integers.ts";
import { parseTradeAmount } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { human, tokenOf, tooLittle } from "./call-facts.ts";
import type { ToolContext } from "./tool.ts";

/**
 * The vault earns `rewardBase` as a member; finalization pays `operatorRewardBase` to operator and
 * pal.
 */
type OwnPool = StakingPool & {
  poolId: Hex;
  rewardBase: bigint;
  operatorRewardBase: bigint;
  /** False: rewards of the last epoch are not shared yet. */
  isFinalized: boolean;
  /** It was credited in the running epoch. */
  earnsNow: boolean;
};

/** Amounts in base units of GRG. */
export type Stake = {
  proxy: Address;
  grg: Token;
  /** GRG counts in the vault's NAV, as stake always does. */
  isGrgCounted: boolean;
  baseToken: Address;
  /** Held by the vault and not staked. */
  heldBase: bigint;
  delegated: StakeBalance;
  undelegated: StakeBalance;
  epoch: bigint;
  /** Any account may end the epoch from then on. */
  epochEndsAtSec: number;
  pool: OwnPool | null;
};

/**
 * Reads in two requests; the second needs the pool's id and the token. Refuses with rpc_unavailable
 * or chain_not_supported.
 */
export async function readStake(ctx: ToolContext): Promise<Verdict<Stake>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const addresses = requireContracts(chain, "stakingProxy");
  if (!addresses.ok) return addresses;
  const proxy = addresses.value.stakingProxy;
  const [grgAt, poolId, epoch, endsAtSec, delegated, undelegated, active] = await chain.rpc.send([
    stakingReads.grg(proxy),
    stakingReads.poolId(proxy, ctx.vault),
    stakingReads.currentEpoch(proxy),
    stakingReads.epochEndsAtSec(proxy),
    stakingReads.stake(proxy, ctx.vault, "delegated"),
    stakingReads.stake(proxy, ctx.vault, "undelegated"),
    vaultReads.activeTokens(ctx.vault),
  ]);
  if (
    !grgAt.ok ||
    !poolId.ok ||
    !epoch.ok ||
    !endsAtSec.ok ||
    !delegated.ok ||
    !undelegated.ok ||
    !active.ok
  )
    return unreadable;
  const [grg, [held], pool] = await Promise.all([
    tokenOf(ctx, grgAt.value),
    chain.rpc.send([accountReads.balance(grgAt.value, ctx.vault)]),
    poolId.value === zeroHash ? allow(null) : readPool(ctx, proxy, poolId.value, epoch.value),
  ]);
  if (!grg.ok) return grg;
  if (!pool.ok) return pool;
  if (!held.ok) return unreadable;
  const { baseToken, activeTokens } = active.value;
  return allow({
    proxy,
    grg: grg.value,
    isGrgCounted: [baseToken, ...activeTokens].includes(grgAt.value),
    baseToken,
    heldBase: held.value,
    delegated: delegated.value,
    undelegated: undelegated.value,
    epoch: epoch.value,
    epochEndsAtSec: Number(endsAtSec.value),
    pool: pool.value,
  });
}

async function readPool(
  ctx: ToolContext,
  proxy: Address,
  poolId: Hex,
  epoch: bigint,
): Promise<Verdict<Stake["pool"]>> {
  const { rpc } = ctx.deps.chain(ctx.chainId);
  const [pool, reward, operatorReward, lastFees, fees] = await rpc.send([
    stakingReads.pool(proxy, poolId),
    stakingReads.memberReward(proxy, poolId, ctx.vault),
    stakingReads.operatorReward(proxy, poolId),
    stakingReads.creditedFees(proxy, poolId, epoch - 1n),
    stakingReads.creditedFees(proxy, poolId, epoch),
  ]);
  if (!pool.ok || !reward.ok || !operatorReward.ok || !lastFees.ok || !fees.ok) return unreadable;
  return allow({
    ...pool.value,
    poolId,
    rewardBase: reward.value,
    operatorRewardBase: operatorReward.value,
    isFinalized: lastFees.value === 0n,
    earnsNow: fees.value > 0n,
  });
}

const unreadable = refuse(
  "rpc_unavailable",
  "The vault's stake could not be read from the chain. Nothing was built; please try again.",
);

/** Stake undelegated in this epoch and the next (MixinStake.unstake, docs/facts/staking.md). */
export const withdrawableBase = ({ undelegated }: Pick<Stake, "undelegated">): bigint =>
  smaller(undelegated.nowBase, undelegated.nextBase);

export const stakeFigures = (stake: Stake) => ({
  token: stake.grg.address,
  decimals: stake.grg.decimals,
  heldBase: stake.heldBase.toString(),
  delegatedBase: stake.delegated.nextBase.toString(),
  undelegatedBase: stake.undelegated.nextBase.toString(),
  withdrawableBase: withdrawableBase(stake).toString(),
  rewardBase: (stake.pool?.rewardBase ?? 0n).toString(),
  epoch: stake.epoch.toString(),
  epochEndsAt: stake.epochEndsAtSec * 1_000,
});

/**
 * Amount in base units, at most `most`, which `what` says in words. Refuses with invalid_request or
 * insufficient_balance.
 */
export function stakeAmount(
  { grg }: Pick<Stake, "grg">,
  text: string,
  { most, what }: { most: bigint; what: string },
): Verdict<bigint> {
  const amount = parseTradeAmount(text, grg.decimals);
  if (!amount.ok || amount.value <= most) return amount;
  const shown = human(grg, most);
  return tooLittle(`Only ${shown} of the vault's ${what}. Lower the amount.`, grg, {
    heldBase: most,
    neededBase: amount.value,
  });
}

/** Stake cannot move while last epoch's rewards are unshared (STAKING_POOL_NOT_FINALIZED_ERROR). */
export function refusalOfUnshared({
  pool,
  epoch,
}: Pick<Stake, "pool" | "epoch">): Refusal | undefined {
  if (pool === null || pool.isFinalized) return undefined;
  const earnedIn = (epoch - 1n).toString();
  return refuse(
    "rewards_unclaimed",
    `The vault's staking pool earned rewards in epoch ${earnedIn}, and its stake cannot be ` +
      "moved before they are shared. Claim the rewards first: that shares them.",
    { epoch: earnedIn, rewardBase: pool.rewardBase.toString() },
  );
}

/** @example "epoch 3 is over: any account may end it from 2026-12-06 10:00 UTC on" */
export const epochText = (
  { epoch, epochEndsAtSec }: Pick<Stake, "epoch" | "epochEndsAtSec">,
  nowMs: number,
): string =>
  epochEndsAtSec * 1_000 <= nowMs
    ? `epoch ${epoch} is over since ${utcMinute(epochEndsAtSec * 1_000)} and any account may ` +
      "end it now"
    : `any account may end epoch ${epoch} from ${utcMinute(epochEndsAtSec * 1_000)} on`;

/** Sentence for a vault whose NAV counts stake and not GRG; else empty. */
export const uncountedText = ({
  grg,
  isGrgCounted,
}: Pick<Stake, "grg" | "isGrgCounted">): string =>
  isGrgCounted
    ? ""
    : ` The vault does not track ${grg.symbol}: its NAV counts what arrives only after the ` +
      "vault has bought some, so the NAV falls by it.";
