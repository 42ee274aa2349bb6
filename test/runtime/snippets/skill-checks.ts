import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect } from "vitest";
import type { Check } from "./check.ts";
import type { Reader } from "./reader.ts";

/**
 * What an agent has that was given the skill: the service's address, two keys, a vault and a node.
 */
const envOf = ({ stack }: Reader): Record<string, string> => ({
  SEXTANT_URL: stack.baseUrl,
  SEXTANT_VAULT: stack.manifest.vault,
  PAYER_KEY: stack.manifest.payer.privateKey,
  OPERATOR_KEY: stack.manifest.operator.privateKey,
  AGENT_KEY,
  AGENT_GRANT: grantId,
  RPC_URL: stack.chain.rpcUrl,
  WEBHOOK_URL: `${stack.webhooks.url}/skill`,
});
/** The assistant's own, and the grant that its owner's script printed. */
const AGENT_KEY = generatePrivateKey();
let grantId = "";
/** As the swap was answered in confirm mode. */
let operationId = "";
const DOCUMENT = "docs/skills/sextant/SKILL.md";
const at = (heading: string, language: string) => `${DOCUMENT}, "${heading}", ${language}`;

/** What each command of the skill is held to, in the order in which an agent runs them. */
export const skillChecks: Record<string, Check> = {
  [at("Find the service", "sh")]: async (reader, { code }) => {
    const said = await reader.type(code);
    expect(said).toContain('"ok":true');
    expect(said).toContain('"priceUsdc":"0.0025"');
    expect(said).toContain("HTTP/1.1 402");
    expect(reader.charged()).toEqual([]);
  },
  [at("A client in one file", "js")]: async (reader, snippet) => {
    expect(await reader.runFile(snippet, envOf(reader))).toBe("");
  },
  [at("Quote, and build a transaction", "js")]: async (reader, snippet) => {
    // Who only asks has no operator's key.
    const { OPERATOR_KEY: _none, AGENT_KEY: _key, ...env } = envOf(reader);
    const said = await reader.runFile(snippet, env);
    expect(said).toMatch(/^Sell 100 USDC for about 0\.0\d+ ETH on uniswap/);
    expect(said).toContain(`to: '${reader.stack.manifest.vault.toLowerCase()}'`);
    expect(reader.charged()).toEqual(["2500", "2500"]);
  },
  [at("Get a grant", "js")]: async (reader, snippet) => {
    const { AGENT_KEY: _its, ...owners } = envOf(reader);
    const said = await reader.runFile(snippet, owners, [
      privateKeyToAccount(AGENT_KEY).address,
      "propose",
      "30",
    ]);
    grantId = said.trim();
    expect(grantId).toMatch(/^[0-9a-f]{32}$/);
    expect(reader.charged()).toEqual([]);
  },
  [at("Let the agent wallet trade", "js")]: async (reader, snippet) => {
    const said = await reader.runFile(snippet, envOf(reader));
    expect(said).toMatch(/^0x[0-9a-f]{40} may call( 0x[0-9a-f]{8}){4}; missing: 0$/im);
    expect(reader.charged()).toEqual([]);
  },
  [at("A guarded swap", "js")]: async (reader, snippet) => {
    // An assistant has no owner's key.
    const { OPERATOR_KEY: _none, ...env } = envOf(reader);
    const said = await reader.runFile(snippet, env);
    expect(said).toMatch(
      /^Your agent "assistant" \(0x[0-9a-f]{40}\) asks\.\nWaits for your approval: Swap 100 USDC for about 0\.0\d+ ETH on uniswap/,
    );
    operationId = said.trimEnd().split("\n").at(-1) ?? "";
    expect(operationId).toMatch(/^[A-Za-z0-9_-]{20,}$/);
    expect(reader.charged()).toEqual(["2500", "2500"]);
  },
  [at("A guarded swap", "js 2")]: async (reader, snippet) => {
    const said = await reader.runFile(snippet, envOf(reader), [operationId]);
    expect(said).toMatch(
      /^Executed: sold 100 USDC, bought 0\.0\d+ ETH\.[\s\S]* confirmed 0x[0-9a-f]{64}$/m,
    );
    expect(reader.charged()).toEqual([]);
  },
  // It ends the order that it made: the ticks of the next documents find none of it.
  [at("A TWAP order", "js")]: async (reader, snippet) => {
    const said = await reader.runFile(snippet, envOf(reader));
    expect(said).toMatch(/^TWAP order #\d+ created: sell 500 USDC for ETH\./);
    expect(said).toMatch(/TWAP order #\d+ cancelled/i);
    expect(reader.charged()).toEqual(["2500", "2500", "2500"]);
  },
  [at("Be told", "js")]: async (reader, snippet) => {
    const said = await reader.runFile(snippet, envOf(reader));
    const [, id] = /^(wh_[0-9a-f]{32}) on$/m.exec(said) ?? [];
    expect(id, said).toBeDefined();
    expect(reader.charged()).toEqual([]);
    const { vault, operator } = reader.stack.manifest;
    const account = privateKeyToAccount(operator.privateKey);
    const authTimestamp = Date.now();
    const message =
      `Welcome to Sextant Operator\n\nSign this message to verify your wallet and access ` +
      `your smart pool assistant.\n\nTimestamp: ${authTimestamp}`;
    const authSignature = await account.signMessage({ message });
    const fields = {
      vaultAddress: vault,
      chainId: 8453,
      operatorAddress: account.address,
      authSignature,
      authTimestamp,
    };
    const removed = await fetch(`${reader.stack.baseUrl}/api/webhooks/remove`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...fields, id }),
    });
    expect(await removed.json()).toMatchObject({ ok: true, removed: true });
  },
};
