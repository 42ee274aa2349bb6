import type { ChainContracts } from "./chain.ts";

/** Contracts at one address on all our chains: the vaults', 0x's, Permit2 and Multicall3. */
export const SAME_EVERYWHERE = {
  registry: "0x06767e8090bA5c4Eca89ED00C3A719909D503ED6",
  factory: "0x8DE8895ddD702d9a216E640966A98e08c9228f24",
  authority: "0xe35129A1E0BdB913CF6Fd8332E9d3533b5F41472",
  allowanceHolder: "0x0000000000001fF3684f28c67538d4D072C22734",
  zeroExDeployer: "0x00000000000004533Fe15556B1E086BB1A72cEae",
  permit2: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
  multicall3: "0xcA11bde05977b3631167028862bE2a173976CA11",
} as const satisfies Partial<ChainContracts>;

/** Across's message handler on most chains; the others name their own. */
export const ACROSS_MULTICALL_HANDLER = "0x924a9f036260DdD5808007E1AA95f08eD08aA569";
