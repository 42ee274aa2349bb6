import * as z from "zod";
import { everyChainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import { QUESTION_LIMITS } from "../../../schemas/question-limits.ts";

/** A chat's last command, its owner and vault, and the beginning of the answer. */
export const storedSaid = z.object({
  operator: hexAddress.nullable(),
  vault: hexAddress.nullable(),
  chainId: everyChainId,
  words: z.string().max(QUESTION_LIMITS.words),
  reply: z.string().max(QUESTION_LIMITS.text),
});
export type StoredSaid = z.infer<typeof storedSaid>;
