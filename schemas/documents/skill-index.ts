import * as z from "zod";

/** A host's skills in the form of Agent Skills Discovery 0.2.0 (docs/facts/listings.md 2). */
export const skillIndex = z.object({
  $schema: z.literal("https://schemas.agentskills.io/discovery/0.2.0/schema.json"),
  skills: z.array(
    z.object({
      name: z.string(),
      type: z.literal("skill-md"),
      description: z.string(),
      url: z.string(),
      digest: z.string().describe("sha256: and the hash of what `url` answers, in hex."),
    }),
  ),
});
