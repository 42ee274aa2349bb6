import { parseTradeAmount } from "../lib/parse-units.ts";
import { allow, type Refusal, refuse } from "../lib/verdict.ts";
import { human } from "./call-facts.ts";
import { epochText, type Stake, uncountedText, withdrawableBase } from "./read-stake.ts";
import { planStaking, stakingFields, stakingTool } from "./staking-tool.ts";
import { defineTool } from "./tool.ts";

export const govUnstake = defineTool({
  name: "gov_unstake",
  aliases: ["grg_unstake"],
  description:
    "Takes undelegated GRG stake out, back into the vault, as far as its epoch has ended. " +
    "Returns an unsigned transaction, or executes it in delegated mode.",
  says: [
    "unstake {amount:amount} grg",
    "unstake {amount:amount} [of] [grg]",
    "take|withdraw|pull|get|remove {amount:amount} [grg] out|from [of] stake|staking [,] " +
      "[already] [undelegated]",
  ],
  ...stakingTool,
  example: { amount: "50" },
  model: {
    grounding: {
      example: "unstake 50 GRG",
      acts: ["unstake", "withdraw stake"],
      words: "grg",
      fields: stakingFields,
      card: { venue: "GRG staking", to: "the vault" },
    },
  },
  plan: (ctx, { amount }) =>
    planStaking(ctx, (stake) => {
      const { grg } = stake;
      const amountBase = parseTradeAmount(amount, grg.decimals);
      if (!amountBase.ok) return amountBase;
      const refusal = refusalOf(stake, amountBase.value, ctx.deps.clock.nowMs());
      if (refusal !== undefined) return refusal;
      const shown = human(grg, amountBase.value);
      return allow({
        call: { kind: "unstake" as const, amountBase: amountBase.value },
        description: `Take ${shown} of stake out`,
        message: `Takes ${shown} of stake out, back into the vault.${uncountedText(stake)}`,
        suggestions: ["Check the balance with get_token_balance"],
      });
    }),
});

function refusalOf(stake: Stake, amountBase: bigint, nowMs: number): Refusal | undefined {
  const { grg, delegated, undelegated, pool, epoch, epochEndsAtSec } = stake;
  const show = (base: bigint) => human(grg, base);
  const freeBase = withdrawableBase(stake);
  if (amountBase > freeBase) {
    const waitingBase = undelegated.nextBase - freeBase;
    const waiting =
      waitingBase === 0n
        ? ""
        : ` ${show(waitingBase)} more once epoch ${epoch} has been ended: ` +
          `${epochText(stake, nowMs)}.`;
    const rest =
      delegated.nextBase === 0n
        ? ""
        : ` ${show(delegated.nextBase)} is delegated: undelegate it first.`;
    return refuse(
      "stake_locked",
      `${show(freeBase)} of stake can be taken out now.${waiting}${rest}`,
      {
        token: grg.address,
        decimals: grg.decimals,
        withdrawableBase: freeBase.toString(),
        neededBase: amountBase.toString(),
        waitingBase: waitingBase.toString(),
        delegatedBase: delegated.nextBase.toString(),
        epoch: epoch.toString(),
        epochEndsAt: epochEndsAtSec * 1_000,
      },
    );
  }
  // Without stake the NAV leaves rewards out (EApps): a later buyer would get a part for nothing.
  const leftBase = delegated.nextBase + undelegated.nextBase - amountBase;
  if (leftBase > 0n || pool === null || pool.rewardBase === 0n) return undefined;
  return refuse(
    "rewards_unclaimed",
    "This would take all stake out, and the vault's NAV counts its rewards of " +
      `${show(pool.rewardBase)} only while there is stake. Claim the rewards first.`,
    { token: grg.address, decimals: grg.decimals, rewardBase: pool.rewardBase.toString() },
  );
}
