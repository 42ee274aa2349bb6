import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyWebhook } from "../../../src/client/verify-webhook.ts";
import { signWebhook } from "../../../src/webhooks/deliver-webhooks.ts";

const SECRET = `whsec_${"5f".repeat(32)}`;
const NOW_MS = 1_795_000_000_500;
const BODY = '{"kind":"webhook_ping","id":"webhook:wh_1:ping:1795000000000","name":"ünï ✅"}';
const ID = "webhook:wh_1:ping:1795000000000";
/** By Node's own HMAC. */
const macOf = (seconds: number | string, body = BODY, secret = SECRET) =>
  createHmac("sha256", secret).update(`${seconds}.${body}`, "utf8").digest("hex");
const headersOf = (signature: string, id = ID) => ({
  "x-webhook-signature": signature,
  "x-webhook-id": id,
});
const at = (seconds: number) => headersOf(`t=${seconds},v1=${macOf(seconds)}`);

test("behavior: a delivery is signed as another HMAC-SHA256 implementation does", async () => {
  expect(await signWebhook(SECRET, { id: ID, body: BODY, nowMs: NOW_MS })).toEqual({
    "content-type": "application/json",
    "user-agent": "webhooks/1",
    "x-webhook-id": ID,
    "x-webhook-signature": `t=1795000000,v1=${macOf(1_795_000_000)}`,
  });
});

test("behavior: what is signed verifies, with Headers and with Node's plain object", async () => {
  const signed = await signWebhook(SECRET, { id: ID, body: BODY, nowMs: NOW_MS });
  for (const headers of [signed, new Headers(signed)])
    expect(await verifyWebhook({ secret: SECRET, headers, body: BODY, nowMs: NOW_MS })).toEqual({
      ok: true,
      event: JSON.parse(BODY),
    });
});

test("error: outside five minutes nothing is believed, inside everything signed is", async () => {
  const verify = (seconds: number, toleranceSec?: number) =>
    verifyWebhook({
      ...{ secret: SECRET, headers: at(seconds), body: BODY, nowMs: 1_795_000_000_000 },
      ...(toleranceSec !== undefined && { toleranceSec }),
    });
  expect(await verify(1_795_000_000 - 300)).toMatchObject({ ok: true });
  expect(await verify(1_795_000_000 - 301)).toEqual({ ok: false, reason: "too_old" });
  expect(await verify(1_795_000_000 + 300)).toMatchObject({ ok: true });
  expect(await verify(1_795_000_000 + 301)).toEqual({ ok: false, reason: "in_future" });
  expect(await verify(1_795_000_000 - 20, 10)).toEqual({ ok: false, reason: "too_old" });
});

test("error: another secret, body, time, id or form is refused with its reason", async () => {
  const verify = (headers: Record<string, string>, body = BODY) =>
    verifyWebhook({ secret: SECRET, headers, body, nowMs: NOW_MS });
  const good = `t=1795000000,v1=${macOf(1_795_000_000)}`;
  const wrong = { ok: false, reason: "wrong_signature" };
  expect(
    await verify(headersOf(`t=1795000000,v1=${macOf(1_795_000_000, BODY, `${SECRET}0`)}`)),
  ).toEqual(wrong);
  expect(await verify(headersOf(good), `${BODY} `)).toEqual(wrong);
  expect(await verify(headersOf(good.replace("t=1795000000", "t=1795000001")))).toEqual(wrong);
  expect(await verify(headersOf(good, "webhook:wh_1:ping:1"))).toEqual({
    ok: false,
    reason: "wrong_id",
  });
  const malformed = { ok: false, reason: "malformed" };
  for (const signature of [
    ...[
      "",
      "t=1795000000",
      "v1=00",
      good.toUpperCase(),
      `${good},v1=00`,
      ` ${good}`,
      good.slice(0, -1),
      `${good}0`,
    ],
    ...[
      good.replace("t=", "t=-"),
      good.replace("t=1795000000", "t="),
      good.replace(",", ", "),
      good.replace("v1", "v2"),
    ],
  ])
    expect([signature, await verify(headersOf(signature))]).toEqual([signature, malformed]);
  expect(await verify({})).toEqual(malformed);
  const text = macOf(1_795_000_000, "no json");
  expect(await verify(headersOf(`t=1795000000,v1=${text}`), "no json")).toEqual(malformed);
});

test("error: no other signature than the right one is believed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[0-9a-f]{64}$/), async (mac) => {
      fc.pre(mac !== macOf(1_795_000_000));
      const headers = headersOf(`t=1795000000,v1=${mac}`);
      expect(await verifyWebhook({ secret: SECRET, headers, body: BODY, nowMs: NOW_MS })).toEqual({
        ok: false,
        reason: "wrong_signature",
      });
    }),
    { numRuns: 200 },
  );
});
