import type { Address, Hex } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { ChannelId } from "../../schemas/channel-ids.ts";
import type { Deps } from "../deps.ts";
import { notConfigured } from "../env.ts";
import { AppError } from "../errors.ts";
import { sha256Hex } from "../lib/sha256-of.ts";
import { beginPairing } from "../store/pairing/begin-pairing.ts";

export type PairingOffer = { code: string; link: string; expiresAt: number };

/**
 * A code for one address of a channel, once, within five minutes (decision D60); it ends the
 * operator's older code. `messageHash`: the fresh signature, used up here; `signature_used` where
 * it was already. @throws store_unavailable, not_configured
 */
export async function offerPairing(
  deps: Pick<Deps, "redis" | "keys" | "clock" | "newId" | "randomBytes" | "channels">,
  id: ChannelId,
  of: { operator: Address; vault: Address; chainId: ChainId; messageHash: Hex },
): Promise<PairingOffer | "signature_used"> {
  const channel = deps.channels.find((one) => one.id === id);
  if (channel === undefined) throw notConfigured([id]);
  const { env, pair, settings } = channel;
  const missing = [...env.needs, ...pair.needs].filter((name) => settings[name] === undefined);
  if (missing.length > 0) throw notConfigured(missing);
  const { code, hash } = await createPairingCode(deps.randomBytes);
  const begun = await beginPairing.run(deps.redis, deps.keys, {
    ...{ requestId: deps.newId(), nowMs: deps.clock.nowMs(), channel: id, codeHash: hash },
    ...of,
  });
  if (!begun.ok && begun.code === "signature_used") return begun.code;
  if (!begun.ok) throw new AppError("conflict", "The code could not be made. Please try again.");
  return { code, link: pair.link(code, settings), expiresAt: begun.expiresAtMs };
}

type PairingCode = { code: string; hash: string };

const BYTES = 16;

/** 128 random bits in base64url: 22 characters. `randomBytes`: cryptographically random. */
export async function createPairingCode(
  randomBytes: (length: number) => Uint8Array,
): Promise<PairingCode> {
  const bytes = randomBytes(BYTES);
  // A short answer would be a guessable code.
  if (bytes.length !== BYTES)
    throw new Error(`the random source gave ${bytes.length} bytes, not ${BYTES}`);
  const code = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  return { code, hash: await sha256Hex(code) };
}
