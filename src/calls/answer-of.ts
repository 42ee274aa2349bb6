import type { ChainId } from "../../schemas/chains.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import type { UnsignedTransaction } from "../../schemas/unsigned-transaction.ts";
import { chainOf } from "../chain-of.ts";
import type { ExecutionOutcome, ShieldFigures } from "../kinds/execution-outcome.ts";
import type { Plan } from "../kinds/plan.ts";
import { formatUnits } from "../lib/parse-units.ts";

/** Answer to a call, with the figures that decided. */
export function answerOf(outcome: ExecutionOutcome, plan: Plan | null): ToolResult {
  switch (outcome.status) {
    case "unsigned": {
      const { transaction, transactions, unmeasured = [], figures } = outcome;
      const own = plan === null || plan.kind === "swap" ? undefined : plan;
      const suggestions =
        own === undefined
          ? ["Sign and send the transaction from the vault's owner"]
          : own.suggestions;
      return {
        message: [
          own?.message ?? `${transaction.description}.`,
          ...choiceOf(plan),
          ...figureLines(figures),
          ...unmeasured.map((sentence) => `Not measured: ${sentence}`),
          whoSigns(transaction, transactions),
        ].join("\n"),
        transaction,
        ...(transactions !== undefined && { transactions }),
        ...(suggestions !== undefined && { suggestions }),
        data: { ...figures, ...(unmeasured.length > 0 && { unmeasured }), ...own?.answerData },
      };
    }
    case "confirmed": {
      const { amounts, hash, blockNumber } = outcome;
      const { attempt } = outcome.intent;
      const later = laterOf(plan);
      const moved =
        amounts === null || attempt.swap === null
          ? {}
          : {
              sold: formatUnits(amounts.soldBase, attempt.swap.decimalsIn),
              bought: formatUnits(amounts.boughtBase, attempt.swap.decimalsOut),
            };
      const sentence =
        attempt.swap === null || amounts === null
          ? (later?.message ?? "Executed.")
          : `Executed: sold ${moved.sold} ${attempt.swap.symbolIn}, bought ` +
            `${amounts.estimated ? "about " : ""}${moved.bought} ${attempt.swap.symbolOut}.`;
      return {
        message: [
          sentence,
          ...choiceOf(plan),
          ...figureLines(outcome.figures),
          explorerLink(attempt.chainId, hash),
        ].join("\n"),
        execution: { status: "confirmed", hash, block: blockNumber.toString(), ...moved },
        data: { ...outcome.figures, ...later?.data },
      };
    }
    case "pending":
      return {
        message:
          "Sent, and not confirmed yet. The outcome is followed up; nothing is sent " +
          `twice.\n${explorerLink(outcome.intent.attempt.chainId, outcome.hash)}`,
        execution: { status: "pending", hash: outcome.hash },
        data: { ...outcome.figures, ...laterOf(plan)?.data },
      };
    case "reverted":
    case "refused":
      return { message: outcome.refusal.message };
  }
}

const choiceOf = (plan: Plan | null): string[] =>
  plan?.kind === "swap" && plan.said !== undefined ? [plan.said] : [];

const laterOf = (plan: Plan | null) => (plan?.kind === "call" ? plan.later : undefined);

function whoSigns(
  { from }: UnsignedTransaction,
  transactions: readonly UnsignedTransaction[] | undefined,
): string {
  if (transactions === undefined)
    return "Nothing was broadcast: sign the transaction with the vault's owner.";
  if (transactions.length === 1) return `Nothing was broadcast: sign the transaction with ${from}.`;
  const each = transactions.map(({ description }, index) => `${index + 1}. ${description}`);
  return [
    `Nothing was broadcast: sign these ${transactions.length} transactions with ${from}, in ` +
      "this order, each once the one before it is mined:",
    ...each,
  ].join("\n");
}

const explorerLink = (chainId: ChainId, hash: string): string =>
  `${chainOf(chainId).explorer}/tx/${hash}`;

/** Lines on what the shields compared. */
export function figureLines({
  swapShield,
  navShield,
  poolPrice,
  secondPrice,
  perpEntry,
  oracleWarning,
  warnings = [],
}: ShieldFigures): string[] {
  const lines: string[] = [];
  if (swapShield !== null) {
    lines.push(
      swapShield.priceFeedExists
        ? `Swap Shield: ${swapShield.deltaBps} bps from the oracle (tolerance ` +
            `${swapShield.toleranceBps} bps)`
        : "Swap Shield: no price feed; allowed because the vault does not track the token sold",
    );
  }
  if (poolPrice !== undefined) {
    const { deltaBps, toleranceBps } = poolPrice;
    lines.push(
      `Swap Shield: the pool's price is ${deltaBps} bps from the oracle (tolerance ` +
        `${toleranceBps} bps)`,
    );
  }
  if (secondPrice !== undefined) {
    const { poolPrice: pool, oraclePrice, soldPrice, boughtPrice } = secondPrice;
    lines.push(
      `Prices: pool ${pool}, oracle ${oraclePrice}, sold at a venue ${soldPrice}, bought ` +
        `there ${boughtPrice}`,
    );
  }
  if (navShield !== null) {
    lines.push(
      navShield.measured
        ? `NAV Shield: loss of ${navShield.lossBps} bps per unit (threshold ` +
            `${navShield.thresholdBps} bps)`
        : "NAV Shield: nothing to measure, the vault is empty",
    );
  }
  if (perpEntry !== undefined) lines.push(entryLine(perpEntry));
  if (oracleWarning !== undefined) lines.push(oracleWarning.message);
  return [...lines, ...warnings.map(({ message }) => message)];
}

/** Line on what the limits of perpetuals compared. */
function entryLine(entry: NonNullable<ShieldFigures["perpEntry"]>): string {
  const percent = (bps: string): string => `${formatUnits(BigInt(bps), 2)}%`;
  const {
    leverageHundredths,
    collateralBps,
    notionalBps,
    liquidationDistanceBps,
    priceDeviationBps,
    priceAgeSec,
  } = entry;
  const liquidated =
    liquidationDistanceBps === null
      ? "cannot be liquidated"
      : `liquidated ${percent(liquidationDistanceBps)} from the mark`;
  return (
    `Entry: ${formatUnits(BigInt(leverageHundredths), 2)}x, collateral ` +
    `${percent(collateralBps)} and all positions ${percent(notionalBps)} of the vault, ` +
    `${liquidated}; at most ${percent(priceDeviationBps)} worse than a mark of ` +
    `${priceAgeSec} s ago`
  );
}
