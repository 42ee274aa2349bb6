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
const ofHour = (text: string, { market, token, timeKey, account }: HourClaim): Hex =>
  keccak256(encodeAbiParameters(KEY_CLAIM_HOUR, [name(text), market, token, timeKey, account]));

/** GMX's DataStore (gmx-synthetics, Keys.sol and Position.sol). */
export const gmxKeys = {
  setting: name,
  minCollateralFactor: (market: Address): Hex =>
    keccak256(encodeAbiParameters(KEY_ADDRESS, [name("MIN_COLLATERAL_FACTOR"), market])),
  minCollateralFactorForLiquidation: (market: Address): Hex =>
    keccak256(encodeAbiParameters(KEY_ADDRESS, [name("MIN_COLLATERAL_FACTOR_FOR_LIQUIDATION"), market])),
  maxLiquidationImpact: (market: Address): Hex =>
    keccak256(encodeAbiParameters(KEY_ADDRESS, [name("MAX_POSITION_IMPACT_FACTOR_FOR_LIQUIDATIONS"), market])),
  /** Fee on the change in size; higher without `improvesBalance`. */
  positionFeeFactor: (market: Address, improvesBalance: boolean): Hex =>
    keccak256(encodeAbiParameters(KEY_ADDRESS_FLAG, [name("POSITION_FEE_FACTOR"), market, improvesBalance])),
  isMarketDisabled: (market: Address): Hex =>
    keccak256(encodeAbiParameters(KEY_ADDRESS, [name("IS_MARKET_DISABLED"), market])),
  claimableFunding: ({ market, token, account }: Claim): Hex =>
    keccak256(encodeAbiParameters(KEY_CLAIM, [name("CLAIMABLE_FUNDING_AMOUNT"), market, token, account])),
  claimableCollateral: (claim: HourClaim): Hex => ofHour("CLAIMABLE_COLLATERAL_AMOUNT", claim),
  claimedCollateral: (claim: HourClaim): Hex => ofHour("CLAIMED_COLLATERAL_AMOUNT", claim),
  /** Claimable share by now: for all of the hour, for the account, less the reduction. */
  collateralFactor: ({ market, token, timeKey }: Omit<HourClaim, "account">): Hex =>
    keccak256(encodeAbiParameters(KEY_HOUR, [name("CLAIMABLE_COLLATERAL_FACTOR"), market, token, timeKey])),
  collateralFactorOf: (claim: HourClaim): Hex => ofHour("CLAIMABLE_COLLATERAL_FACTOR", claim),
  collateralReduction: (claim: HourClaim): Hex => ofHour("CLAIMABLE_COLLATERAL_REDUCTION_FACTOR", claim),
  position: (account: Address, market: Address, collateralToken: Address, isLong: boolean): Hex =>
    keccak256(encodeAbiParameters(POSITION, [account, market, collateralToken, isLong])),
};
