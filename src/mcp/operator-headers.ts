import type { OperatorCredentials } from "../../schemas/operator-auth.ts";
import { credentialHeaders } from "../auth/credential-headers.ts";

export type OperatorHeaders = { credentials: OperatorCredentials; vaultAddress: string | undefined };

/**
 * Operator auth of an MCP call. It travels in headers alone, which the person sets up in their client: arguments are
 * written by a model, and shown to it.
 */
export const operatorHeaders = (headers: Headers): OperatorHeaders => ({
  credentials: credentialHeaders(headers),
  vaultAddress: headers.get("x-vault-address") ?? undefined,
});
