import type { CoreAccount } from "./core-account.ts";
import type { CoreMarket } from "./core-markets.ts";
import { ntlOf } from "./ntl-of.ts";

/** What an account of cross margin is worth and binds, in USDC with 6 decimals. */
export function marginOf(account: CoreAccount, markets: readonly CoreMarket[]) {
  let [accountValueBase, marginUsedBase, notionalBase, rawUsdBase, maintenanceBase] = [
    account.cashBase,
    0n,
    0n,
    account.cashBase,
    0n,
  ];
  for (const [asset, { sizeE8, entryPriceE8 }] of account.positions) {
    const market = markets[asset];
    if (market === undefined) continue;
    const notional = ntlOf(market.priceE8, sizeE8 < 0n ? -sizeE8 : sizeE8);
    accountValueBase += ntlOf(market.priceE8, sizeE8) - ntlOf(entryPriceE8, sizeE8);
    rawUsdBase -= ntlOf(entryPriceE8, sizeE8);
    notionalBase += notional;
    marginUsedBase += notional / BigInt(market.maxLeverage);
    maintenanceBase += notional / BigInt(2 * market.maxLeverage);
  }
  const free = accountValueBase - marginUsedBase;
  return {
    accountValueBase,
    marginUsedBase,
    notionalBase,
    rawUsdBase,
    maintenanceBase,
    withdrawableBase: free > 0n ? free : 0n,
  };
}
