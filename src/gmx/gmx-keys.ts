import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbiParameters } from "viem";

const TEXT = parseAbiParameters("string");
const KEY_ADDRESS = parseAbiParameters("bytes32, address");
const KEY_ADDRESS_FLAG = parseAbiParameters("bytes32, address, bool");
const KEY_CLAIM = parseAbiParameters("bytes32, address, address, address");
const KEY_CLAIM_HOUR = parseAbiParameters("bytes32, address, address, uint256, address");
const KEY_HOUR = parseAbiParameters("bytes32, address, address, uint256");
const POSITION = parseAbiParameters("address, address, address, bool");

const names = new Map<string, Hex>();
/** Cached: claims need hundreds of keys of few names. */
function name(text: string): Hex {
  const hash = names.get(text) ?? keccak256(encodeAbiParameters(TEXT, [text]));
  names.set(text, hash);
  return hash;
}

type Claim = { market: Address; token: Address; account: Address };
type HourClaim = Claim & { timeKey: bigint };
const ofHour =
  (text: string) =>
  ({ market, token, timeKey, account }: HourClaim): Hex =>
    keccak256(encodeAbiParameters(KEY_CLAIM_HOUR, [name(text), market, token, timeKey, account]));
const ofMarket =
  (text: string) =>
  (market: Address): Hex =>
    keccak256(encodeAbiParameters(KEY_ADDRESS, [name(text), market]));

/** GMX's DataStore (gmx-synthetics, Keys.sol and Position.sol). */
export const gmxKeys = {
  setting: name,
  minCollateralFactor: ofMarket("MIN_COLLATERAL_FACTOR"),
  minCollateralFactorForLiquidation: ofMarket("MIN_COLLATERAL_FACTOR_FOR_LIQUIDATION"),
  maxLiquidationImpact: ofMarket("MAX_POSITION_IMPACT_FACTOR_FOR_LIQUIDATIONS"),
  /** Fee on the change in size; higher without `improvesBalance`. */
  positionFeeFactor: (market: Address, improvesBalance: boolean): Hex =>
    keccak256(
      encodeAbiParameters(KEY_ADDRESS_FLAG, [name("POSITION_FEE_FACTOR"), market, improvesBalance]),
    ),
  isMarketDisabled: ofMarket("IS_MARKET_DISABLED"),
  claimableFunding: ({ market, token, account }: Claim): Hex =>
    keccak256(
      encodeAbiParameters(KEY_CLAIM, [name("CLAIMABLE_FUNDING_AMOUNT"), market, token, account]),
    ),
  claimableCollateral: ofHour("CLAIMABLE_COLLATERAL_AMOUNT"),
  claimedCollateral: ofHour("CLAIMED_COLLATERAL_AMOUNT"),
  /** Claimable share by now: for all of the hour, for the account, less the reduction. */
  collateralFactor: ({ market, token, timeKey }: Omit<HourClaim, "account">): Hex =>
    keccak256(
      encodeAbiParameters(KEY_HOUR, [name("CLAIMABLE_COLLATERAL_FACTOR"), market, token, timeKey]),
    ),
  collateralFactorOf: ofHour("CLAIMABLE_COLLATERAL_FACTOR"),
  collateralReduction: ofHour("CLAIMABLE_COLLATERAL_REDUCTION_FACTOR"),
  position: (account: Address, market: Address, collateralToken: Address, isLong: boolean): Hex =>
    keccak256(encodeAbiParameters(POSITION, [account, market, collateralToken, isLong])),
};
