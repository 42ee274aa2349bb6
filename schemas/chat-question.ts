import * as z from "zod";

/**
 * A question of ours, as a caller sees it. `words` of an option are the whole command that it
 * stands for.
 */
export const chatQuestion = z.object({
  id: z
    .string()
    .describe(
      "Send it back as questionId with the answer as the last message. Good for ten minutes, " +
        "and for one answer.",
    ),
  text: z.string(),
  options: z
    .array(z.object({ label: z.string(), words: z.string() }))
    .describe("Its readings; a label is an answer, too."),
});
export type ChatQuestion = z.infer<typeof chatQuestion>;
