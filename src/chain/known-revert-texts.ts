import type { KnownRevert } from "./known-reverts.ts";

const POOR = "The vault does not hold enough of the token to move. Lower the amount.";

/** A balance that is too small was refused before the call was built. */
const REFUSED_BY_TOKEN =
  "The token could not be taken from the vault. Where the vault holds enough of it, the token's issuer has blocked the vault, and no amount will work: see with get_token_balance, then ask the issuer.";

/** Texts of Error(string) that say what to do about them (docs/facts/vault-contracts.md 6, 9, 16; onchain-vectors.json). */
export const KNOWN_REVERT_TEXTS: Readonly<Record<string, KnownRevert>> = {
  TRANSFER_FROM_FAILED: ["simulation_reverted", REFUSED_BY_TOKEN],
  TRANSFER_FAILED: ["simulation_reverted", REFUSED_BY_TOKEN],
  "ERC20: transfer amount exceeds balance": ["insufficient_balance", POOR],
  STF: ["simulation_reverted", REFUSED_BY_TOKEN],
  "Blacklistable: account is blacklisted": [
    "simulation_reverted",
    "USDC's issuer has blocked an address of this transfer, so USDC cannot move there. Nothing that the vault does with USDC will work while it is blocked; ask the issuer.",
  ],
  ETH_TRANSFER_FAILED: ["simulation_reverted", "Native coin could not be sent on. Use the wrapped token instead."],
  NON_REGISTERED_RB_POOL_ERROR: [
    "not_delegated",
    "The staking call did not run as the vault: delegate its selector to the agent wallet, or sign with the owner.",
  ],
  MOVE_STAKE_AMOUNT_HIGHER_THAN_WITHDRAWABLE_ERROR: [
    "simulation_reverted",
    "This stake cannot be withdrawn yet. Undelegate it first and wait until the epoch ends.",
  ],
  STAKING_TIMESTAMP_TOO_LOW_ERROR: [
    "simulation_reverted",
    "The staking epoch has not ended yet. Try again after its end.",
  ],
  STAKING_POOL_NOT_FINALIZED_ERROR: [
    "rewards_unclaimed",
    "The vault's staking pool earned rewards in the last epoch, and its stake cannot be moved before they are shared. Claim the rewards first: that shares them.",
  ],
  STAKING_MISSING_POOLS_TO_BE_FINALIZED_ERROR: [
    "simulation_reverted",
    "Staking pools earned rewards in the epoch before, and this one cannot be ended until each of them is finalized. Any account may do that.",
  ],
  STAKING_POOL_DOES_NOT_EXIST_ERROR: [
    "simulation_reverted",
    "The vault has no staking pool yet: its first stake creates one.",
  ],
  STAKING_INSUFFICIENT_BALANCE_ERROR: [
    "insufficient_balance",
    "The vault does not have that much stake. Lower the amount.",
  ],
  FACTORY_CREATE2_FAILED_ERROR: [
    "simulation_reverted",
    "This owner already has a vault of that name. Choose another name.",
  ],
  REGISTRY_NAME_LENGTH_ERROR: ["invalid_request", "A vault's name has 4 to 31 characters. Choose another name."],
  REGISTRY_SYMBOL_LENGTH_ERROR: [
    "invalid_request",
    "A vault's symbol has 3 to 5 upper-case letters. Choose another symbol.",
  ],
};
