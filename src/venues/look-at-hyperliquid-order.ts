import type { FollowedCall, VenueOrderLook } from "../../schemas/venue-order.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { HyperliquidVenue } from "./hyperliquid-port.ts";
import { lookUpHyperliquidOrder, type OrderOutcome } from "./look-up-hyperliquid-order.ts";

type Followed = Pick<FollowedCall, "ordered"> & {
  vault: `0x${string}`;
  createdAt: number;
  answeredAt?: number | undefined;
};

/**
 * The core takes a mined order up within seconds: two unknowing answers so far apart mean that it
 * was dropped.
 */
const BETWEEN_ANSWERS_MS = 30_000;

/** Looks up the agent's order by its own id in the venue's records (decision D52). */
export async function lookAtHyperliquidOrder(
  { venue, nowMs }: { venue: HyperliquidVenue; nowMs: number },
  { ordered, vault, createdAt, answeredAt }: Followed,
): Promise<VenueOrderLook> {
  const { cloid } = ordered;
  if (cloid === undefined) return { kind: "unreadable" };
  const read = await lookUpHyperliquidOrder(
    { venue, nowMs },
    { vault, id: cloid, orderedAtMs: createdAt },
  );
  if (!read.ok) return { kind: "unreadable" };
  const { status, reason, atMs, filledE8 } = read.value;
  if (status === "waiting") return { kind: "waiting" };
  // It may be followed long after it was written down, so one answer alone does not prove it
  // dropped.
  const isUnheard = atMs === null;
  if (isUnheard && (answeredAt === undefined || nowMs - answeredAt < BETWEEN_ANSWERS_MS))
    return { kind: "waiting" };
  const isPart = status === "cancelled" && filledE8 > 0n;
  return {
    kind: "ended",
    status: isPart ? "partly_executed" : status,
    amounts: amountsOf(read.value),
    reason: isUnheard ? reason : `The venue says "${reason}".`,
    atMs: atMs ?? nowMs,
  };
}

function amountsOf({ filledE8, averagePriceE8, feeBase }: OrderOutcome): Record<string, string> {
  if (filledE8 === 0n || averagePriceE8 === null) return {};
  return {
    size: formatUnits(filledE8, 8),
    price: formatUnits(averagePriceE8, 8),
    fee: `${formatUnits(feeBase, 6)} USDC`,
  };
}
