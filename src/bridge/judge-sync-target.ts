import { chainOf } from "../chain-of.ts";
import { allow } from "../lib/allow.ts";
import { formatUnits } from "../lib/format-units.ts";
import { refuse } from "../lib/refuse.ts";
import { rescale } from "../lib/rescale.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { NavOutcome, ReadNav } from "./read-chain-nav.ts";

/** The vault as it stands on the chain that value leaves, and on the one that it goes to. */
type Ends = { source: NavOutcome; target: NavOutcome; destination: ReadNav["chainId"] };

/**
 * Whether value may go to a chain without the supply that stands for it: there have to be units (those that came from other chains count) whose
 * holders get it, and one must not be worth more than here already. Where the base tokens differ a unit is compared in USDC, by each chain's own
 * oracle. Refuses with bridge_destination_unready, and with rpc_unavailable where one side is not known.
 */
export function judgeSyncTarget({ source, target, destination }: Ends): Verdict {
  const { name } = chainOf(destination);
  if (target.kind === "absent")
    return refuse("bridge_destination_unready", `This vault does not exist on ${name}.`, { destination });
  const unread = [source, target].find((one) => one.kind === "unread");
  if (source.kind !== "read" || target.kind !== "read")
    return refuse(
      "rpc_unavailable",
      `What a unit is worth on both chains is not known now${unread?.kind === "unread" ? `: ${unread.reason}` : ""}. Nothing was built; please try again.`,
    );
  const [here, there] = [source.nav, target.nav];
  if (there.effectiveSupply <= 0n)
    return refuse(
      "bridge_destination_unready",
      `The vault has no units on ${name}: whoever bought the first one there would own what arrives. Move it with crosschain_transfer, which brings units along.`,
      { destination, effectiveSupplyBase: there.effectiveSupply.toString() },
    );
  const isSame = here.baseKind === there.baseKind;
  const [unitHere, unitThere] = isSame ? [unit18(here), unit18(there)] : [unitUsdc18(here), unitUsdc18(there)];
  if (unitThere <= unitHere) return allow(undefined);
  const kind = isSame ? here.baseKind : "USDC";
  const [shownHere, shownThere] = [formatUnits(unitHere, 18), formatUnits(unitThere, 18)];
  return refuse(
    "bridge_destination_unready",
    `A unit is worth ${shownThere} ${kind} on ${name} and ${shownHere} ${kind} here: a sync brings value to where a unit is worth less. Sync in the other direction.`,
    { destination, unitHere: shownHere, unitThere: shownThere, unitOf: kind },
  );
}

const unit18 = ({ unitaryValueBase, decimals }: ReadNav): bigint => rescale(unitaryValueBase, decimals, 18);

/** Of a vault without units: nothing. */
const unitUsdc18 = ({ usdc18, effectiveSupply, decimals }: ReadNav): bigint =>
  effectiveSupply <= 0n ? 0n : (usdc18 * 10n ** BigInt(decimals)) / effectiveSupply;
