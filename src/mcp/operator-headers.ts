import type { OperatorCredentials } from "../../schemas/operator-auth.ts";
import { credentialHeaders } from "../auth/credential-headers.ts";

export type OperatorHeaders = {
  credentials: OperatorCredentials;
  vaultAddress: string | undefined;
  /**
   * Whether transactions are sent by the agent wallet, once they are approved; judged by the call.
   */
  executionMode: string;
};

/**
 * Headers alone, which the person sets up in their client: arguments are written by a model, and
 * shown to it.
 */
export const operatorHeaders = (headers: Headers): OperatorHeaders => ({
  credentials: credentialHeaders(headers),
  vaultAddress: headers.get("x-vault-address") ?? undefined,
  executionMode: headers.get("x-execution-mode") ?? "manual",
});
