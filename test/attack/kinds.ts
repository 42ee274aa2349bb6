import { randomBytes } from "node:crypto";
import { createSIWxPayload, encodeSIWxHeader } from "@x402/extensions/sign-in-with-x";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { actionMessage, boundMessage, signOperator } from "../support/sign-operator.ts";
import { type AttackRequest, type AttackWorld, paymentFor } from "./attack-world.ts";
import type { Ceiling } from "./ceilings.ts";
import { CEILINGS } from "./ceilings.ts";

/**
 * A kind of request that a stranger without money can send: made anew for every request, and what
 * all of them may cause.
 */
export type Kind = {
  name: string;
  prepare(world: AttackWorld): Promise<(n: number) => Promise<AttackRequest>>;
  ceiling: Ceiling;
};

const QUOTE = "/api/quote?sell=USDC&buy=ETH&amount=100&chain=base";
const LIST = "/api/tools?toolName=list_twap_orders";
const address = (): Hex => `0x${randomBytes(20).toString("hex")}`;
/** As the 402 of the route says it. */
const SIGN_IN_STATEMENT =
  "Sign in as the owner of a vault, for its quotes. This moves nothing and costs nothing.";
const SIGNATURE: Hex = `0x${"12".repeat(64)}1b`;
const WRAPPED: Hex = `0x${"ab".repeat(96)}${"6492".repeat(16)}`;

const plain = (name: string, ceiling: Ceiling, make: (n: number) => AttackRequest): Kind => ({
  name,
  ceiling,
  prepare: async () => async (n) => make(n),
});
const json = (body: unknown) => JSON.stringify(body);
const post = (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): AttackRequest => ({
  ...{ method: "POST", path, body: typeof body === "string" ? body : json(body) },
  headers: { "content-type": "application/json", ...headers },
});

/** A quote that is paid for with this, by a key of its own every time. */
const paying = (
  name: string,
  ceiling: Ceiling,
  options: {
    more?: (nowSec: bigint, n: number) => object;
    spoil?: (payload: any) => void;
    key?: Hex;
    request?: AttackRequest;
  },
): Kind => ({
  name,
  ceiling,
  prepare: async (world) => {
    const { more = () => ({}), spoil, key, request = { method: "GET", path: QUOTE } } = options;
    const terms = await world.terms(request);
    const nowSec = BigInt(Math.floor(world.nowMs / 1_000));
    const sign = async (n: number) => {
      const version = n % 2 === 0 ? 1 : 2;
      const authorization = more(nowSec, n);
      return (
        await paymentFor(world, terms, key ?? generatePrivateKey(), { version, authorization })
      ).payload;
    };
    // What is spoilt afterwards needs no signature of its own.
    const spoilt = spoil === undefined ? [] : await Promise.all([sign(0), sign(1)]);
    const payloadOf = async (n: number): Promise<unknown> => {
      const payload = structuredClone(spoilt[n % 2]) as any;
      if (payload === undefined) return sign(n);
      payload.payload.authorization.nonce = `0x${randomBytes(32).toString("hex")}`;
      spoil?.(payload.payload);
      return payload;
    };
    return async (n) => {
      const header = await once(`${name} ${n}`, async () =>
        Buffer.from(json(await payloadOf(n))).toString("base64"),
      );
      return {
        ...request,
        headers: { ...request.headers, [n % 3 === 0 ? "x-payment" : "payment-signature"]: header },
      };
    };
  },
});

/**
 * What was made for one source is as good for the next: each has a service of its own, at the same
 * moment.
 */
const MADE = new Map<string, Promise<unknown>>();
function once<T>(name: string, make: () => Promise<T>): Promise<T> {
  const made = MADE.get(name) ?? make();
  MADE.set(name, made);
  // Safe: a name is made by one caller only.
  return made as Promise<T>;
}

/** Operator credentials of somebody who owns nothing. */
const ownSignature = async (world: AttackWorld) => {
  const { operatorAddress, authSignature, authTimestamp } = await signOperator(
    generatePrivateKey(),
    boundMessage(world.nowMs),
    world.nowMs,
  );
  return { operatorAddress, authSignature, authTimestamp };
};
/** A fresh one of theirs, for a vault that is somebody else's. */
const ownAction = (action: string) => async (world: AttackWorld) => {
  const vaultAddress = address();
  const message = actionMessage(world.nowMs, action, 8453, vaultAddress);
  return { vaultAddress, ...(await signOperator(generatePrivateKey(), message, world.nowMs)) };
};
const forged = (world: AttackWorld) => ({
  ...{ operatorAddress: address(), authSignature: SIGNATURE, authTimestamp: world.nowMs },
});
const inHeaders = (auth: {
  operatorAddress: string;
  authSignature: string;
  authTimestamp: number;
}) => ({
  "x-operator-address": auth.operatorAddress,
  "x-auth-signature": auth.authSignature,
  "x-auth-timestamp": String(auth.authTimestamp),
});

