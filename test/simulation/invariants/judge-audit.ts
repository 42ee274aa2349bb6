import type { World } from "../world/create-world.ts";
import { PARTIES } from "../world/party.ts";

const FINAL = ["confirmed", "reverted", "replaced", "never_sent"];

/**
 * Every attempt was opened in the log once, and ended in it once: when its record says so, and as
 * its record says.
 */
export function judgeAudit({ redis, keys, chainId, ledger, reached }: World): void {
  const entries = PARTIES.flatMap(({ vault }) => {
    const list = redis.read(keys.audit(chainId, vault));
    return Array.isArray(list)
      ? list.map((text) => JSON.parse(text.split("|").slice(3).join("|")) as Entry)
      : [];
  });
  for (const { kind } of entries) reached.add(`audit: ${kind}`);
  for (const { kind, attempt = "" } of entries)
    if (kind.startsWith("attempt_") && !ledger.attempts.has(attempt))
      ledger.violate(`${kind} of ${attempt}, which never was`);
  for (const { attemptId } of ledger.attempts.values()) {
    const record: unknown = redis.read(keys.attempt(attemptId));
    const status = String(Reflect.get(Object(record ?? {}), "status"));
    const ended = entries.filter(
      ({ kind, attempt }) => kind === "attempt_ended" && attempt === attemptId,
    );
    const opened = entries.filter(
      ({ kind, attempt }) => kind === "attempt_opened" && attempt === attemptId,
    );
    if (opened.length !== 1)
      ledger.violate(`${attemptId} was opened ${opened.length} times in the audit log`);
    if (ended.length !== (FINAL.includes(status) ? 1 : 0))
      ledger.violate(
        `${attemptId} (${status}) has ${ended.length} terminal entries in the audit log`,
      );
    if (ended.length === 1 && ended[0]?.status !== status)
      ledger.violate(`${attemptId} ended as ${status}, the audit log says ${ended[0]?.status}`);
  }
}

type Entry = { kind: string; attempt?: string; status?: string };
