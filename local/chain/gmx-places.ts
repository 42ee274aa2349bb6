import { getAddress } from "viem";
import { secondChain } from "./second-chain.ts";

const { WETH, USDC } = secondChain.tokens;
const pool = { longToken: WETH.address, shortToken: USDC.address };

/**
 * GMX on the local chain 42161: its contracts at the documented addresses (facts `addresses.json`;
 * event emitter and order vault from gmx-synthetics a5c0c88, deployments/arbitrum), and three of
 * its markets with their tokens (@gmx-io/sdk 1.4.0, configs). Copied by program.
 */
export const gmxPlaces = {
  exchange: getAddress("0x1c3fa76e6e1088bce750f23a5bfcffa1efef6a41"),
  store: getAddress("0xfd70de6b91282d8017aa4e741e9ae325cab992d8"),
  reader: getAddress("0x470fbc46bcc0f16532691df360a07d8bf5ee0789"),
  prices: getAddress("0x38b8db61b724b51e42a88cb8ec564cd685a0f53b"),
  events: getAddress("0xc8ee91a54287db53897056e12d9819156d3822fb"),
  orderVault: getAddress("0x31ef83a530fde1b38ee9a18093a333d8bbbc40d5"),
  /**
   * `price` in dollars. Index tokens but ETH's are no contracts. GMX's Chainlink feeds know no LTC
   * here: its market cannot be valued by a vault.
   */
  markets: {
    ETH: {
      ...{
        marketToken: getAddress("0x70d95587d40a2caf56bd97485ab3eec10bee6336"),
        indexToken: WETH.address,
        ...pool,
      },
      ...{ symbol: "ETH", decimals: 18, price: "2500", hasFeed: true },
    },
    DOGE: {
      ...{ marketToken: getAddress("0x6853ea96ff216fab11d2d930ce3c508556a4bdc4"), ...pool },
      ...{ indexToken: getAddress("0xc4da4c24fd591125c3f47b340b6f4f76111883d8") },
      ...{ symbol: "DOGE", decimals: 8, price: "0.2", hasFeed: true },
    },
    LTC: {
      ...{ marketToken: getAddress("0xd9535bb5f58a1a75032416f2dfe7880c30575a41"), ...pool },
      ...{ indexToken: getAddress("0xb46a094bc4b0adbd801e14b9db95e05e28962764") },
      ...{ symbol: "LTC", decimals: 8, price: "80", hasFeed: false },
    },
  },
} as const;
