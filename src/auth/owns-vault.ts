import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { requireOperator } from "./require-operator.ts";

/**
 * For what a stranger may read, too, only less of it.
 * @throws what requireOperator throws of credentials that are not good, and where the owner cannot be read
 */
export async function ownsVault(deps: Deps, auth: OperatorAuth): Promise<boolean> {
  try {
    await requireOperator(deps, auth);
    return true;
  } catch (error) {
    if (error instanceof AppError && STRANGER.includes(error.code)) return false;
    throw error;
  }
}

const STRANGER: readonly string[] = ["not_vault_owner", "unknown_vault"];
