import type { Hex } from "viem";
import type { BridgeCall } from "../../src/calldata/bridge-call.ts";
import { boundedDecode } from "../../src/calldata/decode-abi-strictly.ts";
import type { WrapCall } from "../../src/calldata/decode-wrap-call.ts";
import type { GmxCall } from "../../src/calldata/gmx-call.ts";
import type { HyperliquidCall } from "../../src/calldata/hyperliquid-call.ts";
import type { LiquidityCall } from "../../src/calldata/liquidity-call.ts";
import type { StakingCall } from "../../src/calldata/staking-call.ts";
import type { RouterCall, ZeroExCall } from "../../src/calldata/swap-calls.ts";
import type { DelegationCall } from "../../src/delegation/delegation-call.ts";
import type { RouterFacts } from "../../src/kinds/vault-call.ts";
import { TABLES } from "../../src/tables.ts";

/** What a call to the vault means, by the service's own protocols. */
export type VaultCall =
  | RouterCall
  | ZeroExCall
  | WrapCall
  | DelegationCall
  | LiquidityCall
  | BridgeCall
  | StakingCall
  | HyperliquidCall
  | GmxCall;

const CODES = await Promise.all(
  Object.values(TABLES.protocols).map(async ({ calls, load }) => ({
    selectors: Object.values(calls).flatMap(({ selectors }) => selectors),
    code: await load(),
  })),
);

/**
 * A call's bytes as the protocol reads them whose selector they begin with, as
 * src/pipeline/read-call.ts asks it.
 */
export const decodeVaultCall = boundedDecode((data: Hex, facts: RouterFacts): VaultCall => {
  const selector = data.slice(0, 10).toLowerCase();
  const found = CODES.find(({ selectors }) => selectors.some((one) => one === selector));
  // Safe: the tables have the protocols whose calls are listed above.
  if (found !== undefined) return found.code.decode(data, facts) as VaultCall;
  return {
    kind: "unknown",
    reason: `selector ${selector} is none of the calls this service makes`,
  };
});
