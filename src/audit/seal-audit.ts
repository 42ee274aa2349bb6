import type { Address } from "viem";
import type { AuditEntry, AuditSeal } from "../../schemas/audit-export.ts";
import { AUDIT_RULES } from "../../schemas/audit-rules.ts";
import { type ChainId, everyChainId } from "../../schemas/chains.ts";
import { hexAddress } from "../../schemas/primitives.ts";
import type { Deps } from "../deps.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import { readAudit } from "../store/audit/read-audit.ts";
import { saveAuditSeals } from "../store/audit/save-audit-seals.ts";
import type { AgentWallet } from "../wallet/agent-wallet.ts";
import { type AuditState, auditState, isSealSigned, sealText } from "./audit-state.ts";

type Log = { chainId: ChainId; vault: Address };

/**
 * Signs every unsigned hundred and answers the signed end. Null: the log does not follow on the
 * last signed state; it is never signed again, but can be exported.
 * @throws store_unavailable, not_configured
 */
export async function sealAudit(deps: Deps, log: Log): Promise<AuditSeal | null> {
  const seals: AuditSeal[] = [];
  let state: AuditState | undefined;
  let first = 1;
  for (;;) {
    const part = await readAudit.run(deps.redis, deps.keys, {
      nowMs: deps.clock.nowMs(),
      ...log,
      from: state === undefined ? null : state.n + 1,
      limit: AUDIT_RULES.pageSize,
    });
    state ??= await signedBefore(deps, log, part);
    if (state === undefined || part.from !== state.n + 1) return broken(deps, log);
    first = part.first;
    const base = state.n;
    for (const entry of entriesOf(part)) {
      const after = await auditState(state, entry);
      if (after.link !== entry.link) return broken(deps, log);
      state = after;
      if (state.n % AUDIT_RULES.sealEvery === 0) seals.push(await sealOf(deps, log, state, first));
    }
    // Appended while it was read: the next read sees the rest.
    if (state.n >= part.n) {
      if (state.n !== part.n || (part.link ?? AUDIT_RULES.start.link) !== state.link)
        return broken(deps, log);
      break;
    }
    if (state.n === base) return broken(deps, log);
  }
  if (seals.length > 0) first = await keep(deps, log, seals);
  return sealOf(deps, log, state, first);
}

type Part = Awaited<ReturnType<typeof readAudit.run>>;

/** Nothing is signed on top of what the agent has not signed. */
async function signedBefore(
  { wallet }: Deps,
  log: Log,
  { sealed, seals }: Part,
): Promise<AuditState | undefined> {
  if (sealed === 0) return AUDIT_RULES.start;
  const last = seals.find(({ n }) => n === sealed);
  if (last === undefined || last.agent !== (await wallet.address(log.vault, last.keyVersion)))
    return undefined;
  return (await isSealSigned(log, last)) ? last : undefined;
}

const sealOf = (
  deps: Deps,
  log: Log,
  { n, link, rolling = "" }: AuditState,
  first: number,
): Promise<AuditSeal> =>
  signSeal(deps.wallet, log, { n, link, rolling, first, at: deps.clock.nowMs() });

async function keep(deps: Deps, log: Log, seals: AuditSeal[]): Promise<number> {
  const { first } = await saveAuditSeals.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    ...log,
    seals,
    kept: AUDIT_RULES.kept,
  });
  return first;
}

function broken(deps: Deps, { vault, chainId }: Log): null {
  deps.log("audit_log_broken", { vault, chainId });
  return null;
}

/**
 * By the vault's agent key.
 * @throws not_configured without the wallet's secret
 */
async function signSeal(
  wallet: AgentWallet,
  log: { vault: Address; chainId: number },
  state: Pick<AuditSeal, "n" | "first" | "link" | "rolling" | "at">,
): Promise<AuditSeal> {
  const keyVersion = wallet.currentKeyVersion;
  const unsigned = { ...state, agent: await wallet.address(log.vault, keyVersion), keyVersion };
  return {
    ...unsigned,
    signature: await wallet.signMessage(log.vault, keyVersion, sealText(log, unsigned)),
  };
}

/** Seals logs (`chainId:vault`) one after the other: no caller waits. */
export async function sealAudits(deps: Deps, logs: readonly string[]): Promise<void> {
  for (const log of logs) {
    const [chain, vault] = log.split(":");
    await sealAudit(deps, {
      chainId: everyChainId.parse(Number(chain)),
      vault: hexAddress.parse(vault),
    });
  }
}

/** Adds number and previous link by place; judges nothing. */
export function entriesOf({
  from,
  prev,
  entries,
}: Pick<Part, "from" | "prev" | "entries">): AuditEntry[] {
  return entries.map(({ link, at, orderId, content }, index) => ({
    n: from + index,
    at,
    orderId,
    content,
    digest: sha256Of(content),
    prev: entries[index - 1]?.link ?? prev ?? AUDIT_RULES.start.link,
    link,
  }));
}
