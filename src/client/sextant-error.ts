/** A refusal: HTTP status, stable code, sentence for people, deciding numbers. */
export class SextantError extends Error {
  override readonly name = "SextantError";
  readonly status: number;
  /** From the service's closed table; `unreadable_answer` where something else answered. */
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;
  readonly requestId: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    options: { details?: Record<string, unknown> | undefined; requestId?: string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = options.details;
    this.requestId = options.requestId;
  }
}
