import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import type { ChainHandle } from "../chain/chain-handle.ts";
import { hyperAddresses } from "../chain/hyper-addresses.ts";
import { sendTransaction } from "../chain/send-transaction.ts";
import type { CoreAccount } from "./core-account.ts";
import type { CoreMarket } from "./core-markets.ts";
import { marginOf } from "./margin-of.ts";

type Name = keyof typeof hyperAddresses.precompiles;
type Entry = { name: Name; input: Hex; output: Hex };

/**
 * What chain 999 reads of the core from now on. Source of the layouts: docs/facts/hyperliquid.md 2.
 */
export const writePrecompiles = {
  ofMarkets: async (chain: ChainHandle, markets: readonly CoreMarket[]): Promise<void> =>
    write(
      chain,
      markets.flatMap(({ name, szDecimals, maxLeverage, onlyIsolated, priceE8 }, asset) => {
        const input = encode("uint32", [asset]);
        const price = encode("uint64", [priceE8 / 10n ** BigInt(2 + szDecimals)]);
        const info = encode("(string, uint32, uint8, uint8, bool)", [
          [name, maxLeverage, szDecimals, maxLeverage, onlyIsolated],
        ]);
        return [
          { name: "markPx", input, output: price },
          { name: "oraclePx", input, output: price },
          { name: "perpAssetInfo", input, output: info },
        ] as const;
      }),
    ),
  ofAccount: async (
    chain: ChainHandle,
    markets: readonly CoreMarket[],
    account: CoreAccount,
  ): Promise<void> => {
    const { address, exists, spotE8, positions } = account;
    const margin = marginOf(account, markets);
    const user = encode("address", [address]);
    await write(chain, [
      { name: "coreUserExists", input: user, output: encode("bool", [exists]) },
      {
        name: "spotBalance",
        input: encode("address, uint64", [address, 0n]),
        output: encode("uint64, uint64, uint64", [spotE8, 0n, 0n]),
      },
      { name: "withdrawable", input: user, output: encode("uint64", [margin.withdrawableBase]) },
      {
        name: "marginSummary",
        input: encode("uint32, address", [0, address]),
        output: encode("int64, uint64, uint64, int64", [
          ...[
            margin.accountValueBase,
            margin.marginUsedBase,
            margin.notionalBase,
            margin.rawUsdBase,
          ],
        ]),
      },
      ...markets.map(({ szDecimals, maxLeverage, onlyIsolated }, asset): Entry => {
        const { sizeE8, entryPriceE8 } = positions.get(asset) ?? { sizeE8: 0n, entryPriceE8: 0n };
        const entryNotional = (entryPriceE8 * (sizeE8 < 0n ? -sizeE8 : sizeE8)) / 10n ** 10n;
        return {
          name: "position",
          input: encode("address, uint32", [address, asset]),
          output: encode("int64, uint64, int64, uint32, bool", [
            ...[
              sizeE8 / 10n ** BigInt(8 - szDecimals),
              entryNotional,
              0n,
              maxLeverage,
              onlyIsolated,
            ],
          ]),
        };
      }),
    ]);
  },
};

async function write(chain: ChainHandle, entries: readonly Entry[]): Promise<void> {
  const from: Address = chain.accounts.whale.address;
  for (const { name, input, output } of entries)
    await sendTransaction(chain, {
      ...{ from, to: hyperAddresses.precompiles[name].at, gas: 500_000n },
      data: encode("bytes, bytes", [input, output]),
    });
}

const encode = (types: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values as never);
