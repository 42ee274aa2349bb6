import { expect, test } from "vitest";
import { createDnsResolver } from "../../../src/webhooks/create-dns-resolver.ts";
import { createWebhookPort } from "../../../src/webhooks/create-webhook-port.ts";
import { isPublicAddress } from "../../../src/webhooks/judge-webhook-url.ts";
import { ATTACK_URLS } from "./attack-urls.ts";

const NAME = "hooks.example.com";
const PUBLIC = ["93.184.215.14", "2606:4700:4700::1111"];

/**
 * A port whose every request is written down; `names` is what DNS answers, `status` what the
 * endpoint does.
 */
function setUp(
  names: Record<string, readonly string[] | Error> = { [NAME]: PUBLIC },
  status = 200,
) {
  const requests: { url: string; init: RequestInit }[] = [];
  const looked: string[] = [];
  const port = createWebhookPort({
    resolve: async (name) => {
      looked.push(name);
      const known = names[name] ?? [];
      if (known instanceof Error) throw known;
      return known;
    },
    fetch: async (url, init) => {
      requests.push({ url, init });
      return new Response(null, {
        status,
        headers: status === 302 ? { location: "https://127.0.0.1/" } : {},
      });
    },
    timeoutMs: 5_000,
    ownHost: "sextant.example.net",
    localOrigin: undefined,
  });
  return { port, requests, looked };
}

test("error: every spelling of no place for a webhook is refused, unresolved, unsent", async () => {
  expect(ATTACK_URLS.length).toBeGreaterThanOrEqual(60);
  const { port, requests, looked } = setUp(
    Object.fromEntries(ATTACK_URLS.map(([url]) => [url, PUBLIC])),
  );
  const passed: string[] = [];
  for (const [url, what] of ATTACK_URLS) {
    const admitted = await port.admit(url);
    const sent = await port.send(url, {}, "{}");
    const isRefused = !admitted.ok && admitted.code === "webhook_url_refused" && !sent.ok;
    if (!isRefused) passed.push(`${url} (${what})`);
  }
  expect(passed).toEqual([]);
  expect([looked, requests]).toEqual([[], []]);
});

test("error: a public name for any non-public address is refused, however written", async () => {
  const addresses = [
    ...[
      "127.0.0.1",
      "0.0.0.0",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "100.64.0.1",
      "100.127.255.255",
    ],
    ...[
      "169.254.169.254",
      "168.63.129.16",
      "192.0.0.192",
      "192.0.2.1",
      "192.88.99.1",
      "198.18.0.1",
      "198.19.255.255",
    ],
    ...[
      "198.51.100.1",
      "203.0.113.1",
      "224.0.0.1",
      "239.255.255.255",
      "240.0.0.1",
      "255.255.255.255",
    ],
    ...[
      "::1",
      "::",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::127.0.0.1",
      "64:ff9b::a00:1",
      "64:ff9b:1::1",
      "100::1",
    ],
    ...[
      "2001::1",
      "2001:1ff::1",
      "2001:db8::1",
      "2002:a00:1::",
      "3fff::1",
      "3fff:fff::1",
      "5f00::1",
      "fc00::1",
      "fd00:ec2::254",
    ],
    ...[
      "fe80::1",
      "fe80::1%eth0",
      "fec0::1",
      "ff02::1",
      "",
      "localhost",
      "127.1",
      "2130706433",
      "0x7f000001",
      "010.0.0.1",
      "1.2.3.4.5",
    ],
  ];
  for (const address of addresses) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
    const { port, requests } = setUp({ [NAME]: [...PUBLIC, address] });
    expect(await port.send(`https://${NAME}/`, {}, "{}")).toEqual({
      ok: false,
      reason: "not sent: private_address",
    });
    expect(await port.admit(`https://${NAME}/`)).toMatchObject({
      ok: false,
      details: { reason: "private_address" },
    });
    expect(requests).toEqual([]);
  }
});

