import { bytesToHex } from "viem";
import { SIGN_IN_RULES } from "../auth/sign-in-rules.ts";
import type { Deps } from "../deps.ts";
import type { Route } from "../route.ts";
import { EXTENSION_NAMES } from "./extension-names.ts";

/** Where an owner's signature stands in for payment (docs/facts/x402.md 13): another nonce each time, remembered once it was used. */
export function offeredSignIn(
  deps: Pick<Deps, "clock" | "randomBytes">,
  { sessionVault }: Pick<Route, "sessionVault">,
  resourceUrl: string,
): Record<string, unknown> {
  if (sessionVault === undefined) return {};
  const nowMs = deps.clock.nowMs();
  const info = {
    domain: new URL(resourceUrl).host,
    uri: resourceUrl,
    version: "1",
    nonce: bytesToHex(deps.randomBytes(16)).slice(2),
    issuedAt: new Date(nowMs).toISOString(),
    expirationTime: new Date(nowMs + SIGN_IN_RULES.validMs).toISOString(),
    statement: SIGN_IN_RULES.statement,
    resources: [resourceUrl],
  };
  const supportedChains = SIGN_IN_RULES.chains.map((chainId) => ({ chainId, type: "eip191" }));
  return { [EXTENSION_NAMES.signIn]: { info, supportedChains, schema: SCHEMA } };
}

const text = { type: "string" };
const time = { type: "string", format: "date-time" };
const uri = { type: "string", format: "uri" };
/** As the specification has it. */
const SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: {
    ...{ domain: text, address: text, statement: text, uri, version: text, chainId: text, type: text, nonce: text },
    ...{ issuedAt: time, expirationTime: time, notBefore: time, requestId: text },
    ...{ resources: { type: "array", items: uri }, signature: text },
  },
  required: ["domain", "address", "uri", "version", "chainId", "type", "nonce", "issuedAt", "signature"],
};
