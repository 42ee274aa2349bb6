import { type Address, zeroAddress } from "viem";
import { wholeAddresses } from "../../support/whole-addresses.ts";

export const CHAIN_ID = 8453;
export const ADDRESSES = wholeAddresses(CHAIN_ID);

export type TokenName = "ETH" | "WETH" | "USDC" | "DAI" | "GRG" | "EVIL";
export type WorldToken = {
  symbol: TokenName;
  address: Address;
  decimals: number;
  /**
   * What one is worth, in millionths of a dollar, whatever any pool says: by this alone a world is
   * judged.
   */
  worthE6: bigint;
  /**
   * What its market and its oracle said before anybody moved them. Only a stranger's token has a
   * price without a worth.
   */
  priceE6: bigint;
  /** A stranger with a few thousand dollars moves its market as he likes. */
  isThin: boolean;
};

const table = (symbol: string): Address | undefined =>
  ADDRESSES.tokens.find((token) => token.symbol === symbol)?.address.toLowerCase() as
    | Address
    | undefined;

const deep = (
  symbol: TokenName,
  address: Address,
  decimals: number,
  priceE6: bigint,
): WorldToken => ({
  ...{ symbol, address, decimals, priceE6, worthE6: priceE6, isThin: false },
});

/** docs/facts/staking.md: GRG on Base, for a table that does not have it. */
const GRG: Address = "0x09188484e1ab980daef53a9755241d759c5b7d60";

/** The tokens of every world. */
export const TOKENS: readonly WorldToken[] = [
  deep("ETH", zeroAddress, 18, 2_500_000_000n),
  deep("WETH", ADDRESSES.wrappedNative, 18, 2_500_000_000n),
  deep("USDC", ADDRESSES.usdc, 6, 1_000_000n),
  deep("DAI", table("DAI") ?? zeroAddress, 18, 1_000_000n),
  { ...deep("GRG", table("GRG") ?? GRG, 18, 1_000_000n), isThin: true },
  { ...deep("EVIL", `0x${"e1".repeat(20)}`, 18, 1_000_000n), worthE6: 0n, isThin: true },
];

export const isToken = (address: Address): boolean =>
  TOKENS.some((token) => token.address === address.toLowerCase());

/** @throws Error for a token of no world */
export function tokenAt(address: Address): WorldToken {
  const token = TOKENS.find((one) => one.address === address.toLowerCase());
  if (token === undefined) throw new Error(`no world has the token ${address}`);
  return token;
}

/** @throws Error for a token of no world */
export const tokenOf = (symbol: TokenName): WorldToken => {
  const token = TOKENS.find((one) => one.symbol === symbol);
  if (token === undefined) throw new Error(`no world has ${symbol}`);
  return token;
};

/** In millionths of a dollar. */
export const worthOf = (address: Address, amountBase: bigint): bigint => {
  const { worthE6, decimals } = tokenAt(address);
  return (amountBase * worthE6) / 10n ** BigInt(decimals);
};
