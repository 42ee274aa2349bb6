import type { Hash } from "viem";
import { storedWords } from "./stored-words.ts";

/** Hashes of signed transactions, kept as words: the wallet made each of them, nobody else's text gets there. */
export const storedHashes = storedWords.transform((words) => words as Hash[]);
