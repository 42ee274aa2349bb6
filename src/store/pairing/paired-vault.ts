import type { Address } from "viem";
import * as z from "zod";
import { chainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";

// Safe: the schema before it checks that very form.
const address = hexAddress.transform((text) => text as Address);

/** A vault that a chat speaks for, and whose word that is; all in lower case. */
export const pairedVault = z.object({ operator: address, chainId, vault: address });
export type PairedVault = z.infer<typeof pairedVault>;
