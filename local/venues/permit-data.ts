import { type Address, isAddressEqual, type PublicClient, zeroAddress } from "viem";
import { permit2Abi } from "./venue-abi.ts";

const MONTH_SECONDS = 2_592_000;
const HALF_HOUR_SECONDS = 1_800;
const MAX_UINT160 = (1n << 160n) - 1n;

type Need = {
  chainId: number;
  permit2: Address;
  spender: Address;
  swapper: Address;
  token: Address;
  amountBase: bigint;
  nowSec: bigint;
};

/**
 * The Permit2 message a swapper would have to sign; null for the native coin and for a standing
 * approval.
 */
export async function permitData(client: PublicClient, need: Need) {
  if (isAddressEqual(need.token, zeroAddress)) return null;
  const [allowedBase, expiration, nonce] = await client.readContract({
    address: need.permit2,
    abi: permit2Abi,
    functionName: "allowance",
    args: [need.swapper, need.token, need.spender],
  });
  if (allowedBase >= need.amountBase && BigInt(expiration) > need.nowSec) return null;
  const field = (name: string, type: string) => ({ name, type });
  return {
    domain: { name: "Permit2", chainId: need.chainId, verifyingContract: need.permit2 },
    types: {
      PermitSingle: [
        field("details", "PermitDetails"),
        field("spender", "address"),
        field("sigDeadline", "uint256"),
      ],
      PermitDetails: [
        field("token", "address"),
        field("amount", "uint160"),
        field("expiration", "uint48"),
        field("nonce", "uint48"),
      ],
    },
    values: {
      details: {
        token: need.token,
        amount: String(MAX_UINT160),
        expiration: String(Number(need.nowSec) + MONTH_SECONDS),
        nonce: String(nonce),
      },
      spender: need.spender,
      sigDeadline: String(Number(need.nowSec) + HALF_HOUR_SECONDS),
    },
  };
}
