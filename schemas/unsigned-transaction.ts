import * as z from "zod";
import { hexAddress, hexData } from "./primitives.ts";

const hexQuantity = z.string().regex(/^0x(?:0|[1-9a-f][0-9a-f]*)$/);

/** Human-readable amounts of a swap (spec, "SwapMeta"). `price` reads `1 <SELL> = <n> <BUY>`. */
export const swapMeta = z.object({
  sellAmount: z.string(),
  sellToken: z.string(),
  buyAmount: z.string(),
  buyToken: z.string(),
  price: z.string(),
  dex: z.string(),
});
export type SwapMeta = z.infer<typeof swapMeta>;

/**
 * A transaction for the caller to sign and broadcast (decision D30). `value`, `gas` and fees are
 * hex quantities.
 */
export const unsignedTransaction = z.object({
  to: hexAddress,
  data: hexData,
  value: hexQuantity,
  chainId: z.int(),
  from: hexAddress,
  gas: hexQuantity,
  maxFeePerGas: hexQuantity,
  maxPriorityFeePerGas: hexQuantity,
  deadline: z.int().optional(),
  description: z.string(),
  swapMeta: swapMeta.optional(),
  ownerOnly: z.boolean(),
});
export type UnsignedTransaction = z.infer<typeof unsignedTransaction>;
