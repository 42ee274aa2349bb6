import {
  type Address,
  encodeFunctionData,
  type Hash,
  type Hex,
  hashMessage,
  isAddressEqual,
  keccak256,
  parseAbi,
  recoverMessageAddress,
  stringToHex,
} from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { ethCall, type RpcCall } from "../chain/rpc-call.ts";
import type { Deps } from "../deps.ts";
import { isLowS } from "../lib/sha256-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/** With the form of the operator message that it is. */
export type SignableText<F extends string> = { form: F; text: string };
type Signature = { operator: Address; signature: Hex };

const ERC1271 = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
/** ERC-1271's yes, right-padded to a word. */
const ERC1271_YES = "0x1626ba7e";

const EOA_REMEMBERED_MS = 600_000;
/** A contract owner may change its signers (decision D2). */
const CONTRACT_REMEMBERED_MS = 60_000;
/** So long that a call which is judged twice reads the chain once. */
const REFUSED_REMEMBERED_MS = 5_000;

/**
 * Which of the texts, the first preferred, the operator has signed: EIP-191 by an EOA first, then
 * ERC-1271 on the vault's chain. A good answer is remembered in the isolate under everything that
 * was signed. Refuses with auth_signature_mismatch, which shows the first text, or rpc_unavailable
 * when a contract's chain does not answer.
 */
export async function verifySignature<F extends string>(
  deps: Deps,
  signed: Signature,
  chainId: ChainId,
  texts: readonly SignableText<F>[],
): Promise<Verdict<F>> {
  const nowMs = deps.clock.nowMs();
  const key = cacheKey(signed, chainId, texts);
  const known = deps.caches.signatures.get(key, nowMs);
  const remembered = texts.find(({ form }) => form === known);
  if (remembered !== undefined) return allow(remembered.form);
  const byKey = await keySigned(deps, signed, texts, key);
  if (byKey !== undefined) return allow(byKey);
  if (deps.caches.refusedSignatures.get(key, nowMs) === true) return mismatch(texts);
  return verifyContractOwner(deps, signed, chainId, texts, key);
}

/**
 * The same of a key alone: no contract is asked, so it says nothing of any chain. Refuses with
 * auth_signature_mismatch, which shows the first text.
 */
export async function verifyKeySignature<F extends string>(
  deps: Deps,
  signed: Signature,
  texts: readonly SignableText<F>[],
): Promise<Verdict<F>> {
  const key = cacheKey(signed, "any", texts);
  const known = deps.caches.signatures.get(key, deps.clock.nowMs());
  const form =
    texts.find((one) => one.form === known)?.form ?? (await keySigned(deps, signed, texts, key));
  return form === undefined ? mismatch(texts) : allow(form);
}

async function keySigned<F extends string>(
  deps: Deps,
  signed: Signature,
  texts: readonly SignableText<F>[],
  key: Hex,
): Promise<F | undefined> {
  for (const { form, text } of texts) {
    if (!(await isSignedByAccount(text, signed))) continue;
    deps.caches.signatures.set(key, form, deps.clock.nowMs() + EOA_REMEMBERED_MS);
    return form;
  }
  return undefined;
}

async function isSignedByAccount(
  message: string,
  { operator, signature }: Signature,
): Promise<boolean> {
  if (signature.length !== 132) return false;
  // Any reader of a signature can compute its other form: one use must stay one.
  if (!isLowS(signature)) return false;
  try {
    return isAddressEqual(await recoverMessageAddress({ message, signature }), operator);
  } catch {
    // Not a point on the curve.
    return false;
  }
}

async function verifyContractOwner<F extends string>(
  deps: Deps,
  { operator, signature }: Signature,
  chainId: ChainId,
  texts: readonly SignableText<F>[],
  key: string,
): Promise<Verdict<F>> {
  const calls = texts.map(({ text }) =>
    contractSignatureCall(operator, hashMessage(text), signature),
  );
  const outcomes = await deps.chain(chainId).rpc.send(calls);
  for (const [index, outcome] of outcomes.entries()) {
    const form = texts[index]?.form;
    if (form !== undefined && outcome.ok && outcome.value) {
      deps.caches.signatures.set(key, form, deps.clock.nowMs() + CONTRACT_REMEMBERED_MS);
      return allow(form);
    }
  }
  if (outcomes.some((outcome) => !outcome.ok && outcome.kind === "unavailable")) {
    return refuse(
      "rpc_unavailable",
      "The chain could not be asked whether this signature is valid. Please try again.",
    );
  }
  deps.caches.refusedSignatures.set(key, true, deps.clock.nowMs() + REFUSED_REMEMBERED_MS);
  return mismatch(texts);
}

/** ERC-1271. An account without code answers false. */
const contractSignatureCall = (owner: Address, hash: Hash, signature: Hex): RpcCall<boolean> =>
  ethCall(
    {
      to: owner,
      data: encodeFunctionData({
        abi: ERC1271,
        functionName: "isValidSignature",
        args: [hash, signature],
      }),
    },
    (data) => data.toLowerCase() === ERC1271_YES.padEnd(66, "0"),
  );

const mismatch = (texts: readonly SignableText<string>[]) =>
  refuse(
    "auth_signature_mismatch",
    "The signature was not made by operatorAddress over the operator message. Sign exactly: " +
      `${JSON.stringify(texts[0]?.text)}.`,
  );

const cacheKey = (
  { operator, signature }: Signature,
  chainId: ChainId | "any",
  texts: readonly SignableText<string>[],
): Hex =>
  keccak256(
    stringToHex(
      JSON.stringify([
        chainId,
        operator,
        signature.toLowerCase(),
        ...texts.map(({ text }) => text),
      ]),
    ),
  );
