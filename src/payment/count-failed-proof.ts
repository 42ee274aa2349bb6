import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { takeLookup } from "./take-lookup.ts";

/** An RPC request was spent on a caller that proved nothing. */
const UNPROVEN: readonly ErrorCode[] = ["auth_signature_mismatch", "not_vault_owner", "unknown_vault"];

/** Counts a call that was refused because its caller is not whom it claimed to be. Never throws. */
export async function countFailedProof(deps: Deps, network: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || !UNPROVEN.includes(error.code)) return;
  // The refusal is answered whatever becomes of our bookkeeping.
  await takeLookup(deps, network).catch(() => undefined);
}
