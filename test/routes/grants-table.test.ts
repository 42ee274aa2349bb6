import { encodeFunctionData, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../functions/routes.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { ERROR_CODES } from "../../schemas/error-codes.ts";
import { everyTool } from "../../src/tables/every-tool.ts";
import { credentialHeaders } from "../support/credential-headers.ts";
import { giveGrant, type TestGrant, tokenOf } from "../support/give-grant.ts";
import { GRANT_ROWS, TOOL_ROWS } from "../support/grant-rows.ts";
import { CREDENTIAL_FIELDS, type RouteTable, routeTables } from "../support/route-tables.ts";
import {
  type Answer,
  type Credentials,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../support/test-stack.ts";

/**
 * Every route and every tool, by a grant of every scope in every state, through the front door.
 * What each needs is written by hand (grant-rows.ts): one that comes without a row fails, and so
 * does one that asks for less than its row.
 */
const SCOPES = ["read", "propose", "trade"] as const;
type Scope = (typeof SCOPES)[number];
const STATES = [
  "good",
  "wrong vault",
  "wrong chain",
  "wrong agent",
  "expired",
  "ended",
  "new owner",
  "owner back",
  // By a bearer token in place of the agent's signature.
  "token",
  "token too old",
  "token of another grant",
  "token of another grant, under this one's id",
  "token of an ended grant",
] as const;
type State = (typeof STATES)[number];
type Held = { vault: TestVault; id: string; credentials: Credentials; token?: string };
/** A grant of a state above, whose tokens these are. */
const GRANT_OF_TOKEN: Partial<Record<State, Exclude<State, `token${string}`>>> = {
  ...{ token: "good", "token too old": "good", "token of another grant": "wrong vault" },
  ...{
    "token of another grant, under this one's id": "wrong vault",
    "token of an ended grant": "ended",
  },
};

const ownerAbi = parseAbi(["function setOwner(address newOwner)"]);
const MINUTE = 60_000;

let stack: TestStack;
const held = Object.fromEntries(STATES.map((state) => [state, {}])) as Record<
  State,
  Record<Scope, Held>
>;
beforeAll(async () => {
  stack = await startTestStack({ messaging: "delivered" });
  const [vault, other, sold, back] = [await ready(), await ready(), await ready(), await ready()];
  const of = async (at: TestVault, terms: object = {}) => {
    const given = {} as Record<Scope, TestGrant>;
    for (const scope of SCOPES)
      given[scope] = await giveGrant(stack, at, {
        scope,
        ...(scope === "trade" && { maxPerDay: "1000" }),
        ...terms,
      });
    return given;
  };
  const nowMs = Math.floor(stack.stack.nowMs());
  const grants: Record<
    Exclude<State, `token${string}`>,
    { at: TestVault; given: Record<Scope, TestGrant> }
  > = {
    good: { at: vault, given: await of(vault) },
    "wrong vault": { at: vault, given: await of(other) },
    "wrong chain": { at: vault, given: await of(vault) },
    "wrong agent": { at: vault, given: await of(vault) },
    expired: { at: vault, given: await of(vault, { expiresAt: nowMs + MINUTE }) },
    ended: { at: vault, given: await of(vault) },
    "new owner": { at: sold, given: await of(sold) },
    "owner back": { at: back, given: await of(back) },
  };
  // A grant drops what ran out when it gives a new token, and the good one gives some in a row
  // below.
  const aged = await of(vault);
  const tokens = Object.entries(GRANT_OF_TOKEN) as [
    keyof typeof GRANT_OF_TOKEN,
    keyof typeof grants,
  ][];
  for (const [state, of] of tokens) {
    const { at } = grants[of];
    const given = state === "token too old" ? aged : grants[of].given;
    for (const scope of SCOPES) {
      const wanted = state === "token too old" ? { expiresInSec: 60 } : {};
      const token = await tokenOf(stack, of === "wrong vault" ? other : at, given[scope], wanted);
      const spliced = state.endsWith("id")
        ? token.replace(given[scope].id, grants.good.given[scope].id)
        : token;
      const credentials = { operatorAddress: "", authSignature: "", authTimestamp: 0 };
      held[state][scope] = { vault, id: given[scope].id, credentials, token: spliced };
    }
  }
  for (const { id } of Object.values(grants["wrong chain"].given)) await moveToChain(id, 10);
  for (const { id } of Object.values(grants.ended.given))
    await stack.call("POST", "/api/grants/end", {
      ...{
        vaultAddress: vault.address,
        chainId: 8453,
        id,
        ...(await stack.credentials(vault.ownerKey)),
      },
    });
  for (const at of [sold, back]) await handOver(at, other.owner);
  await stack.advance(2 * MINUTE);
  for (const { id, key } of Object.values(grants["owner back"].given))
    await readSettings(back, id, key);
  await handOver(back, back.owner, other);
  await stack.advance(2 * MINUTE);
  for (const [state, { at, given }] of Object.entries(grants) as [
    keyof typeof grants,
    (typeof grants)["good"],
  ][]) {
    for (const scope of SCOPES) {
      const key = state === "wrong agent" ? generatePrivateKey() : given[scope].key;
      held[state][scope] = {
        vault: at,
        id: given[scope].id,
        credentials: await stack.credentials(key),
      };
    }
  }
}, 300_000);
afterAll(() => stack?.stop());

async function ready(): Promise<TestVault> {
  const vault = await stack.newVault();
  await stack.delegated(vault);
  return vault;
}

/** No vault of the test's chain is another's, so the record says it. */
async function moveToChain(id: string, chainId: number): Promise<void> {
  const key = `sx:local:grant:${id}`;
  const kept = JSON.parse(String(await stack.stack.redis.command(["HGET", key, "json"])));
  await stack.stack.redis.command(["HSET", key, "json", JSON.stringify({ ...kept, chainId })]);
}

async function handOver(vault: TestVault, to: string, from = vault): Promise<void> {
  const data = encodeFunctionData({
    abi: ownerAbi,
    functionName: "setOwner",
    args: [to as `0x${string}`],
  });
  await sendTransaction(stack.stack.chain, {
    from: privateKeyToAccount(from.ownerKey),
    to: vault.address,
    data,
  });
}

const headersOf = (credentials: Credentials, id: string, token?: string): Record<string, string> =>
  token === undefined
    ? { ...credentialHeaders(credentials), "x-agent-grant": id }
    : { authorization: `Bearer ${token}` };

/** A token comes alone: a signature beside it is refused. */
const fieldsOf = (fields: Record<string, unknown>, token: string | undefined) =>
  token === undefined
    ? fields
    : Object.fromEntries(
        Object.entries(fields).filter(([name]) => !CREDENTIAL_FIELDS.includes(name)),
      );

const readSettings = async (vault: TestVault, id: string, key: TestGrant["key"]): Promise<Answer> =>
  stack.call(
    "GET",
    `/api/settings?vault=${vault.address}`,
    undefined,
    headersOf(await stack.credentials(key), id),
  );

/** What a cell has to answer: nothing of a grant's refusals, or one of them. */
function expectedOf(least: string, scope: Scope, state: State, of: "route" | "tool"): string {
  if (least === "owner")
    return of === "route" || state === "good" || state === "token"
      ? "403 grant_forbids"
      : "refused";
  const reasons: Record<Exclude<State, "good" | "token">, string> = {
    ...{
      "wrong vault": "wrong_vault",
      "wrong chain": "wrong_chain",
      "wrong agent": "unknown",
      expired: "expired",
    },
    ...{ ended: "ended", "new owner": "ended", "owner back": "ended", "token too old": "expired" },
    ...{
      "token of another grant": "wrong_vault",
      "token of another grant, under this one's id": "unknown",
    },
    "token of an ended grant": "ended",
  };
  const isTokenOver = state.startsWith("token ") && state !== "token of another grant";
  if (isTokenOver) return `401 token_not_valid ${reasons[state as keyof typeof reasons]}`;
  if (least === "not served") return "400 chain_not_supported";
  if (state === "new owner")
    // Refused by its scope as long as nobody has seen the new owner.
    return isWithin(least, scope) ? "403 grant_not_valid ended" : "refused";
  if (least === "nobody's id" && (state === "good" || state.startsWith("token")))
    return "403 grant_forbids";
  if (least === "signed")
    return state.startsWith("token") ? "403 grant_forbids" : expectedOf("read", scope, state, of);
  if (state !== "good" && state !== "token") return `403 grant_not_valid ${reasons[state]}`;
  return isWithin(least, scope) ? "open" : "403 grant_forbids";
}
const isWithin = (least: string, scope: Scope) =>
  SCOPES.indexOf(least as Scope) <= SCOPES.indexOf(scope);

/** Over MCP a refusal is a result. */
function refusalOf({ status, body }: Answer): {
  status: number;
  error?: string;
  details?: { reason?: string };
} {
  if (body?.result?.isError !== true) return { status, ...body };
  const refusal = JSON.parse(body.result.content[0].text);
  return { ...refusal, status: ERROR_CODES[refusal.error as keyof typeof ERROR_CODES].status };
}

function said(answer: Answer, expected: string): string {
  const { status, error, details } = refusalOf(answer);
  const isGrants =
    error === "grant_forbids" || error === "grant_not_valid" || error === "token_not_valid";
  if (expected === "refused") return isGrants ? "refused" : `${status} ${error}`;
  if (expected === "open")
    return isGrants || status === 401 || status === 403 ? `${status} ${error}` : "open";
  return error === "grant_not_valid" || error === "token_not_valid"
    ? `${status} ${error} ${details?.reason}`
    : `${status} ${error}`;
}

const CELLS = SCOPES.flatMap((scope) => STATES.map((state) => ({ scope, state })));

async function expectRow(
  of: "route" | "tool",
  least: string,
  send: (held: Held) => Promise<Answer>,
): Promise<void> {
  const found: Record<string, string> = {};
  const wanted: Record<string, string> = {};
  for (const { scope, state } of CELLS) {
    const expected = expectedOf(least, scope, state, of);
    wanted[`${scope}, ${state}`] = expected;
    found[`${scope}, ${state}`] = said(await send(held[state][scope]), expected);
  }
  expect(found).toEqual(wanted);
}

test("behavior: every route has a row, and says what its row says", () => {
  const own = Object.fromEntries(
    routes.map(({ method, path, leastScope }) => [`${method} ${path}`, leastScope]),
  );
  expect(own).toEqual(
    Object.fromEntries(
      Object.entries(GRANT_ROWS).map(([route, row]) => [route, row.says ?? row.least]),
    ),
  );
});

test("behavior: a route a grant opens by itself stands for a tool, or is the grant's own", () => {
  const names = everyTool.registry.map(({ name }) => name);
  for (const { method, path, leastScope, standsFor } of routes) {
    const row = GRANT_ROWS[`${method} ${path}`];
    expect([path, standsFor]).toEqual([path, row?.tool]);
    const isOpened = leastScope === "read" || leastScope === "propose" || leastScope === "trade";
    expect([
      path,
      standsFor === undefined ? isOpened : standsFor !== "own" && !names.includes(standsFor),
    ]).toEqual([path, false]);
  }
});

test("behavior: every tool has a row, and says what its row says", () => {
  expect(
    Object.fromEntries(everyTool.registry.map(({ name, leastScope }) => [name, leastScope])),
  ).toEqual(TOOL_ROWS);
});

describe.each(Object.entries(GRANT_ROWS).filter(([, { least }]) => least !== "none"))(
  "%s",
  (route, row) => {
    test("behavior: opens to no grant but those of its row", async () => {
      const [method = "", path = ""] = route.split(" ");
      await expectRow("route", row.least, ({ vault, id, credentials, token }) => {
        const table = routeTables(stack, vault, credentials)[route] as RouteTable;
        const headers = {
          ...(token === undefined && table.headers),
          ...headersOf(credentials, id, token),
        };
        const input = fieldsOf({ ...table.valid, ...row.with }, token);
        if (method === "POST")
          return stack.call(
            "POST",
            path + (row.query ?? table.query ?? ""),
            row.body?.() ?? input,
            {
              ...headers,
              ...(row.body && { "x-vault-address": vault.address }),
            },
          );
        const query = new URLSearchParams(
          Object.entries(input).map(([name, value]) => [name, String(value)]),
        );
        return stack.call("GET", `${path}?${query}`, undefined, headers);
      });
    });
  },
);

/** Of a venue's own chain, which this stack does not serve: refused before anybody is asked for. */
const isElsewhere = (name: string): boolean =>
  everyTool.registry.find((tool) => tool.name === name)?.chain !== undefined;

describe.each(everyTool.registry.map(({ name, example }) => [name, example] as const))(
  "tool %s",
  (name, example) => {
    test("behavior: opens to no grant but those of its row", async () => {
      await expectRow(
        "tool",
        isElsewhere(name) ? "not served" : (TOOL_ROWS[name] ?? "none"),
        ({ vault, id, credentials, token }) => {
          const body = {
            arguments: example,
            vaultAddress: vault.address,
            chainId: 8453,
            executionMode: "manual",
          };
          const sent = fieldsOf({ ...body, ...credentials }, token);
          const headers =
            token === undefined ? { "x-agent-grant": id } : headersOf(credentials, id, token);
          return stack.call("POST", `/api/tools?toolName=${name}`, sent, headers);
        },
      );
    });
  },
);
