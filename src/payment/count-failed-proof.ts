import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { takeLookup } from "./take-lookup.ts";

/** What the chain was asked for nothing: whose signature, whose vault. */
const UNPROVEN: readonly ErrorCode[] = ["auth_signature_mismatch", "not_vault_owner", "unknown_vault"];

/** Counts a call against its network when it was refused because its caller proved to be nobody. Never throws. */
export async function countFailedProof(deps: Deps, network: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || !UNPROVEN.includes(error.code)) return;
  // There may be none left to take, and the refusal is told whatever becomes of our bookkeeping.
  await takeLookup(deps, network).catch(() => undefined);
}
