import { decodeRevert } from "../chain/decode-revert.ts";
import type { SequenceResult } from "../chain/simulate-sequence.ts";
import type { OwnerPlan } from "../kinds/plan.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";

/**
 * On what a simulation used: refunds are taken off there, at most a fifth of all (EIP-3529), a call hands on 63 of 64 parts, and the state may
 * have moved a little when the owner signs. With it the most is still below 2^24, one transaction's limit (EIP-7825).
 */
const GAS_PERCENT = 150n;
/** Far above any such call: an answer over it is a mistake or a trap, and costs real coin. */
const MOST_GAS_UNITS = 11_000_000n;

/**
 * Every step has to run in the state that those before it leave, and to return what was told of it. Gives the gas units of each, with a
 * margin. Refuses with what the revert means, simulation_differs_from_quote or gas_above_cap.
 */
export function judgeOwnerRuns({ steps }: OwnerPlan, results: readonly SequenceResult[]): Verdict<bigint[]> {
  const gasUnits: bigint[] = [];
  for (const [index, step] of steps.entries()) {
    const result = results[index];
    if (result === undefined) throw new Error("a step without its result");
    const which = steps.length === 1 ? "" : `Transaction ${index + 1} of ${steps.length} (${step.description}): `;
    if (!result.ok) return failed(result, which, index);
    if (step.returns !== undefined && step.returns.toLowerCase() !== result.data.toLowerCase())
      return refuse("simulation_differs_from_quote", "The chain has moved since this was planned. Please ask again.");
    if (result.gasUsed > MOST_GAS_UNITS)
      return refuse(
        "gas_above_cap",
        `${which}It would use ${result.gasUsed} units of gas; at most ${MOST_GAS_UNITS} are accepted. Nothing was built.`,
        { gasUnits: result.gasUsed.toString(), maxGasUnits: MOST_GAS_UNITS.toString() },
      );
    gasUnits.push((result.gasUsed * GAS_PERCENT) / 100n);
  }
  return allow(gasUnits);
}

function failed({ data }: SequenceResult, which: string, index: number): Refusal {
  const { code, name, args, message } = decodeRevert(data);
  const details = { transaction: index + 1, revert: name, arguments: args, revertData: data.slice(0, 266) };
  return refuse(code, `${which}${message}`, details);
}
