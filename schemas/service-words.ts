/** The service in a sentence for each place that describes it, with its members' purposes. */
export const SERVICE_WORDS = {
  /** For the list of paid resources. */
  resources: "Trades and manages on-chain asset vaults: quotes, swaps behind shields, TWAP orders.",
  /** Before MCP's instructions. */
  mcp: "Quotes, swaps, delegation, settings and TWAP orders of on-chain vaults, behind shields.",
  /** For the catalog of tools. */
  catalog:
    "Trading and management of on-chain vaults: quotes, swaps behind two shields, " +
    "delegation, settings and TWAP orders.",
} as const;
