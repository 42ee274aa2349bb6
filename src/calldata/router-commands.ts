/**
 * Universal Router command bytes and their names; `allowed` are those the vault's adapter lets through.
 * Source: universal-router Commands.sol (2.0.0), docs/facts/vault-contracts.md 6. A byte that is not in the table, or one
 * with a flag bit (0x80 "may fail", 0x40 which 2.0 and 2.1 read differently), is never understood.
 */
export const ROUTER_COMMANDS: Readonly<Record<number, { name: string; allowed: boolean }>> = {
  0: { name: "V3_SWAP_EXACT_IN", allowed: true },
  1: { name: "V3_SWAP_EXACT_OUT", allowed: true },
  2: { name: "PERMIT2_TRANSFER_FROM", allowed: false },
  3: { name: "PERMIT2_PERMIT_BATCH", allowed: false },
  4: { name: "SWEEP", allowed: true },
  5: { name: "TRANSFER", allowed: true },
  6: { name: "PAY_PORTION", allowed: true },
  8: { name: "V2_SWAP_EXACT_IN", allowed: true },
  9: { name: "V2_SWAP_EXACT_OUT", allowed: true },
  10: { name: "PERMIT2_PERMIT", allowed: false },
  11: { name: "WRAP_ETH", allowed: true },
  12: { name: "UNWRAP_WETH", allowed: true },
  13: { name: "PERMIT2_TRANSFER_FROM_BATCH", allowed: false },
  14: { name: "BALANCE_CHECK_ERC20", allowed: true },
  16: { name: "V4_SWAP", allowed: true },
  17: { name: "V3_POSITION_MANAGER_PERMIT", allowed: false },
  18: { name: "V3_POSITION_MANAGER_CALL", allowed: false },
  19: { name: "V4_INITIALIZE_POOL", allowed: false },
  20: { name: "V4_POSITION_MANAGER_CALL", allowed: false },
  33: { name: "EXECUTE_SUB_PLAN", allowed: true },
};
