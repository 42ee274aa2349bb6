import type { ChainId } from "../../schemas/chains.ts";
import type { OperatorCredentials } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import { refuse, type Verdict } from "../lib/verdict.ts";
import { operatorMessage } from "./operator-message.ts";
import { parseCredentials } from "./parse-credentials.ts";
import { type VerifiedOperator, verifyOperator } from "./verify-operator.ts";

/** The 401 half: credentials well-formed, in time and really signed. No ownership yet. */
export async function identifyOperator(
  deps: Deps,
  input: OperatorCredentials,
  chainId: ChainId,
): Promise<Verdict<VerifiedOperator>> {
  const credentials = parseCredentials(input, deps.clock.nowMs());
  if (!credentials.ok) return credentials;
  const verified = await verifyOperator(deps, credentials.value, chainId);
  if (verified.ok && verified.value.form === "plain" && deps.env.AUTH_REQUIRE_BOUND === "true")
    return unboundRefused(deps);
  return verified;
}

/** Form (a) is refused once form (b) was seen, or everywhere by AUTH_REQUIRE_BOUND (decision 18). */
export const unboundRefused = (deps: Deps) =>
  refuse(
    "auth_unbound_timestamp",
    `This signature does not bind its time. Sign exactly, with your authTimestamp in its place: ${JSON.stringify(operatorMessage(deps.env.PRODUCT_NAME, { kind: "bound", timestampMs: "<authTimestamp>" }))}.`,
  );
