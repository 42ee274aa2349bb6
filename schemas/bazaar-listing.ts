import * as z from "zod";

/** What a facilitator's catalogue made of a resource that was paid for (x402, specs/extensions/bazaar.md, "Verify and Settlement Response Header"). */
export const bazaarListing = z.object({
  status: z.enum(["success", "processing", "rejected"]),
  rejectedReason: z.string().optional(),
});
export type BazaarListing = z.infer<typeof bazaarListing>;
