/** A refusal of the service: its status, its stable code, the sentence for people, and the numbers that decided. */
export class SextantError extends Error {
  override readonly name = "SextantError";
  readonly status: number;
  /** Of the service's closed table; `unreadable_answer` when something between us answered instead. */
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
