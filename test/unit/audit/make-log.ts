import { createHash } from "node:crypto";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { AuditEntry, AuditExport, AuditSeal } from "../../../schemas/audit-export.ts";
import { lowerHex } from "../../../src/lib/normalize-address.ts";

export const VAULT: Hex = `0x${"a1".repeat(20)}`;
export const AGENT_KEY: Hex = `0x${"22".repeat(32)}`;
export const T0 = 1_788_220_800_000;

const hash = (kind: "sha1" | "sha256", text: string): string =>
  createHash(kind).update(text, "utf8").digest("hex");

/** What decision D64 has the agent key sign, written out here once more. */
export async function signSeal(
  state: { n: number; first: number; link: string; rolling: string },
  key: Hex = AGENT_KEY,
  at = T0,
): Promise<AuditSeal> {
  const account = privateKeyToAccount(key);
  const agent = lowerHex(account.address);
  const message =
    `Audit log of a vault\n\nVault: ${VAULT} on chain 8453\nEntries: ${state.n}, kept from ` +
    `${state.first}\nLink: ${state.link}\nSHA-256: ${state.rolling}\nSigned: ${at} by ` +
    `${agent}, key 1`;
  return { ...state, at, agent, keyVersion: 1, signature: await account.signMessage({ message }) };
}

export type Given = { content: string; orderId?: number | null };

/** A log of these contents by node:crypto alone: entries, the signed hundreds, the signed head. */
export async function makeLog(
  given: readonly Given[],
  { key = AGENT_KEY, first = 1 }: { key?: Hex; first?: number } = {},
): Promise<AuditExport> {
  const entries: AuditEntry[] = [];
  const seals: AuditSeal[] = [];
  let state = { n: 0, link: "0".repeat(40), rolling: "0".repeat(64) };
  for (const [index, { content, orderId = null }] of given.entries()) {
    const [n, at, digest] = [index + 1, T0 + index, hash("sha256", content)];
    const rest = `${n}:${at}:${orderId ?? ""}:${digest}`;
    const link = hash("sha1", `${state.link}:${rest}`);
    entries.push({ n, at, orderId, content, digest, prev: state.link, link });
    state = { n, link, rolling: hash("sha256", `${state.rolling}:${rest}`) };
    if (n % 100 === 0) seals.push(await signSeal({ ...state, first: 1 }, key));
  }
  return {
    vault: VAULT,
    chainId: 8453,
    entries: entries.filter(({ n }) => n >= first),
    seals: seals.filter(({ n }) => n >= first - 1),
    head: await signSeal({ ...state, first }, key),
    next: null,
  };
}

export const contents = (count: number): Given[] =>
  Array.from({ length: count }, (_, i) => ({
    content: JSON.stringify({ actor: "scheduler", kind: "order_paused", note: `é"\\${i}` }),
    orderId: i % 3 === 0 ? i + 1 : null,
  }));
