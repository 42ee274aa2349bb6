import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress, unixMs } from "../../schemas/primitives.ts";
import { encodeStakingCall, type StakingCall } from "../calldata/staking-call.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { baseTokenMemory } from "../pipeline/base-token-memory.ts";
import { agentOf, readCallFacts } from "../pipeline/read-call-facts.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import { readStake, type Stake, stakeFigures } from "./read-stake.ts";
import type { ToolContext } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

/** The stake before the call, in base units of `token` (GRG). */
export const stakingOutput = () =>
  transactionOutput().extend({
    stake: z
      .object({
        token: hexAddress,
        decimals: z.int(),
        heldBase: baseUnits,
        /** What counts in this epoch may differ. */
        delegatedBase: baseUnits,
        undelegatedBase: baseUnits,
        withdrawableBase: baseUnits,
        /** Of the vault itself, finalization included. */
        rewardBase: baseUnits,
        epoch: baseUnits,
        /** From when on any account may end the epoch. */
        epochEndsAt: unixMs,
      })
      .optional(),
  });

/** Arguments of the staking tools that take an amount. */
const stakingInput = z.object({
  amount: decimalAmount.describe('Amount of GRG, in human units: "100".'),
  chain: z.string().trim().min(1).max(32).optional().describe("Chain name; default: the chain of the request."),
});

export const stakingTool = {
  category: "GRG Staking",
  access: "vault",
  effect: "transaction",
  input: stakingInput,
  needsSignature: false,
  output: stakingOutput,
} as const;

type Wanted = { call: StakingCall; description: string; message: string; suggestions: string[] };

/** What `want` makes of the stake as it is now. Stake counts in the NAV, so the shield measures it. */
export async function planStaking(
  ctx: ToolContext,
  want: (stake: Stake) => Verdict<Wanted>,
): Promise<Verdict<CallPlan>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const known = baseTokenMemory.get(ctx);
  const [facts, pools, stake] = await Promise.all([
    agentOf(ctx).then((agent) => readCallFacts(chain, ctx.vault, agent)),
    oraclePools.read(chain, oraclePools.with(chain.addresses, [known])),
    readStake(ctx),
  ]);
  if (!facts.ok) return facts;
  if (!stake.ok) return stake;
  const { baseToken } = stake.value;
  baseTokenMemory.set(ctx, baseToken);
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
