import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { operatorMessage } from "./operator-message.ts";
import type { Credentials } from "./parse-credentials.ts";
import { verifySignature } from "./verify-signature.ts";

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
