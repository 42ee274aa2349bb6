import { type Address, encodeFunctionData, type Hex } from "viem";
import { stakingAbi, stakingReads } from "../chain/staking-reads.ts";
import type { OwnerStep } from "../kinds/plan.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { allow, type Refusal, refuse } from "../lib/verdict.ts";
import { readHead } from "../pipeline/read-call-facts.ts";
import { chainInput } from "./chain-argument.ts";
import { readStake, type Stake, stakeFigures } from "./read-stake.ts";
import { stakingTool } from "./staking-tool.ts";
import { defineTool } from "./tool.ts";

export const govEndEpoch = defineTool({
  name: "gov_end_epoch",
  aliases: ["grg_end_epoch"],
  description:
    "Returns the transactions that end the staking epoch once its 14 days are over, for the " +
    "owner's own wallet: the epoch's end, and sharing the rewards of the vault's staking " +
    "pool where it earned some. Never sent by the agent.",
  ...stakingTool,
  says: ["end the epoch", "end|finalize|finalise|close [current] [grg|staking] epoch"],
  leastScope: "owner",
  ownerOnly: true,
  input: chainInput,
  example: {},
  model: {
    grounding: {
      example: "end the staking epoch",
      acts: ["end epoch", "finalize epoch"],
      words: "staking grg running",
      fields: { chain: { is: "chain", role: "at" } },
      card: { venue: "GRG staking", to: "everybody who stakes" },
    },
  },
  plan: async (ctx) => {
    const chain = ctx.deps.chain(ctx.chainId);
    const [head, stake, owner] = await Promise.all([
      readHead(chain),
      readStake(ctx),
      ctx.operator ?? ctx.owner(),
    ]);
    if (!head.ok) return head;
    if (!stake.ok) return stake;
    const sender = typeof owner === "string" ? allow(owner) : owner;
    if (!sender.ok) return sender;
    const { proxy, epoch, pool } = stake.value;
    const [unfinalized] = await chain.rpc.send([stakingReads.poolsToFinalize(proxy, epoch - 1n)]);
    if (!unfinalized.ok)
      return refuse(
        "rpc_unavailable",
        "The staking contract could not be read. Nothing was built; please try again.",
      );
    const isOwnOpen = pool?.isFinalized === false;
    const refusal = refusalOf(stake.value, {
      blockTimeSec: head.value.block.timestampSec,
      others: unfinalized.value - (isOwnOpen ? 1n : 0n),
    });
    if (refusal !== undefined) return refusal;
    const share = pool === null ? [] : [finalizing(proxy, pool.poolId)];
    const isShared = pool?.earnsNow === true;
    return allow({
      kind: "owner" as const,
      sender: sender.value,
      head: head.value,
      steps: [...(isOwnOpen ? share : []), ending(proxy, epoch), ...(isShared ? share : [])],
      message: [
        `Ends staking epoch ${epoch}, whose time was over at ` +
          `${utcMinute(stake.value.epochEndsAtSec * 1_000)}. Epoch ${epoch + 1n} can be ended ` +
          "14 days after this is mined.",
        ...(isOwnOpen
          ? [
              `The rewards of epoch ${epoch - 1n} of the vault's staking pool are shared ` +
                "before that.",
            ]
          : []),
        ...(isShared
          ? [
              "What the vault's staking pool earned in it is shared right after: its " +
                "operator is paid, the vault's part waits to be claimed.",
            ]
          : []),
      ].join(" "),
      suggestions: ["Claim the vault's rewards with gov_claim_rewards afterwards"],
      answerData: { stake: stakeFigures(stake.value) },
    });
  },
});

/** Refuses before the epoch's end, and while others' pools of the last epoch are not finalized. */
function refusalOf(
  { epoch, epochEndsAtSec }: Stake,
  { blockTimeSec, others }: { blockTimeSec: number; others: bigint },
): Refusal | undefined {
  if (epochEndsAtSec > blockTimeSec)
    return refuse(
      "epoch_running",
      `Staking epoch ${epoch} is not over: any account may end it from ` +
        `${utcMinute(epochEndsAtSec * 1_000)} on.`,
      { epoch: epoch.toString(), epochEndsAt: epochEndsAtSec * 1_000 },
    );
  if (others <= 0n) return undefined;
  return refuse(
    "pools_not_finalized",
    `Staking epoch ${epoch} cannot be ended yet: ${others} other staking ` +
      `${others === 1n ? "pool" : "pools"} earned rewards in epoch ${epoch - 1n} and must be ` +
      "finalized first, which any account may do (finalizePool on the staking proxy; its event " +
      "StakingPoolEarnedRewardsInEpoch names them).",
    { epoch: epoch.toString(), poolsToFinalize: others.toString() },
  );
}

const ending = (to: Address, epoch: bigint): OwnerStep => ({
  to,
  data: encodeFunctionData({ abi: stakingAbi, functionName: "endEpoch" }),
  valueWei: 0n,
  description: `End staking epoch ${epoch}`,
  expected: { kind: "endEpoch" },
});

const finalizing = (to: Address, poolId: Hex): OwnerStep => ({
  to,
  data: encodeFunctionData({ abi: stakingAbi, functionName: "finalizePool", args: [poolId] }),
  valueWei: 0n,
  description: "Share the rewards of the vault's staking pool",
  expected: { kind: "finalizePool", poolId },
});
