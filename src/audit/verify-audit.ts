import type { AuditEntry, AuditExport, AuditSeal } from "../../schemas/audit-export.ts";
import { AUDIT_RULES } from "../../schemas/audit-rules.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import { type AuditState, auditState, isSealSigned } from "./audit-state.ts";

/**
 * `changed`: not as written. `missing`: an entry is gone. `cut`: the end is gone. The others are
 * about signatures.
 */
type AuditFault = {
  kind:
    | "changed"
    | "missing"
    | "reordered"
    | "cut"
    | "seal_invalid"
    | "seal_missing"
    | "unsigned"
    | "mixed";
  n: number;
  message: string;
};
type AuditVerdict = { faults: AuditFault[]; entries: number; from: number; head: AuditSeal | null };

const fault = (kind: AuditFault["kind"], n: number, message: string): AuditFault => ({
  kind,
  n,
  message,
});

/**
 * Verifies one log from all its pages, in any number of files and with older exports. No faults:
 * every entry from the first kept to the signed head is there as written. `agent`: known from
 * elsewhere; without it nothing proves who signed.
 */
export async function verifyAudit(
  pages: readonly AuditExport[],
  { agent }: { agent?: string | undefined } = {},
): Promise<AuditVerdict> {
  const entries = union(pages);
  const seals = pages.flatMap(sealsOf);
  const head = pages.map((page) => page.head).reduce(later, null);
  const faults = [
    ...pages.flatMap(faultsOfPage),
    ...faultsOfUnion(pages),
    ...(await faultsOfSeals(pages, agent?.toLowerCase())),
    ...(head === null ? [] : faultsOfEnds(entries, head)),
    ...(await faultsOfChain(entries, seals)),
  ];
  return { faults, entries: entries.length, from: entries[0]?.n ?? 0, head };
}

const sealsOf = ({ seals, head }: AuditExport): AuditSeal[] =>
  head === null ? seals : [...seals, head];

const later = (a: AuditSeal | null, b: AuditSeal | null): AuditSeal | null =>
  a === null || (b !== null && b.n > a.n) ? b : a;

const union = (pages: readonly AuditExport[]): AuditEntry[] =>
  [
    ...new Map(pages.flatMap(({ entries }) => entries).map((entry) => [entry.n, entry])).values(),
  ].sort((a, b) => a.n - b.n);

/** Numbers follow one another, and `next` is true. */
function faultsOfPage({ entries, head, next }: AuditExport): AuditFault[] {
  const faults = entries.flatMap(({ n }, index) => {
    const expected = (entries[index - 1]?.n ?? n - 1) + 1;
    if (n === expected) return [];
    return n > expected
      ? [fault("missing", expected, `Entry ${expected} is missing: ${n} follows ${expected - 1}.`)]
      : [fault("reordered", n, `Entry ${n} stands behind entry ${expected - 1}.`)];
  });
  const last = entries.at(-1)?.n ?? 0;
  if (head === null) return [...faults, fault("unsigned", last, "The page has no signed head.")];
  if (next !== (last < head.n ? last + 1 : null))
    faults.push(
      fault(
        "cut",
        last,
        `The page ends at ${last} of ${head.n} and names ${next} as the next entry.`,
      ),
    );
  return faults;
}

function faultsOfUnion(pages: readonly AuditExport[]): AuditFault[] {
  if (pages.length === 0) return [fault("cut", 0, "There is nothing to verify.")];
  const faults: AuditFault[] = [];
  const log = (page: AuditExport) => `${page.vault} on chain ${page.chainId}`;
  const first = pages[0];
  const other = pages.find((page) => first !== undefined && log(page) !== log(first));
  if (first !== undefined && other !== undefined)
    faults.push(
      fault("mixed", 0, `These are pages of two logs: ${log(first)}, and ${log(other)}.`),
    );
  const seen = new Map<number, string>();
  for (const entry of pages.flatMap(({ entries }) => entries)) {
    const text = JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
    if ((seen.get(entry.n) ?? text) !== text)
      faults.push(fault("changed", entry.n, `Entry ${entry.n} is there twice, and not the same.`));
    seen.set(entry.n, text);
  }
  return faults;
}

