import { HEADER_OF_CREDENTIAL } from "../../schemas/header-of-credential.ts";
import type { OperatorCredentials } from "../../schemas/operator-auth.ts";

/** Values are judged later, as those of a body are. */
export function credentialHeaders(headers: Headers): OperatorCredentials {
  const read = (name: keyof typeof HEADER_OF_CREDENTIAL) =>
    headers.get(HEADER_OF_CREDENTIAL[name]) ?? undefined;
  const timestamp = read("authTimestamp");
  return {
    operatorAddress: read("operatorAddress"),
    authSignature: read("authSignature"),
    authTimestamp:
      timestamp !== undefined && /^[0-9]{1,16}$/.test(timestamp) ? Number(timestamp) : timestamp,
  };
}
