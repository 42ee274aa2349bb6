import * as z from "zod";
import { depositOutput } from "./deposit-output.ts";

/** verify_bridge_arrival has the rest of it. */
export const underwayOutput = () =>
  z.array(
    depositOutput()
      .pick({ transactionHash: true, opType: true, symbol: true, amount: true, sentAt: true, refundTransaction: true })
      .extend({
        status: z.enum(["waiting", "expired", "refunded"]),
        sourceChainId: z.int(),
        destinationChainId: z.int(),
      }),
  );
