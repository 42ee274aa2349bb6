/** The verdict that goes on with `value`. */
export const allow = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
