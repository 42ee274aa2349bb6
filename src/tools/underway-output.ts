import * as z from "zod";
import { depositOutput } from "./deposit-output.ts";

/** What a vault sent and has not arrived, in answers about something else: verify_bridge_arrival has the rest of it. */
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
