import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import type { Venue } from "../kinds/venue.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/** Refuses with chain_not_supported: nothing is asked of it. */
export const mustServe = ({ id, chains }: Pick<Venue, "id" | "chains">, chainId: ChainId): Verdict =>
  chains.includes(chainId)
    ? allow(undefined)
    : refuse(
        "chain_not_supported",
        `${id} does not trade on ${chainOf(chainId).name}. Leave dex out, or name another one.`,
        {
          venue: id,
          chainId,
        },
      );
