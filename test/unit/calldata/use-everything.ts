import type { Hex } from "viem";
import { deadlineMulticall } from "../../../src/calldata/deadline-multicall.ts";
import { capPermitDeadline } from "../../../src/calldata/exec-calldata.ts";
import { pinExactOutput, setRouterDeadline } from "../../../src/calldata/execute-calldata.ts";
import { decodeRevert } from "../../../src/chain/decode-revert.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { checkVenueCalldata } from "./check-venue-calldata.ts";
import { factsOf, role, token } from "./safety-vectors.ts";

const facts = factsOf();
const lax = {
  vault: role("vault"),
  tokenIn: token("USDC"),
  tokenOut: token("USDT"),
  mode: "exactIn",
  amountBase: 1_000_000_000n,
  limitBase: 1n,
  venue: "uniswap",
  deadlineMinSec: 0,
  deadlineMaxSec: 4_200_000_000,
} as const;

/** Everything that is ever done with call data from outside. */
export function useEverything(data: Hex): void {
  for (const routerVersion of ["2.0", "2.1.2"] as const)
    checkVenueCalldata(decodeVaultCall(data, { ...facts, routerVersion }), lax);
  decodeVaultCall(deadlineMulticall.encode(data, 1_900_000_000), facts);
  setRouterDeadline(data, 1_900_000_000);
  capPermitDeadline(data, 1_900_000_000);
  pinExactOutput(data, facts);
  decodeRevert(data);
}
