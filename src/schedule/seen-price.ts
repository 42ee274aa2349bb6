import type { ChainId } from "../../schemas/chains.ts";
import type { Token } from "../chain/token.ts";

/** What a venue asked and gave for an amount, and what the oracle says of the same. */
export type SeenPrice = {
  chainId: ChainId;
  token: Token;
  tokenBase: bigint;
  coinInWei: bigint;
  coinOutWei: bigint;
  /** Both absent where the oracle could not be read. */
  oracleWei?: bigint;
  differs?: boolean;
};
