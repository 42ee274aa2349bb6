import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress } from "../primitives.ts";

const amounts = { amount: decimalAmount, amountBase: baseUnits.describe("Wei.") };

/** The agent wallet and what it pays gas with. */
export const agentGas = () =>
  z.object({
    address: hexAddress,
    coin: z.object({ symbol: z.string(), ...amounts }),
    trade: z
      .object(amounts)
      .describe("Most that one more trade or slice may cost in gas at the fees of now."),
    trades: z.int().describe("How many such trades or slices the coin lasts for."),
  });
export type AgentGas = z.infer<ReturnType<typeof agentGas>>;
