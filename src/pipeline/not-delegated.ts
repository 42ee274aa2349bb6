import type { Address } from "viem";
import { refuse } from "../lib/refuse.ts";
import type { Refusal } from "../lib/verdict.ts";

/** Of a vault that never confirmed a delegation. */
export const notDelegated = (agent: Address): Refusal =>
  refuse(
    "not_delegated",
    "This vault has not confirmed a delegation to its agent wallet. Run setup_delegation, sign it, and POST /api/delegation/confirm.",
    { agent },
  );
