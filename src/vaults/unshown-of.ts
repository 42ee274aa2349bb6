import { PERP_HOLD_MS } from "../../schemas/perp-hold-ms.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import type { UnshownPerp } from "../store/attempts/list-unshown-perps.ts";

/** Ids that venue or chain show, and the others, counted in full. */
export type Unshown = {
  shown: string[];
  counted: string[];
  /** The longest that the youngest holds up an entry. */
  heldMs: number;
};

/** `left`: listed orders that nobody shows. */
export function unshownOf(
  listed: readonly UnshownPerp[],
  left: readonly UnshownPerp[],
  nowMs: number,
): Unshown {
  const counted = left.map(({ id }) => id);
  return {
    shown: listed.map(({ id }) => id).filter((id) => !counted.includes(id)),
    counted,
    heldMs: Math.max(0, ...left.map(({ createdAt }) => createdAt + PERP_HOLD_MS - nowMs)),
  };
}

/** A minute at most; a lone signer decides alone. */
export function refusalOfUnshown(
  { executionMode }: ExecutionContext,
  { heldMs }: Unshown,
): Refusal | undefined {
  if (heldMs === 0 || executionMode !== "delegated") return undefined;
  const waitSec = Math.ceil(heldMs / 1_000);
  return refuse(
    "perp_entry_pending",
    "An earlier order of this vault is not to be seen at the venue yet, so nobody knows what " +
      `another one would add to. Try again when it is there, in ${waitSec} s at the latest; ` +
      "orders that close or cancel do not wait.",
    { waitSec },
  );
}
