import { chainId as chainIdSchema, DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { readVaultOwner } from "../auth/read-vault-owner.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { isObject } from "../lib/is-object.ts";
import { jsonObject } from "../lib/json-object.ts";
import { namedVault } from "../lib/named-vault.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { readAudit } from "../store/audit/read-audit.ts";
import type { PaidCall } from "./paid-call.ts";
import { signedOperator } from "./signed-operator.ts";

/** What began in this time after the call did may be its. */
const RUN_MS = 360_000;
const PAGE = 100;
const MOST_ENTRIES = 10;

/**
 * What the vault's audit log has of an unended run's time, for the vault's owner alone. It decides nothing, so whatever fails here is left
 * out.
 */
export async function becameOf(paid: PaidCall, sinceMs: number | null): Promise<string> {
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
  if (vault?.ok !== true || signed === null) return LOOK;
  const { operator } = signed;
  const chainId = chainOf(body);
  const owner = await readVaultOwner(deps, chainId, vault.value, operator);
  if (!owner.ok || owner.value.toLowerCase() !== operator.toLowerCase()) return LOOK;
  const page = (from: number | null) =>
    readAudit.run(deps.redis, deps.keys, {
      ...{ nowMs: deps.clock.nowMs(), chainId, vault: vault.value.toLowerCase(), from, limit: 2 * PAGE },
    });
  const { n } = await page(null);
  const { entries } = await page(Math.max(1, n - PAGE + 1));
  const found = entries.filter(({ at }) => at >= sinceMs && at <= sinceMs + RUN_MS).map(lineOf);
  const from = new Date(sinceMs).toISOString();
  if (found.length === 0) return `The vault's audit log has nothing from ${from} on that it could have done. `;
  return `The vault's audit log has from ${from} on: ${found.slice(0, MOST_ENTRIES).join("; ")}. `;
}

/** "order created, order 7", "attempt ended, confirmed". */
function lineOf({ content, orderId }: { content: string; orderId: number | null }): string {
  const { kind, status, hash, tool } = jsonObject(content);
  const said = [String(kind).replaceAll("_", " "), tool, status, hash].filter((part) => typeof part === "string");
  return [...said, ...(orderId === null ? [] : [`order ${orderId}`])].join(", ");
}

/** As a tool's argument or beside it; over MCP the message is one text. */
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
