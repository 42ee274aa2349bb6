import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { verifyScheduleSignature } from "../../../src/auth/verify-schedule-signature.ts";
import { parseEnv } from "../../../src/env.ts";

const CURRENT = "sig_current_key_of_the_schedule";
const NEXT = "sig_next_key_of_the_schedule";
const BASE = "https://sextant.example";
const PATH = "/api/internal/twap-tick";
const BODY = '{"n":1}';
const env = parseEnv({
  QSTASH_CURRENT_SIGNING_KEY: CURRENT,
  QSTASH_NEXT_SIGNING_KEY: NEXT,
  PUBLIC_BASE_URL: BASE,
});

type Changes = {
  key?: string;
  header?: object;
  claims?: Record<string, unknown>;
  without?: string[];
  hash?: "sha256" | "sha384";
};

/** A JWT by node:crypto alone, with the claims of upstash.com/docs/qstash/howto/signature. */
function tokenOf({
  key = CURRENT,
  header = {},
  claims = {},
  without = [],
  hash = "sha256",
}: Changes = {}): string {
  const nowSec = Math.floor(Date.now() / 1_000);
  const payload: Record<string, unknown> = {
    iss: "Upstash",
    sub: BASE + PATH,
    iat: nowSec,
    nbf: nowSec,
    exp: nowSec + 300,
    jti: "jwt_1",
    body: createHash("sha256").update(BODY).digest("base64url"),
    ...claims,
  };
  for (const name of without) delete payload[name];
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT", ...header })}.${part(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest("base64url")}`;
}

const verify = (token: string | null, bodyText = BODY, path = PATH) =>
  verifyScheduleSignature(
    env,
    {
      url: BASE + PATH,
      headers: new Headers(token === null ? {} : { "upstash-signature": token }),
      bodyText,
    },
    path,
  );
const nowSec = () => Math.floor(Date.now() / 1_000);

describe("accepted", () => {
  test("default: the current key, and the delivery's id comes back", async () => {
    expect(await verify(tokenOf())).toEqual({ jti: "jwt_1" });
  });

  test("behavior: the next key too, so that keys can be rolled", async () => {
    expect(await verify(tokenOf({ key: NEXT, claims: { jti: "jwt_2" } }))).toEqual({
      jti: "jwt_2",
    });
  });

  test("behavior: a body hash with padding, as QStash once wrote it", async () => {
    const padded = createHash("sha256")
      .update(BODY)
      .digest("base64")
      .replaceAll("+", "-")
      .replaceAll("/", "_");
    expect(padded).toMatch(/=$/);
    expect(await verify(tokenOf({ claims: { body: padded } }))).toEqual({ jti: "jwt_1" });
  });

  test("behavior: 5 seconds of clock difference", async () => {
    expect(await verify(tokenOf({ claims: { exp: nowSec() - 2 } }))).toEqual({ jti: "jwt_1" });
    expect(await verify(tokenOf({ claims: { nbf: nowSec() + 3 } }))).toEqual({ jti: "jwt_1" });
  });
});

describe("refused with unauthorized", () => {
  const other = createHash("sha256").update("other").digest("base64url");
  const cases: [string, () => string | null][] = [
    ["no signature", () => null],
    ["an empty one", () => ""],
    ["something that is no token", () => "a.b.c"],
    ["another key", () => tokenOf({ key: "sig_of_somebody" })],
    ["no key", () => tokenOf({ key: "" })],
    [
      "alg none",
      () =>
        `${tokenOf({ header: { alg: "none" } })
          .split(".")
          .slice(0, 2)
          .join(".")}.`,
    ],
    ["alg none that kept its signature", () => tokenOf({ header: { alg: "none" } })],
    ["a good HS384 signature", () => tokenOf({ header: { alg: "HS384" }, hash: "sha384" })],
    ["RS256 by name", () => tokenOf({ header: { alg: "RS256" } })],
    ["a critical extension", () => tokenOf({ header: { crit: ["exp"] } })],
    ["another issuer", () => tokenOf({ claims: { iss: "upstash" } })],
    ["no issuer", () => tokenOf({ without: ["iss"] })],
    ["another URL", () => tokenOf({ claims: { sub: `${BASE}/api/internal/other` } })],
    ["another host", () => tokenOf({ claims: { sub: `https://evil.example${PATH}` } })],
    ["the URL with a query", () => tokenOf({ claims: { sub: `${BASE}${PATH}?x=1` } })],
    ["no URL", () => tokenOf({ without: ["sub"] })],
    ["expired by more than the tolerance", () => tokenOf({ claims: { exp: nowSec() - 6 } })],
    ["no expiry", () => tokenOf({ without: ["exp"] })],
    ["an expiry that is text", () => tokenOf({ claims: { exp: "2099-01-01" } })],
    ["not valid yet", () => tokenOf({ claims: { nbf: nowSec() + 60 } })],
    ["no id", () => tokenOf({ without: ["jti"] })],
    ["an empty id", () => tokenOf({ claims: { jti: "" } })],
    ["an id that is a number", () => tokenOf({ claims: { jti: 7 } })],
    ["no body hash", () => tokenOf({ without: ["body"] })],
    ["an empty body hash", () => tokenOf({ claims: { body: "" } })],
    ["the hash of another body", () => tokenOf({ claims: { body: other } })],
    ["a body hash that is a list", () => tokenOf({ claims: { body: [other] } })],
  ];
  test.each(cases)("error: %s", async (_what, token) => {
    await expect(verify(token())).rejects.toMatchObject({ code: "unauthorized", status: 401 });
  });

  test("error: a good token over a changed body, or at another path", async () => {
    await expect(verify(tokenOf(), `${BODY} `)).rejects.toMatchObject({ code: "unauthorized" });
    await expect(verify(tokenOf(), "")).rejects.toMatchObject({ code: "unauthorized" });
    await expect(verify(tokenOf(), BODY, "/api/internal/twap-slices")).rejects.toMatchObject({
      code: "unauthorized",
    });
  });

  test("error: every reason has one answer: nothing tells how near a forgery came", async () => {
    const messages = await Promise.all(
      cases.map(([, token]) => verify(token()).catch((error: Error) => error.message)),
    );
    expect(new Set(messages).size).toBe(1);
  });
});

test.each(["QSTASH_CURRENT_SIGNING_KEY", "QSTASH_NEXT_SIGNING_KEY", "PUBLIC_BASE_URL"])(
  "error: without %s nothing is accepted: not_configured",
  async (name) => {
    const bindings = {
      QSTASH_CURRENT_SIGNING_KEY: CURRENT,
      QSTASH_NEXT_SIGNING_KEY: NEXT,
      PUBLIC_BASE_URL: BASE,
    };
    const raw = {
      url: "",
      headers: new Headers({ "upstash-signature": tokenOf() }),
      bodyText: BODY,
    };
    const missing = parseEnv({ ...bindings, [name]: "" });
    await expect(verifyScheduleSignature(missing, raw, PATH)).rejects.toMatchObject({
      code: "not_configured",
    });
  },
);
