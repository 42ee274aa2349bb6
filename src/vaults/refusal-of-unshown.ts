import type { ExecutionContext } from "../kinds/execution-context.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import type { Unshown } from "./unshown-of.ts";

/** A minute at most; who signs alone decides that for himself. */
export function refusalOfUnshown({ executionMode }: ExecutionContext, { heldMs }: Unshown): Refusal | undefined {
  if (heldMs === 0 || executionMode !== "delegated") return undefined;
  const waitSec = Math.ceil(heldMs / 1_000);
  return refuse(
    "perp_entry_pending",
    `An earlier order of this vault is not to be seen at the venue yet, so nobody knows what another one would add to. Try again when it is there, in ${waitSec} s at the latest; orders that close or cancel do not wait.`,
    { waitSec },
  );
}
