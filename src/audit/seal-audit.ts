import type { Address } from "viem";
import type { AuditSeal } from "../../schemas/audit-export.ts";
import { AUDIT_RULES } from "../../schemas/audit-rules.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { Deps } from "../deps.ts";
import { readAudit } from "../store/audit/read-audit.ts";
import { saveAuditSeals } from "../store/audit/save-audit-seals.ts";
import { type AuditState, auditState } from "./audit-state.ts";
import { entriesOf } from "./entries-of.ts";
import { isSealSigned } from "./is-seal-signed.ts";
import { signSeal } from "./sign-seal.ts";

type Log = { chainId: ChainId; vault: Address };

/**
 * Every unsigned hundred; gives the signed state at the end: null where what is stored does not follow on the last signed state. Such a log
 * is never signed again; it can still be exported.
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
    // Appended to while it was read: the next read sees the rest.
    if (state.n >= part.n) {
      if (state.n !== part.n || (part.link ?? AUDIT_RULES.start.link) !== state.link) return broken(deps, log);
      break;
    }
    if (state.n === base) return broken(deps, log);
  }
  if (seals.length > 0) first = await keep(deps, log, seals);
  return sealOf(deps, log, state, first);
}

type Part = Awaited<ReturnType<typeof readAudit.run>>;

/** Nothing is signed on top of what the agent has not signed. */
async function signedBefore({ wallet }: Deps, log: Log, { sealed, seals }: Part): Promise<AuditState | undefined> {
  if (sealed === 0) return AUDIT_RULES.start;
  const last = seals.find(({ n }) => n === sealed);
  if (last === undefined || last.agent !== (await wallet.address(log.vault, last.keyVersion))) return undefined;
  return (await isSealSigned(log, last)) ? last : undefined;
}

const sealOf = (deps: Deps, log: Log, { n, link, rolling = "" }: AuditState, first: number): Promise<AuditSeal> =>
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
