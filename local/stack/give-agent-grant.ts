import type { Address, Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import * as z from "zod";
import { signIn } from "../play/sign-in.ts";
import { postAsOperator } from "./post-as-operator.ts";
import { readStackClock } from "./read-stack-clock.ts";
import type { StackManifest } from "./stack-manifest.ts";

/** `maxPerDay`: whole units of the vault's base token, of the scope trade alone. */
export type GrantAsked = { scope: "read" | "propose" | "trade"; name: string; maxPerDay?: string };
/** An agent of the vault's owner, with a key of its own. */
export type LocalAgent = { grantId: string; address: Address; privateKey: Hex };

const DAY_MS = 86_400_000;
const given = z.object({ grant: z.object({ id: z.string() }) });

/**
 * A grant for a day by the local operator's signature, whose line says all of it, for an agent's
 * key that is made here.
 *
 * @throws Error with the service's answer where it refuses
 */
export async function giveAgentGrant(
  manifest: StackManifest,
  { scope, name, maxPerDay }: GrantAsked,
): Promise<LocalAgent> {
  const privateKey = generatePrivateKey();
  const { address } = privateKeyToAccount(privateKey);
  const expiresAt = (await readStackClock(manifest)) + DAY_MS;
  const limit = maxPerDay ?? (scope === "trade" ? "tenth" : "none");
  const names =
    `${address.toLowerCase()} ${scope} ${expiresAt} maxPerDay=${limit} tools=all tokens=any ` +
    `name=${name}`;
  const terms = {
    agent: address,
    scope,
    expiresAt,
    name,
    ...(maxPerDay !== undefined && { maxPerDay }),
  };
  const answer = await postAsOperator(manifest, "/api/grants", terms, {
    action: "grant_agent",
    names,
  });
  return { grantId: given.parse(answer).grant.id, address, privateKey };
}

/** What the agent's client sends with every call: good for a day, from now by the stack's clock. */
export async function agentHeaders(manifest: StackManifest, { grantId, privateKey }: LocalAgent) {
  const { operatorAddress, authSignature, authTimestamp, vaultAddress } = await signIn(manifest, {
    key: privateKey,
  });
  return {
    "X-Operator-Address": operatorAddress,
    "X-Auth-Signature": authSignature,
    "X-Auth-Timestamp": String(authTimestamp),
    "X-Vault-Address": vaultAddress,
    "X-Agent-Grant": grantId,
  };
}
