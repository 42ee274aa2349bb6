import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import type { NoClaims } from "./claims.ts";
import type { OwnReading } from "./own-reading.ts";

/**
 * Whether a call acts where its words say: on the one chain that is named, or on the request's where none is; at the venue that is named.
 * What is left out is filled in, and told.
 */
export function placeClaims(
  { chain, dex, amountOut }: { chain?: unknown; dex?: unknown; amountOut?: unknown },
  { chains, venues }: OwnReading,
  chainId: ChainId,
): { filled: string[] } | NoClaims {
  const wanted = chain === undefined ? chainId : typeof chain === "string" ? chainOf(chain) : undefined;
  if (wanted === undefined || chains.some((named) => named !== wanted)) return { reason: "chain" };
  if (chains.length === 0 && wanted !== chainId) return { reason: "chain" };
  const venue = dex === undefined ? undefined : typeof dex === "string" ? parseVenue(dex) : { ok: false as const };
  if (venue?.ok === false || venues.some((named) => named !== (venue?.ok ? venue.value : undefined)))
    return { reason: "venue" };
  // The service's own default is no choice of a model's.
  if (venue?.ok && venues.length === 0 && venue.value !== "0x") return { reason: "venue" };
  const chosen =
    dex !== undefined
      ? "venue 0x"
      : amountOut === undefined
        ? "the venue that gives more"
        : "the venue that takes less";
  return { filled: venues.length === 0 ? [chosen] : [] };
}

function chainOf(name: string): ChainId | undefined {
  const parsed = parseChain(name);
  return parsed.ok ? parsed.value : undefined;
}
