import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import type { Token } from "../chain/resolve-token.ts";

const order = z.object({
  ...{ sellTokenAddress: hexAddress, sellSymbol: z.string() },
  ...{ buyTokenAddress: hexAddress, buySymbol: z.string() },
});

/** As the order's record has them; none where the change is about none. */
export function orderTokens(data: Record<string, unknown> | undefined): Pick<Token, "address" | "symbol">[] {
  // Under whichever name a kind has for its orders.
  const read = Object.values({ ...data })
    .map((value) => order.safeParse(value).data)
    .find((found) => found !== undefined);
  if (read === undefined) return [];
  const { sellTokenAddress, sellSymbol, buyTokenAddress, buySymbol } = read;
  return [
    { address: sellTokenAddress, symbol: sellSymbol },
    { address: buyTokenAddress, symbol: buySymbol },
  ];
}
