import { randomBytes } from "node:crypto";
import { type Address, bytesToHex, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** What a 402 offers, in the words of v2. */
export type PaymentRequirement = {
  scheme: string;
  network: string;
  amount: string;
  asset: Address;
  payTo: Address;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string; [more: string]: unknown };
};
/** EIP-3009, times in Unix seconds. */
export type Authorization = {
  from: Address;
  to: Address;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
};
export type SignPaymentOptions = {
  privateKey: Hex;
  requirement: PaymentRequirement;
  /** The chain's time: that of the stack, not of the wall. */
  nowMs: number;
  /** Default 2. */
  version?: 1 | 2;
  /** Fields of the authorization in place of the usual ones; signed as they are. */
  authorization?: Partial<Authorization>;
  /** Of the signed domain. */
  domain?: { name?: string; version?: string; chainId?: number; verifyingContract?: Address };
  /**
   * Members added to the payload, or in place of its own, after signing: `resource`, `extensions`,
   * `accepted`.
   */
  payload?: Record<string, unknown>;
};
export type SignedPayment = {
  /** For X-Payment, or PAYMENT-SIGNATURE with a v2 payload. */
  header: string;
  payload: Record<string, unknown>;
  authorization: Authorization;
  signature: Hex;
};

const CHAIN_ID = 8453;
/** How far back the packages' own clients begin an authorization, for clocks that disagree. */
const BACKDATED_SEC = 600n;

/**
 * Signs EIP-3009 TransferWithAuthorization for a requirement and packs it as a client of either
 * generation does.
 */
export async function signPayment(options: SignPaymentOptions): Promise<SignedPayment> {
  const { privateKey, requirement, nowMs, version = 2 } = options;
  const account = privateKeyToAccount(privateKey);
  const nowSec = BigInt(Math.floor(nowMs / 1_000));
  const authorization: Authorization = {
    from: account.address,
    to: requirement.payTo,
    value: BigInt(requirement.amount),
    validAfter: nowSec - BACKDATED_SEC,
    validBefore: nowSec + BigInt(requirement.maxTimeoutSeconds),
    nonce: bytesToHex(randomBytes(32)),
    ...options.authorization,
  };
  const signature = await account.signTypedData({
    domain: {
      name: requirement.extra.name,
      version: requirement.extra.version,
      chainId: CHAIN_ID,
      verifyingContract: requirement.asset,
      ...options.domain,
    },
    types: transferTypes,
    primaryType: "TransferWithAuthorization",
    message: authorization,
  });
  const inner = { signature, authorization: asText(authorization) };
  const payload = {
    x402Version: version,
    ...(version === 1 ? { scheme: "exact", network: "base" } : { accepted: requirement }),
    payload: inner,
    ...options.payload,
  };
  return {
    header: Buffer.from(JSON.stringify(payload)).toString("base64"),
    payload,
    authorization,
    signature,
  };
}

/** The text form that travels: decimal strings. */
function asText({ from, to, value, validAfter, validBefore, nonce }: Authorization) {
  return {
    from,
    to,
    value: `${value}`,
    validAfter: `${validAfter}`,
    validBefore: `${validBefore}`,
    nonce,
  };
}

/** Source: EIP-3009, "transferWithAuthorization". */
const transferTypes = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;
