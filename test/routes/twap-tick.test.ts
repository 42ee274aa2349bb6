import { createHash, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import { rawRequest } from "../support/raw-request.ts";
import { type Answer, startTestStack, type TestStack } from "../support/test-stack.ts";

const TICK = "/api/internal/twap-tick";
const SHARD = "/api/internal/twap-slices";
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.stop());

type Claims = Record<string, unknown>;
type Forgery = {
  path?: string;
  claims?: (good: Claims) => Claims;
  header?: { alg: string; typ?: string };
  key?: string;
  /** What is sent, when it is not what was signed. */
  sent?: string;
};
/** A shard's; what stands in a tick's means nothing. */
const BODY = '{"chainIds":[8453],"shard":0,"tick":1790000000000}';
const secret = (text: string) => new TextEncoder().encode(text);
const nowSec = () => Math.floor(Date.now() / 1000);
const b64 = (text: string) => Buffer.from(text).toString("base64url");

/** The token as the schedule's documentation describes it; each forgery changes one thing of it. */
async function token({
  path = TICK,
  claims = (good) => good,
  header = { alg: "HS256", typ: "JWT" },
  key,
}: Forgery = {}): Promise<string> {
  const payload = claims({
    iss: "Upstash",
    sub: stack.stack.baseUrl + path,
    iat: nowSec(),
    nbf: nowSec(),
    exp: nowSec() + 300,
    jti: `jwt_${randomUUID()}`,
    body: createHash("sha256").update(BODY).digest("base64url"),
  });
  return new SignJWT(payload)
    .setProtectedHeader(header)
    .sign(secret(key ?? stack.stack.manifest.qstash.currentSigningKey));
}

const deliver = (signature: string | undefined, body = BODY, path = TICK): Promise<Answer> =>
  rawRequest(stack.stack.baseUrl, {
    method: "POST",
    path,
    body,
    headers: {
      "content-type": "application/json",
      ...(signature !== undefined && { "upstash-signature": signature }),
    },
  });

const RAN = {
  duplicate: false,
  resolved: 0,
  slices: 0,
  executed: 0,
  failed: 0,
  pending: 0,
  skipped: 0,
  shards: 0,
  more: false,
};

const without =
  (name: string) =>
  ({ [name]: _, ...rest }: Claims): Claims =>
    rest;
const forgeries: [string, Forgery][] = [
  ["another key", { key: "sig_another" }],
  ["an empty body hash", { claims: (good) => ({ ...good, body: "" }) }],
  [
    "another body's hash",
    {
      claims: (good) => ({ ...good, body: createHash("sha256").update("{}").digest("base64url") }),
    },
  ],
  ["no body hash", { claims: without("body") }],
  ["a body hash that is a list", { claims: (good) => ({ ...good, body: [good.body] }) }],
  ["another body than was signed", { sent: BODY.replace('"shard":0', '"shard":1') }],
  ["the body with a space more", { sent: `${BODY} ` }],
  ["an empty body", { sent: "" }],
  [
    "another url",
    { claims: (good) => ({ ...good, sub: "https://evil.example/api/internal/twap-tick" }) },
  ],
  [
    "another path of the same host",
    { claims: (good) => ({ ...good, sub: String(good.sub).replace(/\/api\/.*/, "/api/tools") }) },
  ],
  ["the url with a slash more", { claims: (good) => ({ ...good, sub: `${good.sub}/` }) }],
  ["the url with a query", { claims: (good) => ({ ...good, sub: `${good.sub}?x=1` }) }],
  ["no url", { claims: without("sub") }],
  [
    "an expiry in the past",
    {
      claims: (good) => ({
        ...good,
        iat: nowSec() - 600,
        nbf: nowSec() - 600,
        exp: nowSec() - 300,
      }),
    },
  ],
  ["an expiry beyond the tolerance of 5 s", { claims: (good) => ({ ...good, exp: nowSec() - 7 }) }],
  ["no expiry", { claims: without("exp") }],
  ["an expiry in text", { claims: (good) => ({ ...good, exp: String(good.exp) }) }],
  ["a start in the future", { claims: (good) => ({ ...good, nbf: nowSec() + 60 }) }],
  ["no jti", { claims: without("jti") }],
  ["an empty jti", { claims: (good) => ({ ...good, jti: "" }) }],
  ["a jti that is a number", { claims: (good) => ({ ...good, jti: 7 }) }],
  ["another issuer", { claims: (good) => ({ ...good, iss: "upstash" }) }],
  ["no issuer", { claims: without("iss") }],
  ["HS512 with the right key", { header: { alg: "HS512", typ: "JWT" } }],
  ["HS384 with the right key", { header: { alg: "HS384", typ: "JWT" } }],
];

