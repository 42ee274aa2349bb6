import type { Address } from "viem";
import { AppError } from "../errors.ts";
import type { ToolContext } from "./tool.ts";

/** @throws auth_required: run-tool refuses earlier, this keeps a tool from ever acting without an operator */
export function operatorOf(ctx: ToolContext): Address {
  if (ctx.operator === undefined) throw new AppError("auth_required", "Operator authentication is needed.");
  return ctx.operator;
}
