/**
 * Where the local chain puts its contracts: the documented addresses of chain 8453. Source: facts
 * `addresses.json` and the roles and tokens of `onchain-vectors.json` (copied by program, not
 * typed).
 */
export const chainAddresses = {
  factory: "0x8DE8895ddD702d9a216E640966A98e08c9228f24",
  registry: "0x06767e8090bA5c4Eca89ED00C3A719909D503ED6",
  authority: "0xe35129A1E0BdB913CF6Fd8332E9d3533b5F41472",
  implementation: "0x70fF4c1317C64B24BAb253bE6D6ac1adBf1d9869",
  uniswapAdapter: "0x2b75aD5cB2fa53fF93D20F38b5f3264Fbd1A6f82",
  zeroExAdapter: "0xe03263BB518E780e890f93449339431e90a850A7",
  multicallAdapter: "0x9cD3CB7CF9392182890d0b5Fe7d92BFD7539afFC",
  universalRouter: "0x6fF5693b99212Da76ad316178A184AB56D299b43",
  v4Quoter: "0x0d5e0F971ED27FBfF6c2837bf31316121532048D",
  positionManager: "0x7C5f5A4bBd8fD63184577525326123B519429bDc",
  poolManager: "0x498581fF718922c3f8e6A244956aF099B2652b2b",
  oracle: "0x59f39091Fd6f47e9D0bCB466F74e305f1709BAC4",
  allowanceHolder: "0x0000000000001fF3684f28c67538d4D072C22734",
  zeroExDeployer: "0x00000000000004533Fe15556B1E086BB1A72cEae",
  settler: "0xB82008565FdC7e44609fA118A4a681E92581e680",
  permit2: "0x000000000022D473030F116dDEE9F6B43aC78BA3",
  stateView: "0xA3c0c9b65baD0b08107Aa264b0f3dB444b867A71",
  wrappedNative: "0x4200000000000000000000000000000000000006",
  stakingProxy: "0xc758Ea84d6D978fe86Ee29c1fbD47B4F302F1992",
  tokenJar: "0xA0F9C380ad1E1be09046319fd907335B2B452B37",
  /** Predeploy of every OP-stack chain (docs/facts/op-stack-fees.md). */
  gasPriceOracle: "0x420000000000000000000000000000000000000F",
  multicall3: "0xcA11bde05977b3631167028862bE2a173976CA11",
  acrossSpokePool: "0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64",
  acrossMulticallHandler: "0x924a9f036260DdD5808007E1AA95f08eD08aA569",
} as const;
