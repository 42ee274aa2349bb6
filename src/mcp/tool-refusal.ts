import type { AppError } from "../errors.ts";

/** A tool's refusal on its way through the gate, which releases the payment; it is then answered in MCP's words. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly refusal: AppError;

  constructor(refusal: AppError) {
    super(refusal.message, { cause: refusal });
    this.refusal = refusal;
  }
}
