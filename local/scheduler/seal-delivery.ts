import { randomUUID } from "node:crypto";
import { bodyOf } from "./body-of.ts";
import type { MessageDraft } from "./read-message.ts";
import { signDelivery } from "./sign-delivery.ts";

/** The same seal on two deliveries makes them the identical signed request. */
export type Seal = { jti: string; signature: string };

/** A new signature, with a new jti, for a delivery of this draft. */
export async function sealDelivery(draft: MessageDraft, key: string): Promise<Seal> {
  const jti = `jwt_${randomUUID()}`;
  const body = bodyOf(draft) ?? new Uint8Array();
  return {
    jti,
    signature: await signDelivery({ url: draft.url, body, key, jti, nowMs: Date.now() }),
  };
}
