import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { identifyAgent } from "../../../src/auth/identify-agent.ts";
import { readBearer } from "../../../src/auth/read-bearer.ts";
import { bearerChallenge } from "../../../src/auth/token-not-valid.ts";
import type { Deps } from "../../../src/deps.ts";
import { boundMessage, signOperator } from "../../support/sign-operator.ts";

const NOW_MS = 1_795_000_000_000;
const ID = "5f".repeat(16);
const TOKEN = `sxg_${ID}_${"0a".repeat(32)}`;
/** SHA-256 by another program: `printf sxg_5f…_0a… | sha256sum`. */
const HASH = "c5c5740fb29e7740546d80e98da5b3829363be0da2cc9dc837923bc427e0e323";

/**
 * What it reads, and how often a recovered signature was written down: each recovery writes one.
 */
function world(grant: Deps["grant"]) {
  const kept = new Map<string, string>();
  let recovered = 0;
  const set = (key: string, value: string) => {
    recovered += 1;
    kept.set(key, value);
  };
  const deps = {
    ...{ grant, clock: { nowMs: () => NOW_MS }, env: { PRODUCT_NAME: "Sextant" } },
    caches: { signatures: { get: (key: string) => kept.get(key), set } },
  } as unknown as Deps;
  return { deps, recovered: () => recovered };
}

test("behavior: an agent's signature is recovered once an isolate, a token's never", async () => {
  const key = generatePrivateKey();
  const signed = world({ id: ID, leastScope: "read" });
  const credentials = await signOperator(key, boundMessage(NOW_MS), NOW_MS);
  const agent = privateKeyToAccount(key).address.toLowerCase();
  for (let n = 0; n < 3; n++)
    expect(await identifyAgent(signed.deps, credentials)).toEqual({
      ok: true,
      value: { id: ID, agent },
    });
  expect(signed.recovered()).toBe(1);
  const byToken = world({ id: ID, leastScope: "read", token: HASH });
  for (let n = 0; n < 3; n++)
    expect(await identifyAgent(byToken.deps, {})).toEqual({
      ok: true,
      value: { id: ID, token: HASH },
    });
  expect(byToken.recovered()).toBe(0);
  expect(await identifyAgent(byToken.deps, credentials)).toMatchObject({
    ok: false,
    code: "invalid_request",
  });
});

const read = (headers: Record<string, string>, url = "https://api.example/api/settings") =>
  readBearer({ url, headers: new Headers(headers) });

test("default: a token is known by its SHA-256, and names its grant", async () => {
  for (const authorization of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER   ${TOKEN}`])
    expect(await read({ authorization })).toEqual({ id: ID, token: HASH });
});

test("behavior: another scheme is no token", async () => {
  for (const authorization of ["Basic eDp5", TOKEN, `Bearerx ${TOKEN}`, `Token ${TOKEN}`])
    expect(await read({ authorization })).toBeUndefined();
  expect(await read({})).toBeUndefined();
});

test("error: what is no token of ours, one in a URL, and one beside other proof", async () => {
  const malformed = { code: "token_not_valid", status: 401, details: { reason: "malformed" } };
  for (const text of [
    "",
    " ",
    "x",
    `${TOKEN}a`,
    `a${TOKEN}`,
    `${TOKEN} ${TOKEN}`,
    TOKEN.toUpperCase(),
    `${TOKEN},`,
  ])
    await expect(read({ authorization: `Bearer ${text}` })).rejects.toMatchObject(malformed);
  const wrong = { code: "invalid_request", status: 400 };
  await expect(read({}, `https://api.example/mcp?access_token=${TOKEN}`)).rejects.toMatchObject(
    wrong,
  );
  const authorization = `Bearer ${TOKEN}`;
  for (const other of [
    { "x-agent-grant": "6f".repeat(16) },
    { "x-auth-signature": "0x" },
    { "x-auth-timestamp": "1" },
  ])
    await expect(read({ authorization, ...other } as Record<string, string>)).rejects.toMatchObject(
      wrong,
    );
  expect(
    await read({ authorization, "x-agent-grant": ID, "x-operator-address": "0x" }),
  ).toMatchObject({ id: ID });
});

test("default: the challenge names the document of the resource that was asked for", () => {
  expect(bearerChallenge("https://api.example", "/mcp")).toBe(
    'Bearer resource_metadata="https://api.example/.well-known/oauth-protected-resource/mcp", ' +
      'error="invalid_token"',
  );
  expect(bearerChallenge("https://api.example", "/api/settings")).toBe(
    'Bearer resource_metadata="https://api.example/.well-known/oauth-protected-resource", ' +
      'error="invalid_token"',
  );
});
