import {
  createSIWxMessage,
  createSIWxPayload,
  encodeSIWxHeader,
  SIWxPayloadSchema,
} from "@x402/extensions/sign-in-with-x";
import * as fc from "fast-check";
import { type Hex, hashMessage } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { getQuote } from "../../../functions/quote/get-quote.ts";
import { getQuote0x } from "../../../functions/zerox/get-quote-0x.ts";
import type { SignIn } from "../../../schemas/auth/sign-in.ts";
import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { readSignIn, signInText } from "../../../src/auth/read-sign-in.ts";
import { SIGN_IN_RULES } from "../../../src/auth/sign-in-rules.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import type { Deps } from "../../../src/deps.ts";
import { sessionSigner } from "../../../src/payment/browser-session.ts";
import { offeredSignIn } from "../../../src/payment/unpaid-answer.ts";

const NOW = 1_795_000_000_000;
const URL_OF = "https://api.example/api/quote/0x";
const account = privateKeyToAccount(`0x${"44".repeat(32)}`);
let drawn = 0;
const base = {
  clock: { nowMs: () => NOW },
  randomBytes: (length: number) => {
    drawn += 1;
    return new Uint8Array(length).fill(drawn);
  },
};
const challenge = (): any => offeredSignIn(base, getQuote0x, URL_OF)["sign-in-with-x"];
/** What the package's client makes of our challenge. */
const signed = async (changes: object = {}, chainId = "eip155:8453") => {
  const { info, supportedChains } = challenge();
  const { type } = supportedChains.find((chain: { chainId: string }) => chain.chainId === chainId);
  return createSIWxPayload({ ...info, chainId, type, ...changes } as never, account, URL_OF);
};
const headerOf = (payload: object) => encodeSIWxHeader(payload as never);
const read = (payload: object) => readSignIn(headerOf(payload), URL_OF, NOW);
const codeOf = (payload: object) => {
  const verdict = read(payload);
  return verdict.ok ? "ok" : verdict.code;
};

