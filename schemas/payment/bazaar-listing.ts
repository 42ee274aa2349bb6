import * as z from "zod";

/**
 * A facilitator's catalogue entry for a paid resource (x402, specs/extensions/bazaar.md, "Verify
 * and Settlement Response Header").
 */
export const bazaarListing = z.object({
  status: z.enum(["success", "processing", "rejected"]),
  rejectedReason: z.string().optional(),
});
export type BazaarListing = z.infer<typeof bazaarListing>;
