import * as z from "zod";

/**
 * Buttons under a message, row by row, as Telegram takes them: what stands on one, and the 1-64
 * bytes that come back when it is pressed (core.telegram.org/bots/api#inlinekeyboardbutton). What
 * they mean: src/telegram/read-update.ts.
 */
export const chatButtons = z.array(
  z.array(
    z.object({
      text: z.string().min(1).max(64),
      callback_data: z
        .string()
        .min(1)
        .max(64)
        .regex(/^[\x20-\x7e]+$/),
    }),
  ),
);
export type ChatButtons = z.infer<typeof chatButtons>;
