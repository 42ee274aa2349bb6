import { allow, refuse } from "../lib/verdict.ts";
import { human } from "./call-facts.ts";
import { chainInput } from "./chain-argument.ts";
import { epochText, type Stake, uncountedText } from "./read-stake.ts";
import { planStaking, stakingTool } from "./staking-tool.ts";
import { defineTool } from "./tool.ts";

export const govClaimRewards = defineTool({
  name: "gov_claim_rewards",
  aliases: ["grg_claim_rewards"],
  description:
    "Claims the GRG rewards of the vault's stake, and shares those of the last epoch first " +
    "where that is still to be done. Returns an unsigned transaction, or executes it in " +
    "delegated mode.",
  ...stakingTool,
  says: [
    "claim rewards",
    "~claim|collect|harvest|get|withdraw rewards|reward [staking|stake|grg|governance] " +
      "[staking|stake|grg] [all]",
  ],
  input: chainInput,
  example: {},
  model: {
    grounding: {
      example: "claim the staking rewards",
      acts: ["claim rewards"],
      words: "staking grg all",
      fields: { chain: { is: "chain", role: "at" } },
      card: { venue: "GRG staking", to: "the vault" },
    },
  },
  plan: (ctx) =>
    planStaking(ctx, (stake) => {
      const { grg, pool } = stake;
      if (pool === null || (pool.rewardBase === 0n && pool.operatorRewardBase === 0n))
        return nothing(stake, ctx.deps.clock.nowMs());
      const show = (base: bigint) => human(grg, base);
      const palBase = (pool.operatorRewardBase * BigInt(pool.stakingPalShare)) / PPM;
      const isPal = pool.stakingPal === ctx.vault;
      const ofVault = pool.rewardBase + (isPal ? palBase : 0n);
      const ofOthers = pool.operatorRewardBase - (isPal ? palBase : 0n);
      const paid =
        ofOthers === 0n
          ? ""
          : ` ${show(ofOthers)} go to ${pool.operator}, the operator of the vault's staking ` +
            "pool, who was the vault's owner when it was created.";
      return allow({
        call: { kind: "claimStakingRewards" as const },
        description: `Claim ${show(ofVault)} of staking rewards`,
        message:
          `Claims ${show(ofVault)} of staking rewards for the ` +
          `vault.${paid}${uncountedText(stake)}`,
        suggestions: ["Stake them with gov_stake"],
      });
    }),
});

/** Staking pools share in parts per million. */
const PPM = 1_000_000n;

function nothing(stake: Stake, nowMs: number) {
  const { pool, epoch, epochEndsAtSec } = stake;
  const why =
    pool === null
      ? "The vault has never staked GRG."
      : `What is earned in epoch ${epoch} can be claimed after it: ${epochText(stake, nowMs)}.`;
  return refuse("no_rewards", `There are no staking rewards to claim now. ${why}`, {
    epoch: epoch.toString(),
    epochEndsAt: epochEndsAtSec * 1_000,
  });
}