describe("the challenge", () => {
  test("default: offered where a session stands for payment, a new nonce each time", () => {
    const [one, two] = [challenge(), challenge()];
    expect(one.info).toMatchObject({
      domain: "api.example",
      uri: URL_OF,
      version: "1",
      resources: [URL_OF],
    });
    expect(one.info.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(two.info.nonce).not.toBe(one.info.nonce);
    expect(Date.parse(one.info.expirationTime) - Date.parse(one.info.issuedAt)).toBe(300_000);
    // Stock clients take the one of the payment's network.
    expect(one.supportedChains[0]).toEqual({ chainId: "eip155:8453", type: "eip191" });
    expect(one.supportedChains).toHaveLength(CHAIN_IDS.length);
    expect(offeredSignIn(base, getQuote, URL_OF)).toEqual({});
  });

  test("default: what the package's client makes of it is read, in its schema's form", async () => {
    const payload = await signed();
    expect(SIWxPayloadSchema.safeParse(JSON.parse(JSON.stringify(payload))).success).toBe(true);
    expect(read(payload)).toMatchObject({
      ok: true,
      value: { address: account.address, chainId: "eip155:8453" },
    });
  });
});

test("behavior: the text is EIP-4361's as the siwe library writes it, whatever is optional", () => {
  const line = fc.stringMatching(/^[A-Za-z0-9 .,:/-]{1,40}$/).filter((text) => text.trim() !== "");
  const optional = fc.record(
    {
      statement: line,
      expirationTime: fc.constant("2026-11-23T03:00:00.000Z"),
      notBefore: fc.constant("2026-11-22T03:00:00Z"),
      requestId: fc.stringMatching(/^[a-z0-9]{1,12}$/),
      resources: fc.array(fc.constantFrom("https://a.example/x", "ipfs://bafy"), {
        minLength: 1,
        maxLength: 3,
      }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(optional, fc.constantFrom("eip155:1", "eip155:42161"), (fields, chainId) => {
      const info = {
        ...{
          domain: "api.example",
          uri: URL_OF,
          version: "1" as const,
          chainId,
          type: "eip191" as const,
        },
        ...{ nonce: "a1b2c3d4e5f6", issuedAt: "2026-11-23T02:00:00.000Z", ...fields },
      };
      expect(signInText({ ...info, address: account.address } as Omit<SignIn, "signature">)).toBe(
        createSIWxMessage(info as never, account.address),
      );
    }),
  );
});

describe("what is refused before any signature is looked at", () => {
  test("error: other domain, address, statement, chain, version, kind, or extra line", async () => {
    const payload = await signed();
    for (const changes of [
      { domain: "evil.example" },
      { domain: "api.example\nURI: x" },
      { uri: "https://api.example/api/tools" },
      { uri: "https://evil.example/api/quote/0x" },
      { uri: "no url" },
      { statement: "Sign in to transfer everything" },
      { statement: undefined },
      { statement: `${SIGN_IN_RULES.statement}\nResources:` },
      { chainId: "eip155:5" },
      { chainId: "eip155:999" },
      { chainId: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", type: "ed25519" },
      { chainId: "eip155:08453" },
      { version: "2" },
      { nonce: "short" },
      { nonce: "with spaces in it" },
      { requestId: "1\nResources:" },
      { resources: ["https://a.example", "x\ny"] },
      { signature: "0x" },
      { signature: `0x${"11".repeat(5_000)}` },
      { address: "vitalik.eth" },
      { issuedAt: "yesterday" },
    ])
      expect([changes, codeOf({ ...payload, ...changes })]).toEqual([changes, "auth_malformed"]);
    for (const header of [
      "",
      "!!!",
      "e30=",
      Buffer.from("[]").toString("base64"),
      "A".repeat(20_000),
    ])
      expect(readSignIn(header, URL_OF, NOW)).toMatchObject({ ok: false, code: "auth_malformed" });
  });

  test("error: older than five minutes, over, not begun, or of the future", async () => {
    const payload = await signed();
    const at = (ms: number) => new Date(NOW + ms).toISOString();
    const cases: [object, string][] = [
      [{ issuedAt: at(-300_000), expirationTime: undefined }, "ok"],
      [{ issuedAt: at(-300_001), expirationTime: undefined }, "auth_expired"],
      [{ expirationTime: at(0) }, "auth_expired"],
      [{ expirationTime: "2026-99-99T00:00:00Z" }, "auth_expired"],
      [{ issuedAt: "2026-13-01T00:00:00Z" }, "auth_expired"],
      [{ issuedAt: at(5_000) }, "ok"],
      [{ issuedAt: at(5_001) }, "auth_in_future"],
      [{ notBefore: at(1) }, "auth_in_future"],
      [{ notBefore: "2026-13-01T00:00:00Z" }, "auth_in_future"],
      [{ notBefore: at(-1) }, "ok"],
    ];
    for (const [changes, code] of cases)
      expect([changes, codeOf({ ...payload, ...changes })]).toEqual([changes, code]);
  });
});

describe("who signed", () => {
  /** A node of this chain, where a contract at the account's address says yes to this hash. */
  const world = (says?: { chainId: number; hash: Hex }) => {
    const asked: number[] = [];
    let counted = 0;
    const chain = (chainId: number) => ({
      rpc: {
        send: async (calls: { params: any[]; read(data: string): unknown }[]) => {
          asked.push(chainId);
          return calls.map(({ params, read: readAnswer }) => {
            const isYes =
              says?.chainId === chainId && String(params[0].data).includes(says.hash.slice(2));
            return { ok: true, value: readAnswer(isYes ? `0x1626ba7e${"0".repeat(56)}` : "0x") };
          });
        },
      },
    });
    const deps = {
      ...base,
      chain,
      caches: createIsolate().caches,
      env: { PRODUCT_NAME: "Sextant" },
    };
    const signer = (payload: object, quoted: 8453 | 42161 = 8453) =>
      sessionSigner(deps as unknown as Deps, {
        headers: new Headers({ [SIGN_IN_RULES.header]: headerOf(payload) }),
        ...{ resourceUrl: URL_OF, chain: quoted },
        beforeAsking: async () => {
          counted += 1;
        },
      });
    return { signer, asked, counted: () => counted };
  };
  const mismatch = { code: "auth_signature_mismatch", status: 401 };

  test("default: an account, by the package's signature, on any chain, no request", async () => {
    const { signer, asked } = world();
    const address = account.address.toLowerCase();
    const payload = await signed();
    expect(await signer(payload)).toEqual({ address, nonce: payload.nonce });
    expect(await signer(await signed(), 42161)).toMatchObject({ address });
    expect(asked).toEqual([]);
  });

  test("error: word changed after signing, another's address, other signature form", async () => {
    const payload = await signed();
    for (const changes of [
      { nonce: "0123456789abcdef" },
      { issuedAt: new Date(NOW - 1_000).toISOString() },
      { chainId: "eip155:1" },
      { requestId: "1" },
      { resources: [] },
      { address: `0x${"99".repeat(20)}` },
    ])
      await expect(world().signer({ ...payload, ...changes })).rejects.toMatchObject(mismatch);
    const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = (n - BigInt(`0x${payload.signature.slice(66, 130)}`)).toString(16).padStart(64, "0");
    const v = payload.signature.endsWith("1b") ? "1c" : "1b";
    const other = `${payload.signature.slice(0, 66)}${s}${v}`;
    await expect(world().signer({ ...payload, signature: other })).rejects.toMatchObject(mismatch);
  });

  test("behavior: a contract signs on the vault's chain, its caller counted first", async () => {
    const payload = { ...(await signed({}, "eip155:42161")), signature: "0x1234" as Hex };
    const hash = hashMessage(createSIWxMessage(payload as never, payload.address));
    const good = world({ chainId: 42161, hash });
    expect(await good.signer(payload, 42161)).toMatchObject({
      address: account.address.toLowerCase(),
    });
    expect([good.asked, good.counted()]).toEqual([[42161], 1]);
    // What one chain said is remembered for a minute, and is no word of another chain's.
    await expect(good.signer(payload, 8453)).rejects.toMatchObject(mismatch);
    // The same address on another chain may be somebody else's contract.
    const foreign = world({ chainId: 42161, hash });
    await expect(foreign.signer(payload, 8453)).rejects.toMatchObject(mismatch);
    expect([foreign.asked, foreign.counted()]).toEqual([[], 0]);
    await expect(world().signer(payload, 42161)).rejects.toMatchObject(mismatch);
  });
});
