import { type Address, getAddress, keccak256, slice, toHex } from "viem";

/** Contracts for which our facts document no address get one derived from their name. */
export const derivedAddresses = {
  v3Factory: derive("v3Factory"),
  v3Quoter: derive("v3Quoter"),
  v3PositionManager: derive("v3PositionManager"),
  whale: derive("whale"),
  wrapAdapter: derive("wrapAdapter"),
  stakingAdapter: derive("stakingAdapter"),
  acrossAdapter: derive("acrossAdapter"),
  hyperliquidAdapter: derive("hyperliquidAdapter"),
  gmxAdapter: derive("gmxAdapter"),
};

function derive(name: string): Address {
  return getAddress(slice(keccak256(toHex(`sextant.local.${name}`)), 12));
}