describe.each([TICK, SHARD])("%s", (path) => {
  test.each(forgeries)("error: %s is 401 and runs nothing", async (_name, forgery) => {
    stack.proxies.redis.reset();
    const { currentSigningKey } = stack.stack.manifest.qstash;
    // HS512 wants a longer key than the stack's: the signature is made by the same bytes all the
    // same.
    const answer = await deliver(
      await token({ path, key: currentSigningKey, ...forgery }),
      forgery.sent,
      path,
    );
    expect(expectRefusal(answer)).toBe("401 unauthorized");
    expect(stack.proxies.redis.log()).toEqual([]);
  });

  test("error: no token, garbage, one unsigned or with exchanged parts is 401", async () => {
    const good = await token({ path });
    const other = await token({ path });
    const [header = "", payload = "", signature = ""] = good.split(".");
    const none = b64('{"alg":"none","typ":"JWT"}');
    const bad = [
      ...[
        undefined,
        "",
        " ",
        "garbage",
        "a.b.c",
        "..",
        "null",
        "x".repeat(8_000),
        `Bearer ${good}`,
      ],
      ...[
        `${none}.${payload}.`,
        `${none}.${payload}`,
        `${none}.${payload}.${signature}`,
        `${b64('{"alg":"None"}')}.${payload}.`,
      ],
      ...[
        `${header}.${payload}.`,
        `${header}.${payload}`,
        `${header}.${payload}.${signature.slice(0, -2)}`,
      ],
      ...[
        `${header}.${payload}.${other.split(".")[2]}`,
        `${header}.${other.split(".")[1]}.${signature}`,
      ],
      ...[
        `${b64('{"alg":"HS256","crit":["x"],"x":1}')}.${payload}.${signature}`,
        `${b64("{}")}.${payload}.${signature}`,
      ],
    ];
    stack.proxies.redis.reset();
    for (const one of bad)
      expect([one?.slice(0, 60), expectRefusal(await deliver(one, BODY, path))]).toEqual([
        one?.slice(0, 60),
        "401 unauthorized",
      ]);
    expect(stack.proxies.redis.log()).toEqual([]);
  });

  test("behavior: a signature in another header, the query or for GET opens nothing", async () => {
    const good = await token({ path });
    for (const headers of [{ authorization: `Bearer ${good}` }, { "x-upstash-signature": good }]) {
      expect(
        expectRefusal(
          await rawRequest(stack.stack.baseUrl, { method: "POST", path, body: BODY, headers }),
        ),
      ).toBe("401 unauthorized");
    }
    const get = { method: "GET", path, headers: { "upstash-signature": good } };
    expect(expectRefusal(await rawRequest(stack.stack.baseUrl, get))).toBe(
      "405 method_not_allowed",
    );
  });

  // The last one: a shard asks for webhooks that are due after its answer, which would stand in the
  // log of the next test.
  test("default: a delivery signed by the current or the next key runs what is due", async () => {
    const { currentSigningKey, nextSigningKey } = stack.stack.manifest.qstash;
    for (const key of [currentSigningKey, nextSigningKey]) {
      const answer = await deliver(await token({ path, key }), BODY, path);
      expect([answer.status, answer.body]).toEqual([200, RAN]);
    }
  });
});

test("error: what was signed for one of the two endpoints does not open the other", async () => {
  expect(expectRefusal(await deliver(await token({ path: TICK }), BODY, SHARD))).toBe(
    "401 unauthorized",
  );
  expect(expectRefusal(await deliver(await token({ path: SHARD }), BODY, TICK))).toBe(
    "401 unauthorized",
  );
});

