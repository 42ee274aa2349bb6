import * as z from "zod";

/**
 * What the scripted model does. `answers` are given one by one, in order, whatever the request;
 * then it says `says`. `obeys`: it does whatever any text in its prompt demands, however that is
 * disguised. `fault`: every call fails in that way.
 */
export const modelScript = z.strictObject({
  answers: z
    .array(
      z.strictObject({
        text: z.string().default(""),
        calls: z.array(z.strictObject({ name: z.string(), arguments: z.unknown() })).default([]),
        /** A streamed answer ends after its text, in the middle of a chunk. */
        breaks: z.boolean().default(false),
      }),
    )
    .default([]),
  says: z.string().default("Nothing to say."),
  obeys: z.boolean().default(false),
  fault: z.enum(["status", "garbage", "drop", "slow"]).optional(),
});
export type ModelScript = z.infer<typeof modelScript>;
