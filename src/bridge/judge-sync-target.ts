import { chainOf } from "../chain-of.ts";
import { larger, rescale } from "../lib/integers.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { NavOutcome, ReadNav } from "./read-chain-nav.ts";

type Ends = {
  source: NavOutcome;
  target: NavOutcome;
  destination: ReadNav["chainId"];
  moved: MovedValue;
};

/**
 * `leavesBase`: this chain's base token, fee included. `arrivesBase`: the destination's, by its
 * oracle. `arrivesHereBase`: this chain's, at the dearer of oracle and venue.
 */
export type MovedValue = { leavesBase: bigint; arrivesBase: bigint; arrivesHereBase: bigint };

/**
 * A sync moves value without supply, so a unit there must be worth no more than here, before and
 * after: its few holders would own what arrives. Different base tokens compare in USDC. Refuses
 * with bridge_destination_unready or rpc_unavailable.
 */
export function judgeSyncTarget({ source, target, destination, moved }: Ends): Verdict {
  const { name } = chainOf(destination);
  if (target.kind === "absent")
    return refuse("bridge_destination_unready", `This vault does not exist on ${name}.`, {
      destination,
    });
  const unread = [source, target].find((one) => one.kind === "unread");
  if (source.kind !== "read" || target.kind !== "read")
    return refuse(
      "rpc_unavailable",
      "What a unit is worth on both chains is not known " +
        `now${unread?.kind === "unread" ? `: ${unread.reason}` : ""}. Nothing was built; ` +
        "please try again.",
    );
  const [here, there] = [source.nav, target.nav];
  if (there.effectiveSupply <= 0n)
    return refuse(
      "bridge_destination_unready",
      `The vault has no units on ${name}: whoever bought the first one there would own what ` +
        "arrives. Move it with crosschain_transfer, which brings units along.",
      { destination, effectiveSupplyBase: there.effectiveSupply.toString() },
    );
  const isSame = here.baseKind === there.baseKind;
  const [unitHere, unitThere] = isSame
    ? [unit18(here), unit18(there)]
    : [unitUsdc18(here), unitUsdc18(there)];
  const kind = isSame ? here.baseKind : "USDC";
  if (unitThere <= unitHere) {
    const [left, arrived] = partsAfter(here, there, moved, isSame);
    if (arrived.value18 * left.supply18 <= left.value18 * arrived.supply18) return allow(undefined);
    const [after, afterHere] = [unitOf(arrived), unitOf(left)].map((unit) => formatUnits(unit, 18));
    return refuse(
      "bridge_destination_unready",
      `With what would arrive a unit would be worth ${after} ${kind} on ${name} and ` +
        `${afterHere} ${kind} here: a sync brings unit prices together and no further. Sync ` +
        "less, or leave the amount out.",
      { destination, unitHereAfter: afterHere ?? "", unitThereAfter: after ?? "", unitOf: kind },
    );
  }
  const [shownHere, shownThere] = [formatUnits(unitHere, 18), formatUnits(unitThere, 18)];
  return refuse(
    "bridge_destination_unready",
    `A unit is worth ${shownThere} ${kind} on ${name} and ${shownHere} ${kind} here: a sync ` +
      "brings value to where a unit is worth less. Sync in the other direction.",
    { destination, unitHere: shownHere, unitThere: shownThere, unitOf: kind },
  );
}

type Part = { value18: bigint; supply18: bigint };

/**
 * Values after the move, at the dearer of both prices: a stranger may lower one oracle. A hundredth
 * of the arrival is left out, for oracles that differ honestly.
 */
function partsAfter(
  here: ReadNav,
  there: ReadNav,
  { leavesBase, arrivesBase, arrivesHereBase }: MovedValue,
  isSame: boolean,
): [Part, Part] {
  const [before, target] = [here, there].map((nav) => ({
    value18: isSame ? rescale(nav.netTotalValueBase, nav.decimals, 18) : nav.usdc18,
    supply18: rescale(larger(nav.effectiveSupply, 0n), nav.decimals, 18),
  })) as [Part, Part];
  const worth18 = (base: bigint, nav: ReadNav): bigint => {
    const base18 = rescale(base, nav.decimals, 18);
    if (isSame) return base18;
    const net18 = rescale(nav.netTotalValueBase, nav.decimals, 18);
    return net18 <= 0n ? base18 : (base18 * nav.usdc18) / net18;
  };
  const arrives18 = larger(worth18(arrivesBase, there), worth18(arrivesHereBase, here));
  return [
    { ...before, value18: before.value18 - worth18(leavesBase, here) },
    { ...target, value18: target.value18 + (arrives18 * COUNTED_PERCENT) / 100n },
  ];
}

const COUNTED_PERCENT = 99n;

const unitOf = ({ value18, supply18 }: Part): bigint =>
  supply18 === 0n ? 0n : (value18 * 10n ** 18n) / supply18;

const unit18 = ({ unitaryValueBase, decimals }: ReadNav): bigint =>
  rescale(unitaryValueBase, decimals, 18);

const unitUsdc18 = ({ usdc18, effectiveSupply, decimals }: ReadNav): bigint =>
  effectiveSupply <= 0n ? 0n : (usdc18 * 10n ** BigInt(decimals)) / effectiveSupply;
