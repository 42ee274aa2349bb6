import type { SwapArguments } from "../../schemas/swap-arguments.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { runTool } from "../calls/run-tool.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { formatUnits } from "../lib/format-units.ts";
import type { ExecutionOutcome } from "../pipeline/execution-outcome.ts";
import type { ClaimedOrder } from "../store/orders/claimed-order.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { advancePoint } from "../twap/advance-point.ts";
import { sliceAmountBase } from "../twap/slice-amount-base.ts";

/**
 * One slice of a claimed order through the same pipeline as every other door. Of what was refused before an intent was written
 * nothing is kept, so it may be tried again. A refusal of the pipeline's door (ownership, arguments) is a failed slice like any
 * other; a broken store is not.
 * @throws store_unavailable
 */
export async function trySlice(
  deps: Deps,
  { order, version, context }: ClaimedOrder,
  leaseToken: number,
  tickMs: number,
): Promise<ExecutionOutcome> {
  const sliceNumber = order.slicesExecuted + 1;
  try {
    const { outcome } = await runTool(deps, `twap:${order.vaultAddress}:${order.id}:${sliceNumber}`, {
      tool: buildVaultSwap,
      args: sliceArguments(order),
      chainId: order.chainId,
      vaultAddress: order.vaultAddress,
      executionMode: order.autoExecute ? "delegated" : "manual",
      caller: {
        kind: "system",
        actor: { kind: "system", job: "twap", operator: order.operatorAddress },
        context,
        amountBase: sliceAmountBase(order, sliceNumber),
      },
      purpose: {
        kind: "twap",
        orderId: order.id,
        sliceNumber,
        attemptId: attemptIdOf(order),
        leaseToken,
        version,
        attempted: { lastExecution: tickMs, ...advancePoint(order, tickMs) },
      },
    });
    if (outcome === null) throw new Error("the swap tool gave no outcome");
    return outcome;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "store_unavailable") throw error;
    return {
      status: "refused",
      refusal: {
        ok: false,
        code: error.code,
        message: error.message,
        ...(error.details !== undefined && { details: error.details }),
      },
    };
  }
}

const attemptIdOf = (order: TwapOrder): string =>
  `twap:${order.vaultAddress}:${order.id}:${order.slicesExecuted + 1}:${order.attemptsOfSlice + 1}`;

/**
 * The next slice's arguments for the swap tool (spec, "TWAP tools"): exact output for a buy, exact input for a sell. Tokens
 * are addresses, resolved at creation. The amount is for readers: the base units beside the arguments are swapped.
 */
function sliceArguments(order: TwapOrder): SwapArguments {
  const amountBase = sliceAmountBase(order, order.slicesExecuted + 1);
  const pair = { tokenIn: order.sellTokenAddress, tokenOut: order.buyTokenAddress, dex: order.dex };
  return order.side === "buy"
    ? { ...pair, amountOut: formatUnits(amountBase, order.buyDecimals) }
    : { ...pair, amountIn: formatUnits(amountBase, order.sellDecimals) };
}