async function faultsOfSeals(
  pages: readonly AuditExport[],
  agent: string | undefined,
): Promise<AuditFault[]> {
  const faults: AuditFault[] = [];
  const agents = new Map<number, string>();
  for (const page of pages) {
    for (const seal of sealsOf(page)) {
      if (!(await isSealSigned(page, seal)))
        faults.push(
          fault(
            "seal_invalid",
            seal.n,
            `The signature of the state at ${seal.n} is not by ${seal.agent}.`,
          ),
        );
      const expected = agent ?? agents.get(seal.keyVersion) ?? seal.agent;
      if (seal.agent !== expected)
        faults.push(
          fault(
            "seal_invalid",
            seal.n,
            `The state at ${seal.n} is signed by ${seal.agent}, not ${expected}.`,
          ),
        );
      agents.set(seal.keyVersion, seal.agent);
    }
  }
  return faults;
}

/** The newest head says where the log begins and ends. */
function faultsOfEnds(entries: readonly AuditEntry[], head: AuditSeal): AuditFault[] {
  const first = entries[0]?.n ?? head.n + 1;
  const last = entries.at(-1)?.n ?? 0;
  const faults: AuditFault[] = [];
  if (first > head.first && head.n > 0)
    faults.push(fault("missing", head.first, `Entries ${head.first} to ${first - 1} are missing.`));
  if (last < head.n)
    faults.push(
      fault("cut", last + 1, `The log has ${head.n} entries and ends here after ${last}.`),
    );
  if (last > head.n)
    faults.push(
      fault("unsigned", head.n + 1, `Entries after ${head.n} stand behind the signed head.`),
    );
  return faults;
}

async function faultsOfChain(
  entries: readonly AuditEntry[],
  seals: readonly AuditSeal[],
): Promise<AuditFault[]> {
  const faults: AuditFault[] = [];
  const sealsAt = Map.groupBy(seals, ({ n }) => n);
  const first = entries[0]?.n ?? 1;
  let state: AuditState = AUDIT_RULES.start;
  if (first > 1) {
    const before = sealsAt.get(first - 1)?.[0];
    if (before === undefined)
      faults.push(
        fault("seal_missing", first - 1, `Nothing signed says what stood before entry ${first}.`),
      );
    state = before ?? { n: first - 1, link: entries[0]?.prev ?? "", rolling: undefined };
  }
  judgeSeals(faults, state, sealsAt);
  for (const entry of entries) {
    const { n } = entry;
    if (n !== state.n + 1) {
      faults.push(fault("missing", state.n + 1, `Entries ${state.n + 1} to ${n - 1} are missing.`));
      state = { n: n - 1, link: entry.prev, rolling: undefined };
    }
    if (entry.prev !== state.link)
      faults.push(fault("changed", n, `Entry ${n} does not follow on the entry before it.`));
    if (sha256Of(entry.content) !== entry.digest)
      faults.push(fault("changed", n, `The content of entry ${n} is not what was written.`));
    const after = await auditState({ ...state, link: entry.prev }, entry);
    if (after.link !== entry.link)
      faults.push(fault("changed", n, `Entry ${n} is not what was linked.`));
    // Goes on from the entry's claim, so a fault is reported once; signed states judge the whole.
    state = { ...after, link: entry.link };
    judgeSeals(faults, state, sealsAt);
    if (n % AUDIT_RULES.sealEvery === 0 && !sealsAt.has(n))
      faults.push(fault("seal_missing", n, `The signed state at ${n} is missing.`));
  }
  return faults;
}

function judgeSeals(
  faults: AuditFault[],
  state: AuditState,
  sealsAt: Map<number, AuditSeal[]>,
): void {
  for (const seal of sealsAt.get(state.n) ?? []) {
    if (seal.link !== state.link || (state.rolling !== undefined && seal.rolling !== state.rolling))
      faults.push(
        fault(
          "changed",
          state.n,
          `What was signed at ${state.n} is not what the entries up to it give.`,
        ),
      );
  }
}
