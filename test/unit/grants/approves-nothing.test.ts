import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { approveOperation } from "../../../functions/operations/approve-operation.ts";
import type { AgentGrant } from "../../../schemas/agent-grant.ts";
import { withGrant } from "../../../src/auth/with-grant.ts";
import type { RequestContext } from "../../../src/context.ts";
import type { Deps } from "../../../src/deps.ts";
import { AppError } from "../../../src/errors.ts";
import { answerToolCall } from "../../../src/mcp/answer-tool-call.ts";
import { APPROVAL } from "../../../src/mcp/approval-question.ts";
import { answerApproval } from "../../../src/operations/answer-approval.ts";
import { loadOperation } from "../../../src/store/operations/load-operation.ts";
import { saveGrant } from "../../../src/store/vaults/save-grant.ts";
import { createSealer } from "../../../src/wallet/create-sealer.ts";
import { dryRunBench } from "../calls/support/dry-run-bench.ts";
import { newAddress, newHash } from "../store/support/records.ts";

// Decision D65: an agent approves by no door what it, or anybody else, has asked for.

const SWAP = { tokenIn: "USDC", tokenOut: "WETH", amountIn: "100", dex: "uniswap", chain: "base" };
const MODERN = { kind: "modern", canAsk: true } as const;

/** A grant of the widest scope, and one call of its agent's that waits for the vault's owner. */
async function waiting() {
  const bench = await dryRunBench();
  const { operator, vault } = bench;
  const nowMs = bench.deps.clock.nowMs();
  const agent = newAddress();
  const grant: AgentGrant = {
    ...{
      id: newHash().slice(2, 34),
      name: "bot",
      agent,
      owner: operator,
      vault,
      chainId: 8453,
      scope: "trade",
    },
    ...{ createdAtMs: nowMs, expiresAtMs: nowMs + 3_600_000 },
    maxPerDay: {
      amountBase: "1000000000",
      token: bench.tokens.usdc,
      symbol: "USDC",
      decimals: 6,
      givenOn: 8453,
    },
  };
  await bench.store(saveGrant, { grant, chainId: 8453, messageHash: newHash() });
  const headers = new Headers({
    ...{
      "x-operator-address": agent,
      "x-auth-signature": `0x${"11".repeat(65)}`,
      "x-vault-address": vault,
    },
    ...{
      "x-auth-timestamp": String(nowMs),
      "x-agent-grant": grant.id,
      "x-execution-mode": "delegated",
    },
  });
  const deps: Deps = {
    ...bench.deps,
    sealer: createSealer("22".repeat(32), (length) => randomBytes(length)),
    caches: { ...bench.deps.caches, signatures: { get: () => "agent", set: () => undefined } },
  };
  /** As the door of that route hands them on, or refuses. */
  const ctxOf = async (
    leastScope: Parameters<typeof withGrant>[1]["leastScope"],
  ): Promise<RequestContext> => ({
    deps: await withGrant(deps, { leastScope }, { url: "https://sextant.test/", headers }),
    ...{ requestId: "R", effects: { taken: false } },
  });
  // Over MCP what is not trusted beforehand waits in every mode.
  const params = { name: "build_vault_swap", arguments: SWAP };
  const answer: any = await answerToolCall(await ctxOf("each"), headers, params, MODERN);
  const operationId =
    [...JSON.stringify(await bench.bench.dump()).matchAll(/operation:([0-9a-f]{32})/g)][0]?.[1] ??
    "";
  const status = async () => (await bench.store(loadOperation, { operationId })).found?.status;
  expect(await status()).toBe("open");
  const credentials = {
    operatorAddress: agent,
    authSignature: `0x${"11".repeat(65)}`,
    authTimestamp: nowMs,
  } as const;
  return { answer, ctxOf, headers, params, operationId, status, vault, credentials };
}

/** The refusal's code; what is no refusal fails. */
const refused = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    return `done: ${JSON.stringify(await work())}`;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

test("security: an agent approves nothing by the route", async () => {
  const { ctxOf, operationId, status, vault, credentials } = await waiting();
  const body = approveOperation.body.parse({
    operationId,
    vaultAddress: vault,
    chainId: 8453,
    ...credentials,
  });
  const raw = {
    url: "http://127.0.0.1/api/operations/approve",
    headers: new Headers(),
    bodyText: "",
  };
  const code = await refused(async () =>
    approveOperation.handle(await ctxOf(approveOperation.leastScope), { query: {}, body, raw }),
  );
  expect([code, await status()]).toEqual(["grant_forbids", "open"]);
});

test("security: an agent's own program is asked nothing over MCP, approves nothing", async () => {
  const { answer, ctxOf, headers, params, status } = await waiting();
  const inputResponses = {
    [APPROVAL.key]: { action: "accept", content: { [APPROVAL.field]: "approve" } },
  };
  const answered = { ...params, requestState: String(answer.requestState), inputResponses };
  const code = await refused(async () =>
    answerToolCall(await ctxOf("each"), headers, answered, MODERN),
  );
  expect([answer.resultType, code, await status()]).toEqual([
    undefined,
    "approval_state_invalid",
    "open",
  ]);
});

test("security: an agent's yes in the chat approves nothing", async () => {
  const { ctxOf, operationId, status, vault, credentials } = await waiting();
  const yes = { operationId, approved: true, vaultAddress: vault, chainId: 8453 } as const;
  const { deps } = await ctxOf("each");
  const code = await refused(() =>
    answerApproval(deps, "R", { ...yes, caller: { kind: "outside", credentials } }),
  );
  expect([code, await status()]).toEqual(["grant_forbids", "open"]);
});
