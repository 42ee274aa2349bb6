import type { OperatorCredentials } from "../../schemas/operator-auth.ts";
import { credentialHeaders } from "../auth/credential-headers.ts";

export type OperatorHeaders = {
  credentials: OperatorCredentials;
  vaultAddress: string | undefined;
  /** As the header has it, judged by the call: whether transactions are sent by the agent wallet, once they are approved. */
  executionMode: string;
};

/**
 * Operator auth of an MCP call, and how it is to be carried out. It travels in headers alone, which the person sets up in their client: arguments are
 * written by a model, and shown to it.
 */
export const operatorHeaders = (headers: Headers): OperatorHeaders => ({
  credentials: credentialHeaders(headers),
  vaultAddress: headers.get("x-vault-address") ?? undefined,
  executionMode: headers.get("x-execution-mode") ?? "manual",
});
