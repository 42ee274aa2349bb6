import type { VaultCall } from "../kinds/vault-call.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/**
 * Compares the service's own calldata, read from its bytes, with its meaning. Refuses with
 * calldata_rejected: a defect here or something worse.
 */
export function checkCall(call: VaultCall, expected: VaultCall): Verdict<VaultCall> {
  const [difference] = callDifferences(expected, call);
  if (difference === undefined) return allow(call);
  const { field } = difference;
  const reason = call.kind === "unknown" ? ` ${call.reason}.` : "";
  return refuse(
    "calldata_rejected",
    `The transaction that was built does not mean what was requested: its ${field} ` +
      `differs.${reason} Nothing was sent; please report this.`,
    difference,
  );
}

/** `field` is a path ("changes.0.selector"). */
type CallDifference = { field: string; expected: string; actual: string };

/** Fields in which two readings differ, hex in any case, others exactly. */
export function callDifferences(expected: unknown, actual: unknown, field = ""): CallDifference[] {
  if (!isNested(expected) || !isNested(actual)) {
    return textOf(expected) === textOf(actual)
      ? []
      : [{ field, expected: textOf(expected), actual: textOf(actual) }];
  }
  if (Array.isArray(expected) !== Array.isArray(actual))
    return [{ field, expected: kindOf(expected), actual: kindOf(actual) }];
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names].flatMap((name) =>
    callDifferences(expected[name], actual[name], field === "" ? name : `${field}.${name}`),
  );
}

type Nested = Record<string, unknown>;
const isNested = (value: unknown): value is Nested => typeof value === "object" && value !== null;
const kindOf = (value: Nested): string => (Array.isArray(value) ? "a list" : "fields");

/** The text "1" and the amount 1 differ. */
function textOf(value: unknown): string {
  if (value === undefined) return "none";
  if (isNested(value)) return kindOf(value);
  if (typeof value === "string")
    return /^0x[0-9a-fA-F]*$/.test(value) ? value.toLowerCase() : JSON.stringify(value);
  return String(value);
}
