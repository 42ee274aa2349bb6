import * as z from "zod";

/** Arguments of the tools for one position. */
export const positionArguments = z.object({
  tokenId: z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,77})$/, "must be a position's id, as a string of digits")
    .describe("Id of the vault's position, as get_lp_positions lists it."),
  chain: z.string().trim().min(1).max(32).optional().describe("Chain name; default: the chain of the request."),
});
