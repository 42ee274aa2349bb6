import { CHAINS, type ChainId } from "../../schemas/chains.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { formatUnits } from "../lib/format-units.ts";
import type { ExecutionOutcome } from "../pipeline/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../pipeline/plan.ts";
import { figureLines } from "./figure-lines.ts";

/** The caller's answer to a transaction tool: what was built or done, with the figures that decided. */
export function answerOf(outcome: ExecutionOutcome, plan: SwapPlan | CallPlan | null): ToolResult {
  switch (outcome.status) {
    case "unsigned": {
      const suggestions =
        plan?.kind === "call" ? plan.suggestions : ["Sign and send the transaction from the vault's owner"];
      return {
        message: [
          headline(outcome.transaction.description, plan),
          ...figureLines(outcome.figures),
          "Nothing was broadcast: sign the transaction with the vault's owner.",
        ].join("\n"),
        transaction: outcome.transaction,
        ...(suggestions !== undefined && { suggestions }),
        data: { ...outcome.figures, ...(plan?.kind === "call" && plan.answerData) },
      };
    }
    case "confirmed": {
      const { amounts, hash, blockNumber } = outcome;
      const { attempt } = outcome.intent;
      const moved =
        amounts === null || attempt.swap === null
          ? {}
          : {
              sold: formatUnits(amounts.soldBase, attempt.swap.decimalsIn),
              bought: formatUnits(amounts.boughtBase, attempt.swap.decimalsOut),
            };
      const sentence =
        attempt.swap === null || amounts === null
          ? "Executed."
          : `Executed: sold ${moved.sold} ${attempt.swap.symbolIn}, bought ${amounts.estimated ? "about " : ""}${moved.bought} ${attempt.swap.symbolOut}.`;
      return {
        message: [sentence, ...figureLines(outcome.figures), explorerLink(attempt.chainId, hash)].join("\n"),
        execution: { status: "confirmed", hash, block: blockNumber.toString(), ...moved },
        data: { ...outcome.figures },
      };
    }
    case "pending":
      return {
        message: `Sent, and not confirmed yet. The outcome is followed up; nothing is sent twice.\n${explorerLink(outcome.intent.attempt.chainId, outcome.hash)}`,
        execution: { status: "pending", hash: outcome.hash },
        data: { ...outcome.figures },
      };
    case "reverted":
    case "refused":
      return { message: outcome.refusal.message };
  }
}

const headline = (description: string, plan: SwapPlan | CallPlan | null): string =>
  plan?.kind === "call" ? plan.message : `${description}.`;

const explorerLink = (chainId: ChainId, hash: string): string => `${CHAINS[chainId].explorer}/tx/${hash}`;
