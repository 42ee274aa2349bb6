import { allow } from "../../lib/verdict.ts";
import { human } from "../../tools/call-facts.ts";
import { defineTool } from "../../tools/tool.ts";
import { epochText, refusalOfUnshared, stakeAmount } from "./read-stake.ts";
import { planStaking, stakingFields, stakingTool } from "./staking-tool.ts";

export const govStake = defineTool({
  name: "gov_stake",
  aliases: ["grg_stake", "stake_grg"],
  description:
    "Stakes GRG of the vault and delegates it to the vault's own staking pool, where it " +
    "counts from the next epoch on. Returns an unsigned transaction, or executes it in " +
    "delegated mode.",
  says: [
    "stake {amount:amount} grg",
    "stake {amount:amount} [of] [it|them]",
    "stake {fraction:share} [of] grg",
    ["stake all|everything [of] grg", { share: "100%" }],
  ],
  ...stakingTool,
  example: { amount: "100" },
  model: {
    grounding: {
      example: "stake 100 GRG",
      acts: ["stake", "put|move|into staking"],
      words: "governance",
      fields: stakingFields,
      card: { venue: "GRG staking", to: "the vault's own staking pool" },
    },
  },
  plan: (ctx, { amount }) =>
    planStaking(ctx, (stake) => {
      const { grg, heldBase, epoch } = stake;
      const amountBase = stakeAmount(stake, amount, {
        most: heldBase,
        what: "GRG is not staked yet",
      });
      if (!amountBase.ok) return amountBase;
      const unshared = refusalOfUnshared(stake);
      if (unshared !== undefined) return unshared;
      const shown = human(grg, amountBase.value);
      const ends = epochText(stake, ctx.deps.clock.nowMs());
      return allow({
        call: { kind: "stake" as const, amountBase: amountBase.value },
        description: `Stake ${shown}`,
        message:
          `Stakes ${shown} and delegates it to the vault's own staking pool, where it counts ` +
          `from epoch ${epoch + 1n} on (${ends}). Undelegated before then it can be taken ` +
          "out at once, later only after the epoch in which it is undelegated.",
        suggestions: ["Undelegate it with gov_undelegate_stake, then take it out with gov_unstake"],
      });
    }),
});
