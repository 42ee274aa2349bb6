import type { ChainState } from "../chain/chain-state.ts";
import type { AskedTrigger } from "./create-world.ts";

/**
 * Whether the oracle's price meets a trigger order: what is bought is better cheap, what is sold
 * dear; a stop waits for what is worse, the others for what is better.
 */
export const isMet = (
  { type, buys, price }: AskedTrigger,
  { oraclePrice }: Pick<ChainState, "oraclePrice">,
): boolean =>
  (buys === "WETH") !== (type === "stop") ? oraclePrice <= price : oraclePrice >= price;
