import { CHAIN_IDS, EVERY_CHAIN_ID } from "../../../schemas/chains.ts";
import { PLANTED } from "./planted-chain.ts";

// As one id more in the list would: before a Worker is made.
const lists: readonly (readonly number[])[] = [CHAIN_IDS, EVERY_CHAIN_ID];
for (const ids of lists) (ids as number[]).push(PLANTED.id);
