import type { Hash } from "viem";
import { chainId as chainIdSchema, DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { readVaultOwner } from "../auth/read-vault-owner.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { AppError } from "../errors.ts";
import { isObject, jsonObject } from "../lib/is-object.ts";
import { namedVault, normalizeAddress, sameAddress } from "../lib/normalize-address.ts";
import { readAudit } from "../store/audit/read-audit.ts";
import { type Found, lookUpPayment } from "./find-settlement.ts";
import { facilitatorDown, isOver, type PaidCall } from "./paid-call-state.ts";
import { signedOperator } from "./signed-operator.ts";
import { countRepeat } from "./take-lookup.ts";

/** A `lost` call could act, so nothing runs in its place. `validBefore` in Unix seconds. */
type Unended = { state: "stale" | "lost"; atMs: number | null; validBefore: string };

/**
 * With `paidBy` the call was paid for and only reads: run it once more without a bill. Else it is
 * unpaid so far.
 * @throws call_lost for what may have acted, facilitator_unavailable while unknown, rate_limited
 */
export async function lookAtUnended(
  paid: PaidCall,
  { state, atMs, validBefore }: Unended,
): Promise<{ paidBy: Hash } | undefined> {
  const { deps, route, raw } = paid;
  await countRepeat(paid);
  const found = await lookUpPayment(deps, paid, { sinceMs: atMs, validBefore });
  const reads = state === "stale" || (await route.onlyReads?.(deps, raw)) === true;
  if (found.status === "settled" && reads) return { paidBy: found.transaction };
  if (state === "lost") {
    const became = await becameOf(paid, atMs);
    throw lostCall({ found, isOver: isOver(validBefore, deps.clock.nowMs()), became });
  }
  if (found.status === "unknown")
    throw facilitatorDown(
      "of an earlier run may or may not have been settled. Send the very same request again later",
    );
  return undefined;
}

type Lost = { found: Found; isOver: boolean; became: string };

const lostCall = ({ found, isOver, became }: Lost): AppError =>
  new AppError(
    "call_lost",
    "An earlier run of this call did not end, and it is not known whether it took effect. " +
      `${CHARGED[found.status](found, isOver)}. It is not run again. ${became}If you still ` +
      "want it, send it with a new payment and a new Idempotency-Key.",
    { ...(found.status === "settled" && { details: { charged: found.transaction } }) },
  );

const CHARGED = {
  settled: (found: Found) =>
    `It was charged: ${found.status === "settled" ? found.transaction : ""}`,
  absent: (_: Found, isOver: boolean) =>
    isOver ? "Nothing was charged" : "Nothing was charged so far",
  unknown: () => "Whether it was charged is not known yet, and will be said when you ask again",
} as const;

/** Entries in this time after the call began may be its own. */
const RUN_MS = 360_000;
const PAGE = 100;
const MOST_ENTRIES = 10;

/**
 * The vault's audit log of an unended run's time, for the vault's owner alone. It decides nothing,
 * so failures here are left out.
 */
async function becameOf(paid: PaidCall, sinceMs: number | null): Promise<string> {
  try {
    return sinceMs === null ? "" : await logOf(paid, sinceMs);
  } catch {
    return LOOK;
  }
}

async function logOf({ deps, route, raw }: PaidCall, sinceMs: number): Promise<string> {
  const body = jsonObject(raw.bodyText);
  const named = namedVault(body);
  const vault = typeof named === "string" ? normalizeAddress(named) : undefined;
  const signed = await signedOperator(deps, route, raw);
  if (vault?.ok !== true || signed?.operator === undefined) return LOOK;
  const { operator } = signed;
  const chainId = chainOf(body);
  const owner = await readVaultOwner(deps, chainId, vault.value, operator);
  if (!owner.ok || !sameAddress(owner.value, operator)) return LOOK;
  const page = (from: number | null) =>
    readAudit.run(deps.redis, deps.keys, {
      nowMs: deps.clock.nowMs(),
      chainId,
      vault: vault.value.toLowerCase(),
      from,
      limit: 2 * PAGE,
    });
  const { n } = await page(null);
  const { entries } = await page(Math.max(1, n - PAGE + 1));
  const found = entries.filter(({ at }) => at >= sinceMs && at <= sinceMs + RUN_MS).map(lineOf);
  const from = new Date(sinceMs).toISOString();
  if (found.length === 0)
    return `The vault's audit log has nothing from ${from} on that it could have done. `;
  return `The vault's audit log has from ${from} on: ${found.slice(0, MOST_ENTRIES).join("; ")}. `;
}

function lineOf({ content, orderId }: { content: string; orderId: number | null }): string {
  const { kind, status, hash, tool } = jsonObject(content);
  const said = [String(kind).replaceAll("_", " "), tool, status, hash].filter(
    (part) => typeof part === "string",
  );
  return [...said, ...(orderId === null ? [] : [`order ${orderId}`])].join(", ");
}

/** The chain as a tool's argument, or beside it. Over MCP the message is one text. */
function chainOf(body: Record<string, unknown>) {
  const { params } = jsonObject(String(body.message ?? ""));
  const args = [body.arguments, isObject(params) ? params.arguments : undefined, body].find(
    (one) => isObject(one) && typeof one.chain === "string",
  );
  const named = isObject(args) ? parseChain(String(args.chain)) : undefined;
  if (named?.ok) return named.value;
  const given = chainIdSchema.safeParse(body.chainId);
  return given.success ? given.data : DEFAULT_CHAIN_ID;
}

const LOOK = "Look at the vault's orders and audit log. ";