type Credentials = Awaited<ReturnType<typeof ownSignature>>;
const claiming = (
  name: string,
  ceiling: Ceiling,
  credentials: (world: AttackWorld) => Credentials | Promise<Credentials>,
  make: (auth: Credentials, n: number) => AttackRequest,
): Kind => ({
  name,
  ceiling,
  prepare: async (world) => async (n) =>
    make(await once(`${name} ${n}`, async () => credentials(world)), n),
});

const session = (auth: Credentials): AttackRequest => ({
  method: "GET",
  path: `/api/quote/0x?sellToken=ETH&buyToken=USDC&sellAmount=1000&taker=${address()}&chainId=1`,
  headers: inHeaders(auth),
});
/**
 * By x402's own client, for a chain of the quote's or not; forged: of an address that did not sign
 * it.
 */
const signingIn = (name: string, isForged: boolean): Kind => ({
  name,
  ceiling: CEILINGS.session,
  prepare: async ({ nowMs }) => {
    const uri = "https://sextant.example/api/quote/0x";
    const info = {
      ...{
        domain: "sextant.example",
        uri,
        version: "1",
        type: "eip191" as const,
        statement: SIGN_IN_STATEMENT,
      },
      ...{ issuedAt: new Date(nowMs).toISOString(), resources: [uri] },
    };
    return async (n) => {
      const header = await once(`${name} ${n}`, async () => {
        const signer = privateKeyToAccount(generatePrivateKey());
        const nonce = randomBytes(16).toString("hex");
        const payload = isForged
          ? { ...info, chainId: "eip155:1", nonce, address: address(), signature: SIGNATURE }
          : await createSIWxPayload({ ...info, chainId: "eip155:8453", nonce }, signer, uri);
        return encodeSIWxHeader(payload);
      });
      const path = `/api/quote/0x?sellToken=ETH&buyToken=USDC&sellAmount=1000&taker=${address()}&chainId=1`;
      return { method: "GET", path, headers: { "sign-in-with-x": header } };
    };
  },
});
const slippage = (auth: Credentials, n: number): AttackRequest =>
  post(
    "/api/settings/slippage",
    { slippage: "1%", vaultAddress: address(), chainId: 8453, ...auth },
    { "idempotency-key": `k-${n}` },
  );

