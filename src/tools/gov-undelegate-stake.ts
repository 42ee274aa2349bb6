import { allow } from "../lib/verdict.ts";
import { human } from "./call-facts.ts";
import {
  epochText,
  refusalOfUnshared,
  type Stake,
  stakeAmount,
  withdrawableBase,
} from "./read-stake.ts";
import { planStaking, stakingFields, stakingTool } from "./staking-tool.ts";
import { defineTool } from "./tool.ts";

export const govUndelegateStake = defineTool({
  name: "gov_undelegate_stake",
  aliases: ["grg_undelegate_stake"],
  description:
    "Undelegates staked GRG, so that it can be taken out once the running epoch has ended " +
    "(stake of the same epoch at once). Returns an unsigned transaction, or executes it in " +
    "delegated mode.",
  says: ["undelegate {amount:amount} grg", "undelegate {amount:amount} [of] [grg] [stake|staked]"],
  ...stakingTool,
  example: { amount: "50" },
  model: {
    grounding: {
      example: "undelegate 50 GRG",
      acts: ["undelegate"],
      words: "stake",
      fields: stakingFields,
      card: { venue: "GRG staking", to: "the vault" },
    },
  },
  plan: (ctx, { amount }) =>
    planStaking(ctx, (stake) => {
      const { grg, delegated, pool } = stake;
      const amountBase = stakeAmount(stake, amount, {
        most: delegated.nextBase,
        what: "stake is delegated",
      });
      if (!amountBase.ok) return amountBase;
      const unshared = refusalOfUnshared(stake);
      if (unshared !== undefined) return unshared;
      const show = (base: bigint) => human(grg, base);
      const reward = pool?.rewardBase ?? 0n;
      const rewards =
        reward === 0n ? "" : ` The vault is paid its rewards of ${show(reward)} with it.`;
      return allow({
        call: { kind: "undelegateStake" as const, amountBase: amountBase.value },
        description: `Undelegate ${show(amountBase.value)} of stake`,
        message:
          `Undelegates ${show(amountBase.value)} of ${show(delegated.nextBase)}. ` +
          `${whenText(stake, amountBase.value, ctx.deps.clock.nowMs())}${rewards}`,
        suggestions: ["Take it out with gov_unstake"],
      });
    }),
});

/** Stake that the running epoch does not count is free at once, the rest after its end. */
function whenText(stake: Stake, amountBase: bigint, nowMs: number): string {
  const { grg, epoch, undelegated } = stake;
  const after = { nowBase: undelegated.nowBase, nextBase: undelegated.nextBase + amountBase };
  const freedBase = withdrawableBase({ undelegated: after }) - withdrawableBase(stake);
  if (freedBase >= amountBase)
    return "It was staked in this epoch, so it can be taken out at once.";
  const later = `can be taken out once epoch ${epoch} has been ended: ${epochText(stake, nowMs)}.`;
  return freedBase === 0n
    ? `It ${later}`
    : `${human(grg, freedBase)} of it can be taken out at once, the rest ${later}`;
}
