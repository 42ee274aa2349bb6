import type { AppError } from "../errors.ts";

/** Through the gate, which releases the payment; then answered in MCP's words. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly refusal: AppError;

  constructor(refusal: AppError) {
    super(refusal.message, { cause: refusal });
    this.refusal = refusal;
  }
}
