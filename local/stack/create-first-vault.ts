import type { Address } from "viem";
import type { ChainHandle } from "../chain/chain-handle.ts";
import { createVault } from "../chain/create-vault.ts";
import { fundAccount } from "../chain/fund-account.ts";

/** What the vault holds beside the 100,000 USDC of its supply. */
const VAULT_FUNDS = { ETH: 10n * 10n ** 18n, WETH: 2n * 10n ** 18n, USDT: 5_000n * 10n ** 6n };
/** What the payer has for its calls. */
const PAYER_FUNDS = { USDC: 1_000n * 10n ** 6n };

/** The vault that every stack has, and what its payer pays with. */
export async function createFirstVault(chain: ChainHandle): Promise<Address> {
  const vault = await createVault(chain, { name: "Sextant Local", symbol: "SXT", fund: VAULT_FUNDS });
  await fundAccount(chain, chain.accounts.payer.address, PAYER_FUNDS);
  return vault;
}
