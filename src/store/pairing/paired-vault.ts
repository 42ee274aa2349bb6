import * as z from "zod";
import { chainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";

/** A vault that a chat speaks for, and whose word that is; all in lower case. */
export const pairedVault = z.object({ operator: hexAddress, chainId, vault: hexAddress });
export type PairedVault = z.infer<typeof pairedVault>;
