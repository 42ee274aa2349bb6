import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { OperatorCredentials } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { operatorMessage } from "./operator-message.ts";
import { type Credentials, parseCredentials } from "./parse-credentials.ts";
import { verifySignature } from "./verify-signature.ts";

/** The 401 half: credentials well-formed, in time and really signed. No ownership yet. */
export async function identifyOperator(
  deps: Deps,
  input: OperatorCredentials,
  chainId: ChainId,
): Promise<Verdict<VerifiedOperator>> {
  if (deps.grant !== undefined) return notForGrants;
  const credentials = parseCredentials(input, deps.clock.nowMs());
  if (!credentials.ok) return credentials;
  const verified = await verifyOperator(deps, credentials.value, chainId);
  if (verified.ok && verified.value.form === "plain" && deps.env.AUTH_REQUIRE_BOUND === "true")
    return unboundRefused(deps);
  return verified;
}

/**
 * Who takes agents asks for them by name (identify-agent.ts), so a place that does not know them
 * refuses.
 */
export const notForGrants = refuse(
  "grant_forbids",
  "This is for the vault's owner alone: no grant opens it.",
);

/**
 * Form (a) is refused once form (b) was seen, or everywhere by AUTH_REQUIRE_BOUND (decision D2).
 */
export const unboundRefused = (deps: Deps) =>
  refuse(
    "auth_unbound_timestamp",
    "This signature does not bind its time. Sign exactly, with your authTimestamp in its " +
      `place: ${JSON.stringify(operatorMessage(deps.env.PRODUCT_NAME, { kind: "bound", timestampMs: "<authTimestamp>" }))}.`,
  );

export type VerifiedOperator = { address: Address; form: "plain" | "bound" };

/** In either form that opens the ordinary doors. Refuses as verifySignature does. */
export async function verifyOperator(
  deps: Deps,
  credentials: Credentials,
  chainId: ChainId,
): Promise<Verdict<VerifiedOperator>> {
  const { operator, timestampMs } = credentials;
  const product = deps.env.PRODUCT_NAME;
  const verified = await verifySignature(deps, credentials, chainId, [
    { form: "bound", text: operatorMessage(product, { kind: "bound", timestampMs }) },
    { form: "plain", text: operatorMessage(product, { kind: "plain" }) },
  ]);
  return verified.ok ? allow({ address: operator, form: verified.value }) : verified;
}
