import type { Address } from "viem";
import type { ChainHandle } from "../chain/chain-handle.ts";
import { createVault } from "../chain/create-vault.ts";
import { fundAccount } from "../chain/fund-account.ts";

/**
 * What the vault holds beside the 100,000 USDC of its supply; on 42161 what GMX's keeper costs, and
 * in what it pays a long.
 */
const VAULT_FUNDS = {
  8453: { ETH: 10n * 10n ** 18n, WETH: 2n * 10n ** 18n, USDT: 5_000n * 10n ** 6n },
  42161: { ETH: 10n ** 18n, WETH: 10n ** 18n },
  999: {},
};
/** What the payer has for its calls. */
const PAYER_FUNDS = { USDC: 1_000n * 10n ** 6n };

/**
 * The vault that every stack has, on chain 8453 with what its payer pays with. Its name and owner
 * give it the same address on every chain.
 */
export async function createFirstVault(chain: ChainHandle): Promise<Address> {
  const fund = VAULT_FUNDS[chain.chainId];
  const vault = await createVault(chain, { name: "Sextant Local", symbol: "SXT", fund });
  if (chain.chainId === 8453) await fundAccount(chain, chain.accounts.payer.address, PAYER_FUNDS);
  return vault;
}
