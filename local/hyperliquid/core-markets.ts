/** A perpetual of the local venue. Its place in the list is its number; prices are times 10^8. */
export type CoreMarket = {
  name: string;
  szDecimals: number;
  maxLeverage: number;
  onlyIsolated: boolean;
  priceE8: bigint;
};

/** The markets at the start; lots and leverage as the venue's own of these names. */
export const coreMarkets = (): CoreMarket[] => [
  {
    name: "BTC",
    szDecimals: 5,
    maxLeverage: 40,
    onlyIsolated: false,
    priceE8: 60_000n * 10n ** 8n,
  },
  { name: "ETH", szDecimals: 4, maxLeverage: 25, onlyIsolated: false, priceE8: 3_000n * 10n ** 8n },
  { name: "DOGE", szDecimals: 0, maxLeverage: 10, onlyIsolated: false, priceE8: 15_000_000n },
  { name: "RARE", szDecimals: 1, maxLeverage: 3, onlyIsolated: true, priceE8: 2n * 10n ** 8n },
];
