import { type Address, type Hex, hashMessage } from "viem";
import type { OperatorCredentials } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { notForGrants } from "./identify-operator.ts";
import { type OperatorAction, operatorMessage } from "./operator-message.ts";
import { parseCredentials } from "./parse-credentials.ts";
import { verifyKeySignature, verifySignature } from "./verify-signature.ts";

/** `messageHash` stands for the one use: a signature can be written in several ways. */
export type SignedAction = { operator: Address; messageHash: Hex };

const FRESH_MS = 300_000;

/**
 * The 401 half of an action with a fresh signature (decision D2, form c): over this very action,
 * chain and vault, at most 5 minutes ago. Neither ownership nor earlier use is checked here. Every
 * refusal shows what to sign.
 */
export async function identifyAction(
  deps: Deps,
  input: OperatorCredentials,
  action: OperatorAction,
): Promise<Verdict<SignedAction>> {
  if (deps.grant !== undefined) return notForGrants;
  const nowMs = deps.clock.nowMs();
  const credentials = parseCredentials(input, nowMs);
  if (!credentials.ok) return showActionMessage(deps, action, credentials);
  const { operator, timestampMs } = credentials.value;
  if (nowMs - timestampMs > FRESH_MS) {
    const details = { authTimestamp: timestampMs, now: nowMs };
    const refusal = refuse(
      "auth_expired",
      "This needs a signature that is at most 5 minutes old.",
      details,
    );
    return showActionMessage(deps, action, refusal);
  }
  const text = operatorMessage(deps.env.PRODUCT_NAME, { kind: "action", timestampMs, action });
  const texts = [{ form: "action", text }] as const;
  const verified =
    action.isEverywhere === true
      ? await verifyKeySignature(deps, credentials.value, texts)
      : await verifySignature(deps, credentials.value, action.chainId, texts);
  return verified.ok ? allow({ operator, messageHash: hashMessage(text) }) : verified;
}

/** A refusal that says what to sign for an action. */
export function showActionMessage(deps: Deps, action: OperatorAction, refusal: Refusal): Refusal {
  const text = operatorMessage(deps.env.PRODUCT_NAME, {
    kind: "action",
    timestampMs: "<authTimestamp>",
    action,
  });
  return {
    ...refusal,
    message:
      `${refusal.message} Sign exactly, with your authTimestamp in its place: ` +
      `${JSON.stringify(text)}.`,
  };
}

/**
 * Which message an owner's key has signed, the ordinary one or this action's. undefined: neither,
 * so the owner may be a contract. Where a route takes both, a key's signature then goes to no node.
 */
export async function formByKey(
  deps: Deps,
  input: OperatorCredentials,
  action: OperatorAction,
): Promise<"ordinary" | "action" | undefined> {
  const credentials = parseCredentials(input, deps.clock.nowMs());
  if (!credentials.ok) return undefined;
  const { timestampMs } = credentials.value;
  const product = deps.env.PRODUCT_NAME;
  const signed = await verifyKeySignature(deps, credentials.value, [
    { form: "bound", text: operatorMessage(product, { kind: "bound", timestampMs }) },
    { form: "plain", text: operatorMessage(product, { kind: "plain" }) },
    { form: "action", text: operatorMessage(product, { kind: "action", timestampMs, action }) },
  ]);
  if (!signed.ok) return undefined;
  return signed.value === "action" ? "action" : "ordinary";
}
