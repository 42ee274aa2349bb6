import { type Address, isAddressEqual, zeroAddress } from "viem";
import { type AgentGrant, GRANT_LIMITS } from "../../schemas/agent-grant.ts";
import type { GrantTerms } from "../../schemas/grant-request.ts";
import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import { requireAction } from "../auth/require-operator.ts";
import { signatureUsed } from "../auth/signature-used.ts";
import { loadTools } from "../calls/load-tools.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import { saveGrant } from "../store/vaults/save-grant.ts";
import { grantLimit } from "./grant-limit.ts";
import { grantLine } from "./grant-line.ts";
import { grantTools } from "./grant-tools.ts";

/**
 * By a signature made for this very grant, once. What the body alone says is signed for or not
 * there.
 * @throws invalid_request (which names the field), grant_limit, auth_signature_used, the codes of
 * decision D11, unknown_vault, rpc_unavailable
 */
export async function giveGrant(
  deps: Deps,
  auth: OperatorAuth,
  terms: GrantTerms,
): Promise<AgentGrant> {
  const { chainId } = auth;
  const nowMs = deps.clock.nowMs();
  const agent = addressOf("agent", terms.agent);
  const tokens = terms.tokens?.map((token, at) => addressOf(`tokens.${at}`, token));
  judgeTerms(terms, nowMs);
  const { registry } = await loadTools(deps);
  const tools = terms.tools && unwrap(grantTools(registry, terms.tools, terms.scope));
  const isEverywhere = terms.allChains;
  const action = { name: "grant_agent", isEverywhere, names: grantLine(terms, chainId) } as const;
  const { operator, vault, messageHash } = await requireAction(
    deps,
    auth,
    action.name,
    action.names,
    isEverywhere,
  );
  const { delegation } = await loadCallContext.run(deps.redis, deps.keys, {
    nowMs,
    chainId,
    vault,
    operator,
  });
  const wallet =
    delegation?.agent ?? (await deps.wallet.address(vault, deps.wallet.currentKeyVersion));
  const others = {
    "the owner": operator,
    "the vault": vault,
    "the vault's agent wallet": wallet,
    nobody: zeroAddress,
  };
  const other = Object.entries(others).find(([, address]) => isAddressEqual(address, agent));
  if (other !== undefined)
    throw wrong("agent", `this is ${other[0]}; an agent has an address of its own`);
  const { maxPerDay } = terms;
  const limit =
    terms.scope === "trade"
      ? unwrap(await grantLimit(deps, { chainId, vault, maxPerDay }))
      : undefined;
  const grant: AgentGrant = {
    // 128 bits of two ids with more than 240 random ones.
    id: sha256Of(`${deps.newId()} ${deps.newId()}`).slice(0, 32),
    name: terms.name ?? "agent",
    ...{ agent, owner: operator, vault },
    chainId: isEverywhere ? null : chainId,
    scope: terms.scope,
    ...{ createdAtMs: nowMs, expiresAtMs: terms.expiresAt },
    ...(limit && { maxPerDay: limit }),
    ...(tools && { tools }),
    ...(tokens && { tokens }),
  };
  const call = { requestId: deps.newId(), nowMs };
  const saved = await saveGrant.run(deps.redis, deps.keys, {
    ...call,
    grant,
    chainId,
    messageHash,
  });
  if (saved.ok) return grant;
  if (saved.code === "signature_used") throw signatureUsed(deps, { ...action, chainId, vault });
  throw new AppError(
    "grant_limit",
    `${GRANT_LIMITS.perVault} grants of this vault last, the most. End one first.`,
  );
}

function judgeTerms({ scope, expiresAt, maxPerDay, tokens }: GrantTerms, nowMs: number): void {
  if (expiresAt <= nowMs) throw wrong("expiresAt", "this is past");
  if (expiresAt > nowMs + GRANT_LIMITS.maxMs)
    throw wrong("expiresAt", `at most ${GRANT_LIMITS.maxDays} days ahead`);
  if (scope !== "trade" && maxPerDay !== undefined)
    throw wrong(
      "maxPerDay",
      "only a grant with the scope trade has one: what others ask for the owner decides",
    );
  if (scope === "read" && tokens !== undefined)
    throw wrong("tokens", "a grant with the scope read buys nothing");
}

function addressOf(field: string, text: string): Address {
  const address = normalizeAddress(text);
  if (!address.ok) throw wrong(field, address.message);
  return address.value;
}

const wrong = (field: string, message: string) =>
  new AppError("invalid_request", `The request is not valid. ${field}: ${message}.`);
