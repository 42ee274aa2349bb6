import {
  type Address,
  encodeAbiParameters,
  type Hex,
  parseAbiParameters,
  toFunctionSelector,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { createAttackWorld } from "../../attack/attack-world.ts";
import { credentialHeaders } from "../../support/callers/credential-headers.ts";
import { boundMessage, signOperator } from "../../support/callers/sign-operator.ts";
import { newAddress } from "../store/support/records.ts";

// Any contract can be named as a vault, and says itself which tokens it counts: what they cost is
// spent for its owner alone, and is bounded.

const OWNER = generatePrivateKey();
const VAULT = newAddress();
const BASE = newAddress();
const word = (value: bigint): Hex => encodeAbiParameters(parseAbiParameters("uint256"), [value]);
const ANSWERS: Record<string, Hex> = {
  [toFunctionSelector("owner()")]: encodeAbiParameters(parseAbiParameters("address"), [
    privateKeyToAccount(OWNER).address,
  ]),
  [toFunctionSelector("getPoolIdFromAddress(address)")]: word(1n),
  [toFunctionSelector("balanceOf(address)")]: word(7n),
  [toFunctionSelector("decimals()")]: word(6n),
  [toFunctionSelector("symbol()")]: encodeAbiParameters(parseAbiParameters("string"), ["TKN"]),
};

type Call = { id: number; method: string; params: [{ to: Address; data: Hex }] };

/** A contract that counts these tokens; `asked`: whom the node was asked of. */
function world(tokens: readonly Address[]) {
  const asked: string[] = [];
  const counted = encodeAbiParameters(
    parseAbiParameters("(address[] activeTokens, address baseToken)"),
    [{ activeTokens: tokens, baseToken: BASE }],
  );
  const made = createAttackWorld({
    node: (_url, body) => {
      const calls = JSON.parse(body) as Call[];
      const answerOf = ({ method, params: [{ to, data }] }: Call) => {
        if (method !== "eth_call") return word(0n);
        asked.push(to.toLowerCase());
        return ANSWERS[data.slice(0, 10)] ?? counted;
      };
      return Response.json(
        calls.map((call) => ({ jsonrpc: "2.0", id: call.id, result: answerOf(call) })),
      );
    },
  });
  const read = async (
    key: Hex,
    route = "/api/vault/balances",
  ): Promise<{ status: number; body: any }> => {
    const headers = credentialHeaders(
      await signOperator(key, boundMessage(made.nowMs), made.nowMs),
    );
    const path = `${route}?vault=${VAULT}&chainId=8453`;
    const answer = await made.send({ method: "GET", path, headers }, "203.0.113.8");
    return { status: answer.status, body: await answer.json() };
  };
  return {
    read,
    upstream: made.upstream,
    hasAsked: (token: Address) => asked.includes(token.toLowerCase()),
  };
}

const tokensOf = (count: number): Address[] => Array.from({ length: count }, newAddress);

test("behavior: the owner is shown what is counted beside the listed tokens", async () => {
  const tokens = tokensOf(128);
  const { read } = world(tokens);
  const { status, body } = await read(OWNER);
  expect(status, JSON.stringify(body)).toBe(200);
  const shown = body.balances.map(({ token }: { token: Address }) => token);
  expect(shown[0]).toBe(BASE.toLowerCase());
  expect(tokens.filter((token) => !shown.includes(token.toLowerCase()))).toEqual([]);
});

test.each(["/api/vault/balances", "/api/vault"])(
  "attack: %s: for somebody else's signature no token is asked, and nothing is remembered for the next one",
  async (route) => {
    const tokens = tokensOf(100);
    const { read, upstream, hasAsked } = world(tokens);
    for (let round = 0; round < 2; round += 1) {
      const before = upstream.rpc;
      const { status, body } = await read(generatePrivateKey(), route);
      expect([status, body.error]).toEqual([403, "not_vault_owner"]);
      expect(upstream.rpc - before).toBeLessThanOrEqual(1);
    }
    expect(tokens.filter(hasAsked)).toEqual([]);
  },
);

test("attack: a list longer than a vault can count is refused whole, none asked", async () => {
  const tokens = tokensOf(129);
  const { read, hasAsked } = world(tokens);
  const { status, body } = await read(OWNER);
  expect([status, body.error, body.message]).toEqual([
    ...[400, "invalid_request", expect.stringContaining("more than 128 tokens")],
  ]);
  expect(tokens.filter(hasAsked)).toEqual([]);
});
