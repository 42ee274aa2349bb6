import {
  type Address,
  type Hex,
  hashMessage,
  isAddressEqual,
  keccak256,
  recoverMessageAddress,
  stringToHex,
} from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { contractSignatureCall } from "./contract-signature-call.ts";
import { operatorMessage } from "./operator-message.ts";
import type { Credentials } from "./parse-credentials.ts";

export type VerifiedOperator = { address: Address; form: "plain" | "bound" };

const EOA_REMEMBERED_MS = 600_000;
/** A contract owner may change its signers: remembered for a minute only (decision 18). */
const CONTRACT_REMEMBERED_MS = 60_000;

/**
 * Who signed: EIP-191 by an EOA first, then ERC-1271 on the vault's chain for contract owners. A good answer is
 * remembered in the isolate under everything that was signed. Refuses with auth_signature_mismatch, or rpc_unavailable
 * when a contract owner's chain cannot be asked.
 */
export async function verifyOperator(
  deps: Deps,
  credentials: Credentials,
  chainId: ChainId,
): Promise<Verdict<VerifiedOperator>> {
  const nowMs = deps.clock.nowMs();
  const key = cacheKey(deps, credentials, chainId);
  const known = deps.caches.signatures.get(key, nowMs);
  if (known !== undefined) return allow({ address: credentials.operator, form: known });
  const messages = [
    {
      form: "bound",
      text: operatorMessage(deps.env.PRODUCT_NAME, { kind: "bound", timestampMs: credentials.timestampMs }),
    },
    { form: "plain", text: operatorMessage(deps.env.PRODUCT_NAME, { kind: "plain" }) },
  ] as const;
  for (const message of messages) {
    if (await signedByAccount(message.text, credentials)) {
      deps.caches.signatures.set(key, message.form, nowMs + EOA_REMEMBERED_MS);
      return allow({ address: credentials.operator, form: message.form });
    }
  }
  return verifyContractOwner(deps, credentials, chainId, messages, key);
}

/** Half the order of secp256k1: of the two signatures (r, s) and (r, n - s) accounts make the lower one only (EIP-2). */
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

async function signedByAccount(message: string, { operator, signature }: Credentials): Promise<boolean> {
  if (signature.length !== 132) return false;
  // Anybody can make the other one of a signature they have seen: it proves nothing, and one use must stay one.
  if (BigInt(`0x${signature.slice(66, 130)}`) > MAX_S) return false;
  try {
    return isAddressEqual(await recoverMessageAddress({ message, signature }), operator);
  } catch {
    // Not a point on the curve: simply not this account's signature.
    return false;
  }
}

async function verifyContractOwner(
  deps: Deps,
  credentials: Credentials,
  chainId: ChainId,
  messages: readonly { form: "bound" | "plain"; text: string }[],
  key: string,
): Promise<Verdict<VerifiedOperator>> {
  const calls = messages.map((message) =>
    contractSignatureCall(credentials.operator, hashMessage(message.text), credentials.signature),
  );
  const outcomes = await deps.chain(chainId).rpc.send(calls);
  for (const [index, outcome] of outcomes.entries()) {
    const form = messages[index]?.form;
    if (form !== undefined && outcome.ok && outcome.value) {
      deps.caches.signatures.set(key, form, deps.clock.nowMs() + CONTRACT_REMEMBERED_MS);
      return allow({ address: credentials.operator, form });
    }
  }
  if (outcomes.some((outcome) => !outcome.ok && outcome.kind === "unavailable")) {
    return refuse("rpc_unavailable", "The chain could not be asked whether this signature is valid. Please try again.");
  }
  return refuse(
    "auth_signature_mismatch",
    `The signature was not made by operatorAddress over the operator message. Sign exactly: ${JSON.stringify(messages[0]?.text)}.`,
  );
}

const cacheKey = (deps: Deps, { operator, signature, timestampMs }: Credentials, chainId: ChainId): Hex =>
  keccak256(
    stringToHex(JSON.stringify([deps.env.PRODUCT_NAME, chainId, operator, timestampMs, signature.toLowerCase()])),
  );
