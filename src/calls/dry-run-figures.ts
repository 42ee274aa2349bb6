import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { DryRunReport } from "../../schemas/dry-run-report.ts";
import type { DryRun } from "../kinds/execution-context.ts";
import { PARTS_PER_BILLION } from "../lib/integers.ts";
import { signerFees } from "../pipeline/signer-fees.ts";
import type { ToolContext } from "../tools/tool.ts";

type Figures = Pick<DryRunReport, "quote" | "oracle" | "nav" | "gas" | "limits" | "lossBudget">;

/** Figures of a dry run; absent where not looked at or unknown. */
export function dryRunFigures({ chainId, executionMode }: ToolContext, dryRun: DryRun): Figures {
  const { call, losses } = dryRun;
  const set = dryRun.limits?.limits;
  const figuresOf = (name: DryRunCheckName) =>
    dryRun.checks.find((check) => check.name === name)?.figures;
  const oracle = figuresOf("swap_shield");
  const nav = figuresOf("nav_shield");
  const fees = call && executionMode === "manual" ? signerFees(chainId, call.facts) : dryRun.fees;
  return {
    ...(call?.swapMeta !== undefined && { quote: { ...call.swapMeta } }),
    ...(oracle !== undefined && { oracle }),
    ...(nav !== undefined && { nav }),
    ...(call !== undefined && {
      gas: {
        gasUnits: call.gasUnits.toString(),
        ...(fees !== undefined && {
          maxFeePerGas: fees.maxFeePerGas.toString(),
          maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
          maxCostWei: (call.gasUnits * fees.maxFeePerGas + (call.l1FeeWei ?? 0n)).toString(),
        }),
        l1FeeWei: call.l1FeeWei?.toString() ?? null,
        payer: call.sender,
        payerBalanceWei: call.senderBalanceWei.toString(),
      },
    }),
    ...(set && { limits: { ...set, spent: dryRun.limits?.spent } }),
    ...(losses !== undefined && {
      lossBudget: {
        ...losses,
        ...(call?.loss !== undefined && { lossPpb: call.loss.lossPpb }),
        dayLeftPpb: leftOf(losses.dayLimitBps, losses.dayPpb),
        weekLeftPpb: leftOf(losses.weekLimitBps, losses.weekPpb),
      },
    }),
  };
}

const leftOf = (limitBps: number, usedPpb: number): number =>
  Math.max(0, limitBps * Number(PARTS_PER_BILLION.perBps) - usedPpb);
