import type { VenueOrder } from "../../schemas/venue-order.ts";
import { explorerTxUrl } from "../chain/explorer-tx-url.ts";

type Known = Pick<VenueOrder, "id" | "vault" | "chainId" | "operator" | "family" | "summary" | "hash">;

/** `what` happens to it once, so the id is stable. */
export const orderNoticeBase = (
  { id, vault, chainId, operator, family, summary, hash }: Known,
  what: "end" | "late",
  nowMs: number,
) => ({
  id: `venue_order:${id}:${what}`,
  vault,
  chainId,
  operator,
  createdAt: nowMs,
  family,
  ordered: summary,
  hash,
  explorerUrl: explorerTxUrl(chainId, hash),
});