test("error: a signed shard of no known chain, number or time is 400, runs nothing", async () => {
  const wrongChains = [undefined, 8453, [], [5], ["8453"], Array(9).fill(8453)];
  const bodies = [{}, ...wrongChains.map((chainIds) => ({ chainIds, shard: 0, tick: 1 }))];
  const more = [
    { chainIds: [8453], shard: -1, tick: 1 },
    { chainIds: [8453], shard: 0 },
    { chainIds: [8453], shard: 0.5, tick: 1 },
  ];
  stack.proxies.redis.reset();
  for (const body of [...bodies, ...more].map((one) => JSON.stringify(one))) {
    const hash = createHash("sha256").update(body).digest("base64url");
    const signature = await token({ path: SHARD, claims: (good) => ({ ...good, body: hash }) });
    expect([body, expectRefusal(await deliver(signature, body, SHARD))]).toEqual([
      body,
      "400 invalid_request",
    ]);
  }
  expect(stack.proxies.redis.log()).toEqual([]);
});

test("behavior: a jti seen before is 200 with duplicate true and runs nothing", async () => {
  const vault = await stack.newVault();
  const order = {
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "200",
    sliceCount: 2,
    intervalMinutes: 5,
    dex: "uniswap",
  };
  const first = await token();
  const ran = await deliver(first);
  expect([ran.status, ran.body.duplicate]).toEqual([200, false]);
  // Only now is there work: the seen delivery must not do it.
  expect((await stack.tool(vault, "create_twap_order", order)).status).toBe(200);
  const { jti } = JSON.parse(Buffer.from(first.split(".")[1] ?? "", "base64url").toString("utf8"));
  const resigned = await token({
    claims: (good) => ({ ...good, jti }),
    key: stack.stack.manifest.qstash.nextSigningKey,
  });
  for (const again of [first, first, resigned]) {
    stack.proxies.rpc.reset();
    const answer = await deliver(again);
    expect([answer.status, answer.body]).toEqual([200, { ...RAN, duplicate: true }]);
    expect(stack.proxies.rpc.log()).toEqual([]);
  }
  const fresh = await deliver(await token());
  expect([fresh.status, fresh.body]).toEqual([200, { ...RAN, slices: 1, executed: 1 }]);
  const listed = await stack.tool(vault, "list_twap_orders");
  expect(listed.body.data.orders[0]).toMatchObject({ id: 1, slicesExecuted: 1 });
});

test("behavior: one delivery that arrives many times at once runs once", async () => {
  const vault = await stack.newVault();
  const order = {
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "200",
    sliceCount: 2,
    intervalMinutes: 5,
    dex: "uniswap",
  };
  expect((await stack.tool(vault, "create_twap_order", order)).status).toBe(200);
  const signature = await token();
  const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(signature)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(answers.filter(({ body }) => body.duplicate === false).length).toBe(1);
  const listed = await stack.tool(vault, "list_twap_orders");
  expect(listed.body.data.orders[0]).toMatchObject({ slicesExecuted: 1 });
});

test.each([TICK, SHARD])(
  "error: at %s the store down is 503, and the same delivery may come again",
  async (path) => {
    const signature = await token({ path });
    stack.proxies.redis.before(async () => ({ status: 500, headers: {}, body: "redis is down" }));
    const down = await deliver(signature, BODY, path);
    stack.proxies.redis.clearHooks();
    expect(expectRefusal(down)).toBe("503 store_unavailable");
    const again = await deliver(signature, BODY, path);
    expect([again.status, again.body.duplicate]).toEqual([200, false]);
  },
);

test("behavior: a shard runs what is due on its chain, once per delivery", async () => {
  const vault = await stack.newVault();
  const order = {
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "200",
    sliceCount: 2,
    intervalMinutes: 5,
    dex: "uniswap",
  };
  expect((await stack.tool(vault, "create_twap_order", order)).status).toBe(200);
  const elsewhere = BODY.replace("8453", "10");
  const hash = createHash("sha256").update(elsewhere).digest("base64url");
  const other = await token({ path: SHARD, claims: (good) => ({ ...good, body: hash }) });
  expect((await deliver(other, elsewhere, SHARD)).body).toEqual(RAN);
  const signature = await token({ path: SHARD });
  const ran = await deliver(signature, BODY, SHARD);
  expect([ran.status, ran.body]).toEqual([200, { ...RAN, slices: 1, executed: 1 }]);
  const again = await deliver(signature, BODY, SHARD);
  expect([again.status, again.body]).toEqual([200, { ...RAN, duplicate: true }]);
});