export const KINDS: readonly Kind[] = [
  plain("no payment", CEILINGS.nothing, () => ({ method: "GET", path: QUOTE })),
  plain("a payment that cannot be read", CEILINGS.nothing, (n) => ({
    ...{ method: "GET", path: QUOTE, headers: { "x-payment": n % 2 ? "e30=" : "rubbish" } },
  })),
  paying("signature empty", CEILINGS.forgedPayment, {
    spoil: (payload) => {
      payload.signature = "0x";
    },
  }),
  paying("signature of somebody else", CEILINGS.forgedPayment, {
    spoil: (payload) => {
      payload.authorization.from = address();
    },
  }),
  paying("signature wrapped (ERC-6492)", CEILINGS.wrappedPayment, {
    spoil: (payload) => {
      payload.signature = WRAPPED;
    },
  }),
  paying("signed, no funds, a key each", CEILINGS.unfunded, {}),
  paying("signed, no funds, one key", CEILINGS.unfunded, { key: generatePrivateKey() }),
  paying("signed, above the price", CEILINGS.readsOnly, { more: () => ({ value: 999_999n }) }),
  paying("signed, expired", CEILINGS.readsOnly, {
    more: (nowSec) => ({ validBefore: nowSec - 1n }),
  }),
  paying("signed, no funds, for a tool, with a forged operator", CEILINGS.unfundedAsking, {
    request: post(LIST, {
      arguments: {},
      vaultAddress: address(),
      operatorAddress: address(),
      authSignature: SIGNATURE,
      authTimestamp: 1_788_220_801_000,
    }),
  }),
  paying("signed, no funds, over MCP", CEILINGS.unfunded, {
    request: post("/mcp?pay=http", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "switch_chain", arguments: { chain: "base" } },
    }),
  }),
  {
    name: "one payment, spent, for other calls",
    ceiling: CEILINGS.spentPayment,
    prepare: async (world) => {
      const path = "/api/tools?toolName=switch_chain";
      const terms = await world.terms(post(path, {}));
      const { header } = await paymentFor(world, terms, generatePrivateKey());
      world.trust(true);
      const first = await world.send(
        post(path, { arguments: { chain: "base" } }, { "x-payment": header }),
        "192.0.2.1",
      );
      if (first.status !== 200)
        throw new Error(`the payment bought nothing: ${await first.text()}`);
      world.trust(false);
      return async (n) => post(path, { arguments: { chain: "base" }, n }, { "x-payment": header });
    },
  },
  claiming("session, signature forged", CEILINGS.session, forged, session),
  claiming("session, of no owner", CEILINGS.session, ownSignature, session),
  signingIn("sign-in, signature forged", true),
  signingIn("sign-in, of no owner", false),
  claiming("setting, signature forged", CEILINGS.claim, forged, slippage),
  claiming("setting, of no owner, a key each", CEILINGS.claim, ownSignature, slippage),
  claiming("delegation confirmed by no owner", CEILINGS.claim, ownSignature, (auth) =>
    post("/api/delegation/confirm", { vaultAddress: address(), chainId: 8453, ...auth }),
  ),
  claiming("unfreeze, signature forged", CEILINGS.claim, forged, (auth) =>
    post("/api/vault/unfreeze", { vaultAddress: address(), chainId: 8453, ...auth }),
  ),
  claiming("pairing by no owner", CEILINGS.claim, ownAction("pair"), (auth) =>
    post("/api/telegram/pair", { chainId: 8453, ...auth }),
  ),
  claiming("execution mode read, signature forged", CEILINGS.claim, forged, (auth) => ({
    method: "GET",
    path: `/api/settings/exec-mode?vaultAddress=${address()}&chainId=8453&operatorAddress=${auth.operatorAddress}&authSignature=${auth.authSignature}&authTimestamp=${auth.authTimestamp}`,
  })),
  claiming("audit log, signature forged", CEILINGS.claim, forged, (auth) => ({
    ...{ method: "GET", path: `/api/audit?vault=${address()}`, headers: inHeaders(auth) },
  })),
  plain("events of any vault", CEILINGS.free, () => ({
    method: "GET",
    path: `/api/strategy-events?vault=${address()}`,
  })),
  plain("a token of no grant, free and over MCP", CEILINGS.free, (n) => {
    const authorization = `Bearer sxg_${randomBytes(16).toString("hex")}_${randomBytes(32).toString("hex")}`;
    return n % 2
      ? { method: "GET", path: `/api/settings?vault=${address()}`, headers: { authorization } }
      : post("/mcp", { jsonrpc: "2.0", id: n, method: "tools/list" }, { authorization });
  }),
  paying("signed, no funds, with a token of no grant", CEILINGS.readsOnly, {
    request: post(
      LIST,
      { arguments: {}, vaultAddress: address() },
      { authorization: `Bearer sxg_${"0".repeat(32)}_${"0".repeat(64)}` },
    ),
  }),
  plain("a tool by GET, with a signature in the URL or the headers", CEILINGS.nothing, (n) => ({
    method: "GET",
    path: `/api/tools/call?toolName=build_vault_swap&vaultAddress=${address()}${n % 2 ? `&authSignature=${SIGNATURE}` : ""}`,
    headers:
      n % 2
        ? {}
        : {
            "x-operator-address": address(),
            "x-auth-signature": SIGNATURE,
            "x-auth-timestamp": "1",
          },
  })),
  plain("MCP: initialize and lists", CEILINGS.free, (n) =>
    post("/mcp", {
      jsonrpc: "2.0",
      id: n,
      ...(n % 2
        ? { method: "tools/list" }
        : { method: "initialize", params: { protocolVersion: "2025-06-18" } }),
    }),
  ),
  plain("MCP: answers with a made-up state", CEILINGS.nothing, (n) => ({
    ...post("/mcp", {
      ...{ jsonrpc: "2.0", id: n, method: "tools/call" },
      params: {
        ...{
          name: "build_vault_swap",
          arguments: {},
          requestState: `state${n}`,
          inputResponses: {},
        },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
    headers: {
      ...{
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "build_vault_swap",
      },
      ...{ "x-operator-address": address(), "x-auth-signature": "0x12", "x-auth-timestamp": "1" },
      "x-vault-address": address(),
    },
  })),
  plain("health", CEILINGS.health, () => ({ method: "GET", path: "/api/health" })),
  plain("documents", CEILINGS.nothing, (n) => ({
    ...{
      method: "GET",
      path:
        ["/openapi.json", "/docs", "/llms.txt", "/skill.md", "/.well-known/x402"][n % 5] ?? "/docs",
    },
  })),
  plain("webhook with a wrong secret", CEILINGS.nothing, () =>
    post(
      "/api/telegram/webhook",
      { update_id: 1 },
      { "x-telegram-bot-api-secret-token": "x".repeat(32) },
    ),
  ),
  plain("tick, shard or update with a bad signature", CEILINGS.nothing, (n) =>
    post(
      ["/api/internal/twap-tick", "/api/internal/twap-slices", "/api/internal/telegram-update"][
        n % 3
      ] ?? "",
      {},
      {
        "upstash-signature": "eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJVcHN0YXNoIn0.AAAA",
      },
    ),
  ),
  plain("preflights, unknown paths, wrong methods, too large a body", CEILINGS.nothing, (n) =>
    n % 4 === 0
      ? {
          method: "OPTIONS",
          path: QUOTE,
          headers: { origin: "https://a.example", "access-control-request-method": "GET" },
        }
      : n % 4 === 1
        ? { method: "GET", path: `/nothing/${n}` }
        : n % 4 === 2
          ? { method: "DELETE", path: "/api/quote" }
          : post("/api/tools?toolName=switch_chain", "x".repeat(256 * 1024 + 1)),
  ),
];
