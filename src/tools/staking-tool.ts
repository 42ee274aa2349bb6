import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress, unixMs } from "../../schemas/primitives.ts";
import { encodeStakingCall, type StakingCall } from "../calldata/staking-call.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { baseTokenOf, callFacts, readPools } from "./call-facts.ts";
import { chainArgument } from "./chain-argument.ts";
import { readStake, type Stake, stakeFigures } from "./read-stake.ts";
import { type ToolContext, vaultCall } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

/** Stake before the call, in base units of GRG. */
export const stakingOutput = () =>
  transactionOutput().extend({
    stake: z
      .object({
        token: hexAddress,
        decimals: z.int(),
        heldBase: baseUnits,
        /** May differ from what counts in this epoch. */
        delegatedBase: baseUnits,
        undelegatedBase: baseUnits,
        withdrawableBase: baseUnits,
        /** The vault's own, finalization included. */
        rewardBase: baseUnits,
        epoch: baseUnits,
        /** Any account may end the epoch from then on. */
        epochEndsAt: unixMs,
      })
      .optional(),
  });

const stakingInput = z.object({
  amount: decimalAmount.describe('Amount of GRG, in human units: "100".'),
  chain: chainArgument,
});

export const stakingTool = {
  category: "GRG Staking",
  ...vaultCall,
  input: stakingInput,
  output: stakingOutput,
} as const;

/** Their arguments in words. */
export const stakingFields = {
  amount: { is: "amount", of: "GRG" },
  chain: { is: "chain", role: "at" },
} as const;

type Wanted = { call: StakingCall; description: string; message: string; suggestions: string[] };

/**
 * Plans what `want` makes of the current stake. Stake counts in the NAV, so the shield measures it.
 */
export async function planStaking(
  ctx: ToolContext,
  want: (stake: Stake) => Verdict<Wanted>,
): Promise<Verdict<CallPlan>> {
  const [facts, pools, stake] = await Promise.all([callFacts(ctx), readPools(ctx), readStake(ctx)]);
  if (!facts.ok) return facts;
  if (!stake.ok) return stake;
  const baseToken = baseTokenOf(ctx, stake.value);
  const wanted = want(stake.value);
  if (!wanted.ok) return wanted;
  const { call, ...told } = wanted.value;
  return allow({
    kind: "call",
    data: encodeStakingCall(call),
    expected: call,
    ...told,
    swap: null,
    facts: facts.value,
    measured: { baseToken, pools },
    answerData: { stake: stakeFigures(stake.value) },
  });
}
