import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, encodeFunctionData, type Hex, parseAbi, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { freePort } from "../../local/lib/free-port.ts";
import { waitFor } from "../../local/lib/wait-for.ts";
import { setWorkerClock } from "../../local/stack/set-worker-clock.ts";
import { startWorker } from "../../local/stack/start-worker.ts";
import { workerVars } from "../../local/stack/worker-vars.ts";
import { parseCredentials } from "../../src/auth/parse-credentials.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { boundMessage, plainMessage, signOperator } from "../support/sign-operator.ts";
import { signerContract } from "../support/signer-contract.ts";
import {
  type Answer,
  type Credentials,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../support/test-stack.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const ownerAbi = parseAbi(["function setOwner(address newOwner)"]);

const dir = mkdtempSync(join(tmpdir(), "sextant-auth-"));
const logFile = join(dir, "worker.log");
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ logFile });
});
afterAll(async () => {
  await stack?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const now = () => Math.floor(stack.stack.nowMs());
type Auth = Partial<Record<keyof Credentials, unknown>>;
/** A write that needs the operator, as POST and, for the mode, as GET. */
const ask = (vault: { address: string }, credentials: Auth): Promise<Answer> =>
  stack.call("POST", "/api/settings/slippage", {
    vaultAddress: vault.address,
    chainId: 8453,
    slippage: "1%",
    ...credentials,
  });
const askTool = (vault: { address: string }, credentials: Auth): Promise<Answer> =>
  stack.call("POST", "/api/tools?toolName=list_twap_orders", {
    vaultAddress: vault.address,
    ...credentials,
  });
const getMode = (vault: { address: string }, credentials: Auth): Promise<Answer> =>
  stack.call(
    "GET",
    `/api/settings/exec-mode?${new URLSearchParams({ vaultAddress: vault.address, chainId: "8453", ...credentials } as Record<string, string>)}`,
  );

async function expectEverywhere(
  vault: { address: string },
  credentials: Auth,
  expected: string,
): Promise<void> {
  for (const door of [ask, askTool, getMode]) {
    const answer = await door(vault, credentials);
    expect([door.name, answer.status === 200 ? "200" : expectRefusal(answer)]).toEqual([
      door.name,
      expected,
    ]);
  }
}

describe("the two forms", () => {
  test("behavior: both forms open a new operator's doors; (b) seen, (a) is refused", async () => {
    const vault = await stack.newVault();
    const plain = await signOperator(vault.ownerKey, plainMessage(), now());
    await expectEverywhere(vault, plain, "200");
    const at = now();
    await expectEverywhere(vault, await signOperator(vault.ownerKey, boundMessage(at), at), "200");
    await expectEverywhere(vault, plain, "401 auth_unbound_timestamp");
    const { body } = await ask(vault, plain);
    expect(body.message).toContain(
      JSON.stringify(boundMessage(1).replace("Timestamp: 1", "Timestamp: <authTimestamp>")),
    );
    // A form that was made anew is refused as well: it is the form, not the signature.
    await expectEverywhere(
      vault,
      await signOperator(vault.ownerKey, plainMessage(), now()),
      "401 auth_unbound_timestamp",
    );
  });

  test("behavior: the form seen for one operator says nothing of another", async () => {
    const [first, second] = [await stack.newVault(), await stack.newVault()];
    await expectEverywhere(first, await stack.credentials(first.ownerKey), "200");
    await expectEverywhere(
      second,
      await signOperator(second.ownerKey, plainMessage(), now()),
      "200",
    );
  });

  test("error: (b) binds its time: the signature is not good for another timestamp", async () => {
    const vault = await stack.newVault();
    const at = now();
    const signed = await signOperator(vault.ownerKey, boundMessage(at), at);
    await expectEverywhere(
      vault,
      { ...signed, authTimestamp: at + 1 },
      "401 auth_signature_mismatch",
    );
    await expectEverywhere(
      vault,
      { ...signed, authTimestamp: at - 1 },
      "401 auth_signature_mismatch",
    );
    await expectEverywhere(vault, signed, "200");
  });

  test("behavior: AUTH_REQUIRE_BOUND=true refuses (a); the message has PRODUCT_NAME", async () => {
    const vault = await stack.newVault();
    const other = await startStrictWorker();
    try {
      const post = async (credentials: Credentials): Promise<Answer> => {
        const body = JSON.stringify({
          vaultAddress: vault.address,
          chainId: 8453,
          slippage: "1%",
          ...credentials,
        });
        const headers = await stack.payHeaders("POST", "/api/settings/slippage");
        const response = await fetch(`${other.baseUrl}/api/settings/slippage`, {
          method: "POST",
          body,
          headers,
        });
        return { status: response.status, body: await response.json(), headers: response.headers };
      };
      const at = now();
      const plain = await post(await signOperator(vault.ownerKey, plainMessage("Octant"), at));
      expect(expectRefusal(plain)).toBe("401 auth_unbound_timestamp");
      expect(plain.body.message).toContain("Welcome to Octant Operator");
      const foreign = await post(await signOperator(vault.ownerKey, boundMessage(at), at));
      expect(expectRefusal(foreign)).toBe("401 auth_signature_mismatch");
      const bound = await post(await signOperator(vault.ownerKey, boundMessage(at, "Octant"), at));
      expect(bound.status).toBe(200);
    } finally {
      await other.stop();
    }
  });
});

/** A second Worker on the same chain and store, stricter and under another name. */
async function startStrictWorker(): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const { chain, redis, manifest } = stack.stack;
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const vars = workerVars({
    baseUrl,
    chain,
    rpcUrl: chain.rpcUrl,
    redis,
    qstash: manifest.qstash,
    zerox: { url: manifest.venues["0x"], apiKey: "none" },
    uniswap: { url: manifest.venues.uniswap, apiKey: "none" },
    facilitator: { url: manifest.facilitatorUrl, payTo: manifest.payTo },
    telegram: {
      url: manifest.telegramUrl,
      botToken: "none",
      webhookSecret: "none-is-registered",
      botName: "none",
    },
    webhooks: { origin: stack.stack.webhooks.url, dnsUrl: stack.stack.webhooks.dnsUrl },
    agentWalletSecret: "22".repeat(32),
  });
  const strict = { ...vars, AUTH_REQUIRE_BOUND: "true", PRODUCT_NAME: "Octant" };
  const worker = await startWorker({
    port,
    vars: strict,
    runDir: join(dir, "strict"),
    logFile: join(dir, "strict.log"),
    prepared: process.env.PREPARED_STACKS,
  });
  await setWorkerClock(baseUrl, stack.stack.nowMs());
  return { baseUrl, stop: worker.stop };
}

describe("time", () => {
  test("args: 24 hours exactly are in time, a millisecond more is not; 60 s ahead likewise", () => {
    const at = 1_795_000_000_000;
    const credentials = {
      operatorAddress: `0x${"11".repeat(20)}`,
      authSignature: "0x11",
      authTimestamp: at,
    };
    const judge = (nowMs: number) => {
      const verdict = parseCredentials(credentials, nowMs);
      return verdict.ok ? "ok" : verdict.code;
    };
    expect([at + DAY - 1, at + DAY, at + DAY + 1].map(judge)).toEqual(["ok", "ok", "auth_expired"]);
    expect([at - MINUTE + 1, at - MINUTE, at - MINUTE - 1].map(judge)).toEqual([
      "ok",
      "ok",
      "auth_in_future",
    ]);
  });

  test("error: the same over HTTP, by the Worker's clock; a refusal says both times", async () => {
    const vault = await stack.newVault();
    const signedAt = async (at: number) => signOperator(vault.ownerKey, boundMessage(at), at);
    const margin = 5_000;
    await expectEverywhere(vault, await signedAt(now() - DAY + margin), "200");
    await expectEverywhere(vault, await signedAt(now() - DAY - margin), "401 auth_expired");
    await expectEverywhere(vault, await signedAt(now() + MINUTE - margin), "200");
    await expectEverywhere(vault, await signedAt(now() + MINUTE + margin), "401 auth_in_future");
    const { details } = (await ask(vault, await signedAt(now() - DAY - margin))).body;
    expect(details.now - details.authTimestamp).toBeGreaterThan(DAY);
    expect(Math.abs(details.now - now())).toBeLessThan(margin);
  });

  test("error: a timestamp as text, fraction, seconds or without end is 401", async () => {
    const vault = await stack.newVault();
    const at = now();
    const signed = await signOperator(vault.ownerKey, boundMessage(at), at);
    const cases: [unknown, string][] = [
      [String(at), "401 auth_malformed"],
      [at + 0.5, "401 auth_malformed"],
      [-at, "401 auth_malformed"],
      [Math.floor(at / 1000), "401 auth_expired"],
      [at * 1000, "401 auth_in_future"],
      [Number.MAX_SAFE_INTEGER + 1, "401 auth_malformed"],
      [{ value: at }, "401 auth_malformed"],
      [null, "401 auth_required"],
    ];
    for (const [authTimestamp, expected] of cases) {
      expect([
        authTimestamp,
        expectRefusal(await ask(vault, { ...signed, authTimestamp })),
      ]).toEqual([authTimestamp, expected]);
    }
  });
});

describe("signatures", () => {
  test("error: another product, another text, another key, another operator", async () => {
    const [vault, other] = [await stack.newVault(), await stack.newVault()];
    const at = now();
    const sign = (key: Hex, message: string) => signOperator(key, message, at);
    const owner = privateKeyToAccount(vault.ownerKey).address;
    const stranger = generatePrivateKey();
    const bad: Credentials[] = [
      await sign(vault.ownerKey, boundMessage(at, "Other")),
      await sign(vault.ownerKey, boundMessage(at).replaceAll("\n", "\r\n")),
      await sign(vault.ownerKey, `${boundMessage(at)}\n`),
      await sign(vault.ownerKey, boundMessage(at).toLowerCase()),
      await sign(vault.ownerKey, ""),
      { ...(await sign(stranger, boundMessage(at))), operatorAddress: owner },
      { ...(await sign(vault.ownerKey, boundMessage(at))), operatorAddress: other.owner },
    ];
    for (const credentials of bad)
      await expectEverywhere(vault, credentials, "401 auth_signature_mismatch");
  });

  test("error: a signature cut, compact, malleated, doubled, padded or empty is 401", async () => {
    const vault = await stack.newVault();
    const good = await stack.credentials(vault.ownerKey);
    const { authSignature } = good;
    const [r, s, v] = [
      authSignature.slice(2, 66),
      authSignature.slice(66, 130),
      authSignature.slice(130),
    ];
    const otherS = toHex(CURVE_ORDER - BigInt(`0x${s}`), { size: 32 }).slice(2);
    const highBit = v === "1b" ? "80" : "00";
    const compact = `0x${r}${(BigInt(`0x${s}`) | (BigInt(`0x${highBit}`) << 248n)).toString(16).padStart(64, "0")}`;
    const mismatched = [
      ...[
        authSignature.slice(0, -2),
        authSignature.slice(0, 66),
        `0x${r}${s}`,
        compact,
        `${authSignature}00`,
      ],
      ...[
        `0x${r}${otherS}${v === "1b" ? "1c" : "1b"}`,
        `0x${r}${otherS}${v}`,
        `0x${s}${r}${v}`,
        `0x${r}${s}${v === "1b" ? "1c" : "1b"}`,
      ],
      ...[
        `0x${r}${s}1d`,
        `0x${r}${s}ff`,
        `0x${"0".repeat(130)}`,
        `0x${"f".repeat(130)}`,
        `0x${"0".repeat(64)}${s}${v}`,
        `0x${r}${"0".repeat(64)}${v}`,
      ],
      ...[`0x${r}${s}${v}`.replace(/..$/, ""), authSignature + authSignature.slice(2)],
    ];
    for (const one of mismatched) {
      expect([one, expectRefusal(await ask(vault, { ...good, authSignature: one }))]).toEqual([
        one,
        "401 auth_signature_mismatch",
      ]);
    }
    for (const one of [
      "0x",
      "0x1",
      authSignature.slice(2),
      ` ${authSignature}`,
      `${authSignature}\n`,
      authSignature.slice(0, -1),
      `0x${"11".repeat(4_096)}`,
    ]) {
      expect([
        one.slice(0, 140),
        expectRefusal(await ask(vault, { ...good, authSignature: one })),
      ]).toEqual([one.slice(0, 140), "401 auth_malformed"]);
    }
    expect(expectRefusal(await ask(vault, { ...good, authSignature: "" }))).toBe(
      "401 auth_required",
    );
    await expectEverywhere(vault, good, "200");
    await expectEverywhere(
      vault,
      { ...good, authSignature: authSignature.toUpperCase().replace("0X", "0x") },
      "200",
    );
  });
});

describe("ownership", () => {
  test("error: who does not own the vault is 403, and no vault is another 403", async () => {
    const vault = await stack.newVault();
    const stranger = generatePrivateKey();
    const credentials = await stack.credentials(stranger);
    await expectEverywhere(vault, credentials, "403 not_vault_owner");
    const { tokens, addresses } = stack.stack.chain;
    // A contract that says of itself what a vault says: its owner is the caller.
    const lookalike = privateKeyToAccount(generatePrivateKey()).address;
    const callerAsWord = `0x73${credentials.operatorAddress.slice(2)}60005260206000f3` as Hex;
    await chainClient(stack.stack.chain).setCode({ address: lookalike, bytecode: callerAsWord });
    const none = `0x${"0".repeat(40)}`;
    for (const address of [
      lookalike,
      tokens.USDC,
      addresses.registry,
      addresses.implementation,
      credentials.operatorAddress,
      none,
    ]) {
      await expectEverywhere({ address: address.toLowerCase() }, credentials, "403 unknown_vault");
    }
  });

  test("behavior: addresses count in any case, and a mistyped one is refused", async () => {
    const vault = await stack.newVault();
    const credentials = await stack.credentials(vault.ownerKey);
    const upper = (address: string) => `0x${address.slice(2).toUpperCase()}`;
    await expectEverywhere(
      { address: upper(vault.address) },
      { ...credentials, operatorAddress: upper(credentials.operatorAddress) },
      "200",
    );
    await expectEverywhere(
      vault,
      { ...credentials, operatorAddress: credentials.operatorAddress.toLowerCase() },
      "200",
    );
    const typo = credentials.operatorAddress.replace(/[a-f]/i, (digit) =>
      digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase(),
    );
    await expectEverywhere(vault, { ...credentials, operatorAddress: typo }, "401 auth_malformed");
  });

  test("behavior: a new owner is let in at once, the old one no longer than 60 s", async () => {
    const vault = await stack.newVault();
    const newKey = generatePrivateKey();
    await expectEverywhere(vault, await stack.credentials(vault.ownerKey), "200");
    await expectEverywhere(vault, await stack.credentials(newKey), "403 not_vault_owner");
    await setOwner(vault, privateKeyToAccount(newKey).address);
    await expectEverywhere(vault, await stack.credentials(newKey), "200");
    await stack.advance(MINUTE + 1_000);
    await expectEverywhere(vault, await stack.credentials(vault.ownerKey), "403 not_vault_owner");
    await expectEverywhere(vault, await stack.credentials(newKey), "200");
  });

  test("error: on a chain without a node it is 503, and never another chain's owner", async () => {
    const vault = await stack.newVault();
    const credentials = await stack.credentials(vault.ownerKey);
    const body = { vaultAddress: vault.address, chainId: 1, slippage: "1%", ...credentials };
    expect(expectRefusal(await stack.call("POST", "/api/settings/slippage", body))).toBe(
      "503 not_configured",
    );
  });
});

async function setOwner(vault: TestVault, owner: Address): Promise<void> {
  const data = encodeFunctionData({ abi: ownerAbi, functionName: "setOwner", args: [owner] });
  await sendTransaction(stack.stack.chain, {
    from: privateKeyToAccount(vault.ownerKey),
    to: vault.address,
    data,
  });
}

describe("contract owners (ERC-1271)", () => {
  const MAGIC = "1626ba7e";
  const always = (word: string): Hex => `0x63${word}60e01b60005260206000f3`;
  const codes = {
    refusesWithFalse: always("ffffffff"),
    answersOneByte: "0x60006000f3",
    reverts: "0x60006000fd",
    burnsAllGas: "0xfe",
    answersTrue: "0x600160005260206000f3",
    answersMagicOnTheRight: `0x63${MAGIC}60005260206000f3`,
    hasNoCode: "0x",
  } as const satisfies Record<string, Hex>;

  async function ownedByContract(code: Hex): Promise<{ vault: TestVault; wallet: Address }> {
    const vault = await stack.newVault();
    const wallet = privateKeyToAccount(generatePrivateKey()).address;
    await chainClient(stack.stack.chain).setCode({ address: wallet, bytecode: code });
    await setOwner(vault, wallet);
    return { vault, wallet };
  }

  test("behavior: the contract's word counts, for both forms, and its signer's alone", async () => {
    const signer = generatePrivateKey();
    const { vault, wallet } = await ownedByContract(
      signerContract(privateKeyToAccount(signer).address),
    );
    const at = now();
    const by = async (key: Hex, message: string) => ({
      ...(await signOperator(key, message, at)),
      operatorAddress: wallet,
    });
    await expectEverywhere(vault, await by(signer, plainMessage()), "200");
    await expectEverywhere(
      vault,
      await by(generatePrivateKey(), boundMessage(at)),
      "401 auth_signature_mismatch",
    );
    await expectEverywhere(
      vault,
      await by(vault.ownerKey, boundMessage(at)),
      "401 auth_signature_mismatch",
    );
    await expectEverywhere(
      vault,
      await by(signer, boundMessage(at, "Other")),
      "401 auth_signature_mismatch",
    );
    await expectEverywhere(vault, await by(signer, boundMessage(at)), "200");
    await expectEverywhere(vault, await by(signer, plainMessage()), "401 auth_unbound_timestamp");
  });

  test("error: a contract's signer is not the vault's owner", async () => {
    const signer = generatePrivateKey();
    const { vault } = await ownedByContract(signerContract(privateKeyToAccount(signer).address));
    await expectEverywhere(vault, await stack.credentials(signer), "403 not_vault_owner");
    await expectEverywhere(vault, await stack.credentials(vault.ownerKey), "403 not_vault_owner");
  });

  test.each(Object.entries(codes))("error: a contract that %s is 401", async (_name, code) => {
    const { vault, wallet } = await ownedByContract(code);
    const credentials = { ...(await stack.credentials(vault.ownerKey)), operatorAddress: wallet };
    await expectEverywhere(vault, credentials, "401 auth_signature_mismatch");
  });

  test("behavior: long signatures reach the contract, its word is kept 60 s at most", async () => {
    const { vault, wallet } = await ownedByContract(always(MAGIC));
    const credentials = {
      operatorAddress: wallet,
      authSignature: `0x${"ab".repeat(4_000)}`,
      authTimestamp: now(),
    };
    await expectEverywhere(vault, credentials, "200");
    await chainClient(stack.stack.chain).setCode({
      address: wallet,
      bytecode: codes.refusesWithFalse,
    });
    await stack.advance(MINUTE + 1_000);
    await expectEverywhere(vault, credentials, "401 auth_signature_mismatch");
  });

  test("error: a contract that cannot be asked is 502, not 401", async () => {
    const { vault, wallet } = await ownedByContract(always(MAGIC));
    await withHook("rpc", { status: 500 }, async () => {
      const credentials = { ...(await stack.credentials(vault.ownerKey)), operatorAddress: wallet };
      await expectEverywhere(vault, credentials, "502 rpc_unavailable");
    });
  });
});

async function withHook(
  name: "rpc" | "redis",
  answer: { status: number; body?: string } | "drop",
  work: () => Promise<void>,
): Promise<void> {
  stack.proxies[name].before(async () => answer);
  try {
    await work();
  } finally {
    stack.proxies[name].clearHooks();
  }
}

describe("outages", () => {
  test.each([
    ["500", { status: 500, body: "upstream secret" }],
    ["a page", { status: 200, body: "<html>upstream secret</html>" }],
    ["null", { status: 200, body: "null" }],
    ["an empty batch", { status: 200, body: "[]" }],
    [
      "errors",
      {
        status: 200,
        body:
          '[{"id":0,"error":{"code":-32000,"message":"upstream ' +
          'secret"}},{"id":1,"error":{"code":-32005,"message":"upstream secret"}}]',
      },
    ],
    ["a cut line", "drop"],
  ] as const)(
    "error: a node that answers %s is 502, never a 403, and none of its words come out",
    async (_name, answer) => {
      const vault = await stack.newVault();
      const credentials = await stack.credentials(vault.ownerKey);
      await withHook("rpc", answer, () =>
        expectEverywhere(vault, credentials, "502 rpc_unavailable"),
      );
      await withHook("rpc", answer, async () => {
        expect(JSON.stringify((await ask(vault, credentials)).body)).not.toContain("secret");
      });
      // Nothing of the outage is remembered.
      await expectEverywhere(vault, credentials, "200");
    },
  );

  test("error: store down is 503 with Retry-After; no form is lost or invented", async () => {
    const vault = await stack.newVault();
    const plain = await signOperator(vault.ownerKey, plainMessage(), now());
    await expectEverywhere(vault, await stack.credentials(vault.ownerKey), "200");
    await withHook("redis", { status: 500, body: "upstream secret" }, async () => {
      await expectEverywhere(vault, plain, "503 store_unavailable");
      const answer = await ask(vault, await stack.credentials(vault.ownerKey));
      expect(answer.headers.get("retry-after")).toMatch(/^[0-9]+$/);
      expect(JSON.stringify(answer.body)).not.toContain("secret");
    });
    await expectEverywhere(vault, plain, "401 auth_unbound_timestamp");
  });
});

test("behavior: no cache keeps the mode's GET, and its query string reaches no log", async () => {
  const vault = await stack.newVault();
  const credentials = await stack.credentials(vault.ownerKey);
  const good = await getMode(vault, credentials);
  expect([good.status, good.body, good.headers.get("cache-control")]).toEqual([
    200,
    { ok: true, mode: "confirm" },
    "no-store",
  ]);
  const refused = await getMode(vault, { ...credentials, authTimestamp: 5 });
  expect(refused.headers.get("cache-control")).toBe("no-store");
  await withHook("redis", { status: 500 }, async () => {
    expect(expectRefusal(await getMode(vault, credentials))).toBe("503 store_unavailable");
  });
  await stack.call("GET", "/api/strategy-events/seen");
  const text = await waitFor(
    async () => {
      const read = readFileSync(logFile, "utf8");
      return read.includes("/api/strategy-events/seen") ? read : undefined;
    },
    { what: "the Worker's log" },
  );
  expect(text).toContain("/api/settings/exec-mode");
  expect(text).not.toMatch(/authSignature|authTimestamp|operatorAddress/);
  expect(text.toLowerCase()).not.toContain(credentials.authSignature.slice(2, 40));
  expect(text).not.toContain("exec-mode?");
});