test("behavior: the neighbours of those networks are public", () => {
  const addresses = [
    ...[
      "1.1.1.1",
      "9.255.255.255",
      "11.0.0.0",
      "100.63.255.255",
      "100.128.0.0",
      "126.255.255.255",
      "128.0.0.0",
    ],
    ...[
      "169.253.255.255",
      "169.255.0.0",
      "172.15.255.255",
      "172.32.0.0",
      "192.167.255.255",
      "192.169.0.0",
      "198.17.255.255",
    ],
    ...[
      "198.20.0.0",
      "223.255.255.255",
      "168.63.129.15",
      "168.63.129.17",
      "2001:200::1",
      "2001:4860:4860::8888",
    ],
    ...["2606:4700:4700::1111", "2a00:1450::1", "3ffe::1", "3fff:1000::1"],
  ];
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test("error: what cannot be looked up, or has no address, is not sent to", async () => {
  for (const [known, reason] of [
    [new Error("down"), "lookup_failed"],
    [[], "no_address"],
  ] as const) {
    const { port, requests } = setUp({ [NAME]: known });
    expect(await port.admit(`https://${NAME}/`)).toMatchObject({ ok: false, details: { reason } });
    expect(await port.send(`https://${NAME}/`, {}, "{}")).toEqual({
      ok: false,
      reason: `not sent: ${reason}`,
    });
    expect(requests).toEqual([]);
  }
});

test("behavior: names are looked up before each delivery; one gone private gets none", async () => {
  const names: Record<string, readonly string[]> = { [NAME]: PUBLIC };
  const { port, requests, looked } = setUp(names);
  expect(await port.admit(`https://${NAME}/in`)).toEqual({ ok: true, value: `https://${NAME}/in` });
  expect(await port.send(`https://${NAME}/in`, {}, "{}")).toEqual({ ok: true });
  names[NAME] = ["10.0.0.7"];
  expect(await port.send(`https://${NAME}/in`, {}, "{}")).toEqual({
    ok: false,
    reason: "not sent: private_address",
  });
  expect([looked.length, requests.length]).toEqual([3, 1]);
});

test("behavior: a delivery is one POST that follows nothing; only 2xx takes it", async () => {
  for (const [status, outcome] of [
    [200, { ok: true }],
    [204, { ok: true }],
    [302, { ok: false, reason: "answered 302" }],
    [307, { ok: false, reason: "answered 307" }],
    [400, { ok: false, reason: "answered 400" }],
    [500, { ok: false, reason: "answered 500" }],
  ] as const) {
    const { port, requests } = setUp(undefined, status);
    expect(await port.send(`https://${NAME}/x?y=1`, { "x-webhook-id": "a" }, '{"a":1}')).toEqual(
      outcome,
    );
    expect(requests.map(({ url, init }) => [url, init.method, init.redirect, init.body])).toEqual([
      [`https://${NAME}/x?y=1`, "POST", "manual", '{"a":1}'],
    ]);
  }
});

test("behavior: one loopback origin passes where the stack names it, and no other", async () => {
  const admit = (localOrigin: string | undefined) =>
    createWebhookPort({
      ...{
        resolve: async () => [],
        fetch: async () => new Response(),
        timeoutMs: 5_000,
        ownHost: undefined,
        localOrigin,
      },
    }).admit;
  expect(await admit("http://127.0.0.1:4000")("http://127.0.0.1:4000/in")).toMatchObject({
    ok: true,
  });
  for (const [origin, url] of [
    [undefined, "http://127.0.0.1:4000/in"],
    ["http://127.0.0.1:4000", "http://127.0.0.1:4001/in"],
    ["http://127.0.0.1:4000", "https://127.0.0.1:4000/in"],
    ["http://127.0.0.1:4000", "http://localhost:4000/in"],
    ["http://127.0.0.1:4000", "http://a:b@127.0.0.1:4000/in"],
  ] as const)
    expect(await admit(origin)(url)).toMatchObject({ ok: false });
});

test("behavior: the resolver asks for A and AAAA and takes nothing but whole answers", async () => {
  const ask = async (answers: Record<string, unknown>, status = 200) => {
    const urls: string[] = [];
    const resolve = createDnsResolver({
      baseUrl: "https://dns.example.net/dns-query",
      fetch: async (url, init) => {
        urls.push(`${url} ${new Headers(init.headers).get("accept")} ${init.redirect}`);
        const type = new URL(url).searchParams.get("type") ?? "";
        return Response.json(answers[type] ?? { Status: 0 }, { status });
      },
    });
    return {
      urls,
      addresses: await resolve(NAME, new AbortController().signal).catch(() => "unknown"),
    };
  };
  const cname = { name: NAME, type: 5, TTL: 1, data: "other.example.com." };
  const a = { name: "other.example.com", type: 1, TTL: 1, data: "93.184.215.14" };
  const aaaa = { name: "other.example.com", type: 28, TTL: 1, data: "2606:4700::1" };
  const whole = {
    A: { Status: 0, Answer: [cname, a] },
    AAAA: { Status: 0, Answer: [cname, aaaa] },
  };
  const base = `https://dns.example.net/dns-query?name=${NAME}`;
  expect(await ask(whole)).toEqual({
    urls: [
      `${base}&type=A application/dns-json manual`,
      `${base}&type=AAAA application/dns-json manual`,
    ],
    addresses: ["93.184.215.14", "2606:4700::1"],
  });
  expect((await ask({ A: { Status: 3 }, AAAA: { Status: 3 } })).addresses).toEqual([]);
  expect((await ask({ ...whole, AAAA: { Status: 2 } })).addresses).toBe("unknown");
  expect((await ask({ ...whole, AAAA: { Status: 0, TC: true } })).addresses).toBe("unknown");
  expect((await ask({ ...whole, A: { Answer: [a] } })).addresses).toBe("unknown");
  expect((await ask(whole, 500)).addresses).toBe("unknown");
  expect((await ask(whole, 302)).addresses).toBe("unknown");
});
