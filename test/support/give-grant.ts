import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { PayOption } from "./auto-pay.ts";
import { signOperator } from "./sign-operator.ts";
import type { Answer, TestStack, TestVault } from "./test-stack.ts";

export type TestGrant = { id: string; key: Hex; agent: string };
type Terms = Record<string, unknown> & { scope?: string };

/** The line of decision D65, written out by hand. */
const lineOf = (
  vault: string,
  chain: number | "all",
  agent: string,
  terms: Terms,
  counted: number,
): string =>
  [
    `Action: grant_agent ${chain} ${vault.toLowerCase()} ${agent.toLowerCase()} ` +
      `${terms.scope} ${terms.expiresAt}`,
    `maxPerDay=${terms.maxPerDay ?? (terms.scope === "trade" ? "tenth" : "none")}${chain === "all" && terms.scope === "trade" ? `@${counted}` : ""}`,
    `tools=${Array.isArray(terms.tools) ? terms.tools.join(",") : "all"}`,
    `tokens=${Array.isArray(terms.tokens) ? terms.tokens.join(",").toLowerCase() : "any"}`,
    ...(terms.name === undefined ? [] : [`name=${terms.name}`]),
  ].join(" ");

/**
 * What the vault's owner sends to grant; `signs` are the terms that stand in the signed line, where
 * they are others.
 */
export async function grantBody(
  { stack }: TestStack,
  vault: TestVault,
  {
    chainId = 8453,
    signs,
    key = generatePrivateKey(),
    ...given
  }: Terms & { chainId?: number; signs?: Terms; key?: Hex },
): Promise<{ key: Hex; body: Record<string, unknown> }> {
  const at = Math.floor(stack.nowMs());
  const agent = privateKeyToAccount(key).address;
  const terms: Terms = { agent, scope: "read", expiresAt: at + 86_400_000, ...given };
  const line = lineOf(
    vault.address,
    terms.allChains === true ? "all" : chainId,
    String(terms.agent),
    { ...terms, ...signs },
    chainId,
  );
  const message =
    `Welcome to Sextant Operator\n\nSign this message to verify your wallet and access your ` +
    `smart pool assistant.\n\nTimestamp: ${at}\n${line}`;
  const credentials = await signOperator(vault.ownerKey, message, at);
  return { key, body: { vaultAddress: vault.address, chainId, ...terms, ...credentials } };
}

/** A grant by the vault's owner, with a key of the agent's own. */
export async function giveGrant(
  stack: TestStack,
  vault: TestVault,
  terms: Terms,
): Promise<TestGrant> {
  const { key, body } = await grantBody(stack, vault, terms);
  const given = await stack.call("POST", "/api/grants", body);
  if (given.status !== 200) throw new Error(JSON.stringify(given.body));
  return { id: given.body.grant.id, key, agent: given.body.grant.agent };
}

/** A bearer token of a grant, by its agent's signature. */
export async function tokenOf(
  stack: TestStack,
  vault: Pick<TestVault, "address">,
  grant: Pick<TestGrant, "id" | "key">,
  wanted: object = {},
): Promise<string> {
  const given = await postAs(stack, grant, "/api/grants/token", {
    vaultAddress: vault.address,
    ...wanted,
  });
  if (given.status !== 200) throw new Error(JSON.stringify(given.body));
  return given.body.token;
}

/** A POST as the agent: its own signature in the body, the grant in its header. */
export const postAs = async (
  stack: TestStack,
  { id, key }: Pick<TestGrant, "id" | "key">,
  path: string,
  body: Record<string, unknown>,
  options?: PayOption,
): Promise<Answer> =>
  stack.call(
    "POST",
    path,
    { chainId: 8453, ...(await stack.credentials(key)), ...body },
    { "X-Agent-Grant": id },
    options,
  );

/** A call of a tool as the agent, delegated. */
export const toolAs = (
  stack: TestStack,
  grant: Pick<TestGrant, "id" | "key">,
  vault: Pick<TestVault, "address">,
  toolName: string,
  args: object = {},
  extra: object = {},
): Promise<Answer> =>
  postAs(stack, grant, `/api/tools?toolName=${toolName}`, {
    ...{ vaultAddress: vault.address, arguments: args, executionMode: "delegated" },
    ...extra,
  });

/** A GET as the agent: everything in headers. */
export const getAs = async (
  stack: TestStack,
  { id, key }: Pick<TestGrant, "id" | "key">,
  path: string,
): Promise<Answer> => {
  const { operatorAddress, authSignature, authTimestamp } = await stack.credentials(key);
  return stack.call("GET", path, undefined, {
    ...{ "X-Operator-Address": operatorAddress, "X-Auth-Signature": authSignature },
    ...{ "X-Auth-Timestamp": String(authTimestamp), "X-Agent-Grant": id },
  });
};
