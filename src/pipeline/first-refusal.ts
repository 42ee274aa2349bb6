import type { Refusal } from "../lib/verdict.ts";
import type { judgeEach } from "./judge-each.ts";

/** By what a dry run would have ended, where a fact is missing that only a refusal behind it leaves out. */
export function firstRefusal(...ran: ReturnType<typeof judgeEach>[]): Refusal {
  const refusal = ran.map((one) => (one.ok ? one.value.passed : one)).find((one) => one !== undefined);
  if (refusal === undefined) throw new Error("a fact is missing, and nothing refused it");
  return refusal;
}
