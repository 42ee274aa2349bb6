import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { refuse, type Verdict } from "../lib/verdict.ts";

type Called = { vault: Address; chainId: ChainId; operator: Address | undefined };

/**
 * Whether who calls is the vault's owner, as it was read. Refuses with not_vault_owner, and with
 * what the reading was refused with.
 */
export const ownerOnly = (
  owner: Verdict<Address>,
  { vault, chainId, operator }: Called,
): Verdict<Address> =>
  owner.ok && operator !== undefined && owner.value !== operator
    ? refuse(
        "not_vault_owner",
        "The signature is valid, but its signer does not own this vault on this chain.",
        {
          ...{ vault, chainId, operator },
        },
      )
    : owner;
