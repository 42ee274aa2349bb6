import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../functions/routes.ts";
import { setWorkerClock } from "../../local/stack/set-worker-clock.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { turnTaker } from "../support/in-turn.ts";
import { isWholeRun } from "../support/is-whole-run.ts";
import { rawRequest } from "../support/raw-request.ts";
import { CREDENTIAL_FIELDS, type RouteTable, routeTables } from "../support/route-tables.ts";
import {
  type Answer,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../support/test-stack.ts";
import { encodeJson, raw, WRONG_TEXTS, WRONG_VALUES } from "../support/wrong-values.ts";

const LIMIT = 256 * 1024;
const SEED = 20_261_120;
const POSTS = routes.filter(({ method }) => method === "POST").map(({ path }) => path);
const ROUTES = routes.map(({ method, path }) => `${method} ${path}`);

let stack: TestStack;
let vault: TestVault;
let tables: Record<string, RouteTable>;
beforeAll(async () => {
  stack = await startTestStack({ messaging: "delivered" });
  // No order of the refusals below can be created: every request of this file is wrong but the
  // valid one of each route.
  vault = await stack.newVault();
  await stack.delegated(vault);
  tables = routeTables(stack, vault, await stack.credentials(vault.ownerKey)) as Record<
    string,
    RouteTable
  >;
});
afterAll(() => stack?.stop());

type Input = Record<string, unknown>;

function send(route: string, input: Input): Promise<Answer> {
  const [method = "", path = ""] = route.split(" ");
  if (method === "POST")
    return stack.call(method, path + (tables[route]?.query ?? ""), encodeJson(input));
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]) => [name, String(value)]),
  );
  return stack.call(method, `${path}?${query}`, undefined, tables[route]?.headers);
}

const sendRaw = async (
  method: string,
  path: string,
  body: Uint8Array | string,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const paid = { ...(await stack.payHeaders(method, path)), ...headers };
  return rawRequest(stack.stack.baseUrl, { method, path, body, headers: paid });
};

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
}

/** Every field meets a tenth of the wrong values of its kind, and ten fields all of them. */
const inTurn = turnTaker(10);
/** A part sends its wrong values to a quarter of the routes. */
const DRAWN = turnTaker(4)("routes", ROUTES);

const without = (input: Input, field: string): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name !== field));
const statusOf = (field: string) => (CREDENTIAL_FIELDS.includes(field) ? 401 : 400);
const show = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

test("behavior: every route has a table of bad input", () => {
  expect(Object.keys(tables).sort()).toEqual([...ROUTES].sort());
});

describe.each(ROUTES)("%s", (route) => {
  test("default: the request that the bad ones are made of is good itself", async () => {
    const table = tables[route]!;
    const answer = await send(route, table.valid);
    expect([answer.status, answer.status === 200 || answer.body]).toEqual([
      table.answers ?? 200,
      table.answers === undefined ? true : answer.body,
    ]);
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe.each(DRAWN)("%s", (route) => {
  test("error: a wrong value in one field is refused with a code", async () => {
    const { valid, fields } = tables[route]!;
    const values: Record<string, readonly unknown[]> = route.startsWith("GET")
      ? WRONG_TEXTS
      : WRONG_VALUES;
    const cases = Object.entries(fields).flatMap(([field, kind]) =>
      inTurn(kind, values[kind]!).map((value) => ({ field, kind, value })),
    );
    await each(cases, async ({ field, kind, value }) => {
      // A buyAmount is judged alone, not as one amount too many.
      const base = field === "buyAmount" ? without(valid, "sellAmount") : valid;
      const answer = await send(route, { ...base, [field]: value });
      const label = `${field} = ${show(value)}`;
      expectRefusal(answer, label);
      expect(answer.status, `${label}: ${JSON.stringify(answer.body)}`).toBe(statusOf(field));
      // An address that is none is called that, and a token by what was written.
      const isToken = kind === "token" && typeof value === "string" && value.trim() !== "";
      const names = [
        field,
        ...(["address", "token"].includes(kind) ? ["address"] : []),
        ...(isToken ? [value] : []),
      ];
      if (answer.status === 400)
        expect(
          names.filter((name) =>
            `${answer.body.message} ${answer.body.details?.field}`.includes(name),
          ),
          `${label}: ${answer.body.message}`,
        ).not.toEqual([]);
    });
  });

  test("error: a missing field is refused with a code", async () => {
    const { valid, required } = tables[route]!;
    await each(required, async (field) => {
      const answer = await send(route, without(valid, field));
      expectRefusal(answer, `without ${field}`);
      expect(answer.status, `without ${field}`).toBe(statusOf(field));
    });
  });

  test("error: a query parameter given twice is refused", async () => {
    const { valid, query = "", headers } = tables[route]!;
    const [method = "", path = ""] = route.split(" ");
    const name = method === "GET" ? (Object.keys(valid)[0] ?? "x") : "toolName";
    const answer =
      method === "GET"
        ? await stack.call(
            method,
            `${path}?${new URLSearchParams(valid as Record<string, string>)}&${name}=1&${name}=1`,
            undefined,
            headers,
          )
        : await stack.call(
            method,
            `${path}${query === "" ? "?toolName=x" : query}&toolName=switch_chain`,
            valid,
          );
    expect(expectRefusal(answer)).toBe("400 invalid_request");
  });

  test("error: nothing that chance makes of a field is a 500", async () => {
    const { valid, fields } = tables[route]!;
    const names = Object.keys(fields);
    if (names.length === 0) names.push("x");
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ maxLength: 200 }),
      digits,
    );
    const value = route.startsWith("GET")
      ? texts
      : fc.oneof(fc.jsonValue({ maxDepth: 3 }), texts, fc.double());
    const changes = fc.dictionary(
      fc.constantFrom(...names, "__proto__", "constructor", "toString"),
      value,
      {
        minKeys: 1,
        maxKeys: 3,
      },
    );
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const answer = await send(route, { ...valid, ...changed });
        if (answer.status === 200) return;
        expectRefusal(answer, show(changed));
        expect(answer.status).toBeLessThan(500);
      }),
      { seed: SEED, numRuns: isWholeRun ? 20 : 4 },
    );
    if (route === "POST /api/internal/local-clock")
      await setWorkerClock(stack.stack.baseUrl, stack.stack.nowMs());
  });
});

const digits = fc.bigInt({ min: -(10n ** 80n), max: 10n ** 80n }).map(String);

describe.each(turnTaker(4)("posts", POSTS))("POST %s", (path) => {
  const route = `POST ${path}`;

  test("error: a body that is no JSON object is refused", async () => {
    const { valid, query = "" } = tables[route]!;
    const good = encodeJson(valid);
    const notJson = [
      "{",
      "}",
      '{"a":}',
      "{'a':1}",
      `${good}x`,
      `${good}${good}`,
      good.slice(0, -1),
      "NaN",
      "undefined",
      "a=b",
      "<a/>",
      '{"a":NaN}',
      '{"a":1,}',
      "\u0000",
      '{"a":0x10}',
      '{"a":+1}',
      '{"a":01}',
      '"\ud800',
    ];
    if (good === "{}") notJson.splice(6, 1, "[");
    await each(notJson, async (text) => {
      expect(expectRefusal(await stack.call("POST", path + query, text), text.slice(0, 40))).toBe(
        "400 invalid_json",
      );
    });
    // A signed delivery has a raw body that only its signature speaks for.
    const isProved = /^\/api\/(internal\/(?!local-clock)|telegram\/webhook)/.test(path);
    const expected = isProved ? "401 unauthorized" : "400 invalid_request";
    await each(
      [
        "[]",
        "null",
        "1",
        '"text"',
        "true",
        "1e400",
        `[${good}]`,
        "[".repeat(10_000) + "]".repeat(10_000),
      ],
      async (text) => {
        expect(expectRefusal(await stack.call("POST", path + query, text), text.slice(0, 40))).toBe(
          expected,
        );
      },
    );
  });

  test("error: an empty body is read as no fields at all", async () => {
    const { query = "", required, answers = 400 } = tables[route]!;
    for (const text of ["", " ", "\n"]) {
      const answer = await stack.call("POST", path + query, text);
      expectRefusal(answer, show(text));
      expect(answer.status).toBe(required.length === 0 ? answers : 400);
    }
  });

  test("behavior: foreign, hostile and deeply nested fields change nothing", async () => {
    const { valid, query = "", answers = 200 } = tables[route]!;
    const deep = "[".repeat(10_000) + "]".repeat(10_000);
    const extras = [
      '"__proto__":{"x":1,"vaultAddress":"0x0"}',
      '"constructor":{"prototype":{"x":1}}',
      `"extra":${deep}`,
      '"toString":1',
      '"hasOwnProperty":null',
    ];
    for (const extra of extras) {
      if (TAKES_NO_OTHERS.includes(path)) continue;
      const text = `{${[encodeJson(valid).slice(1, -1), extra].filter((part) => part !== "").join(",")}}`;
      const answer = await stack.call("POST", path + query, text);
      expect([answer.status, extra.slice(0, 40)]).toEqual([answers, extra.slice(0, 40)]);
    }
  });

  test("error: bytes that are no UTF-8 are refused or read as marks, never a 500", async () => {
    const { query = "", valid } = tables[route]!;
    const field = Object.keys(valid)[0] ?? "a";
    const bodies = [
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.concat([
        Buffer.from(`{"${field}":"`),
        Buffer.from([0xc3, 0x28, 0xff]),
        Buffer.from('"}'),
      ]),
      Buffer.concat([Buffer.from("{"), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from("}")]),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("{}")]),
    ];
    for (const body of bodies) {
      expectRefusal(
        await sendRaw("POST", path + query, body, {
          "content-type": "application/json",
          "content-length": String(body.length),
        }),
      );
    }
  });

  test("error: exactly 256 KiB is read, one byte more is 413, length given or not", async () => {
    const { valid, query = "", answers = 200 } = tables[route]!;
    const full = encodeJson(valid).padEnd(LIMIT, " ");
    expect(Buffer.byteLength(full)).toBe(LIMIT);
    const chunked = { "transfer-encoding": "chunked" };
    for (const headers of [{}, chunked]) {
      expect(expectRefusal(await sendRaw("POST", path + query, `${full} `, headers))).toBe(
        "413 body_too_large",
      );
    }
    if (TAKES_NO_OTHERS.includes(path)) return;
    for (const headers of [{ "content-length": String(LIMIT) }, chunked]) {
      expect((await sendRaw("POST", path + query, full, headers)).status).toBe(answers);
    }
  });
});

test("error: a GET with a huge body is 413 first, a small one is not looked at", async () => {
  const path = `/api/strategy-events?vault=${vault.address}`;
  const huge = "x".repeat(LIMIT + 1);
  expect(
    expectRefusal(await sendRaw("GET", path, huge, { "content-length": String(huge.length) })),
  ).toBe("413 body_too_large");
  expect((await sendRaw("GET", path, "{not json", { "content-length": "9" })).status).toBe(200);
});

test("error: query strings that decode badly are refused or ignored, never a 500", async () => {
  for (const query of [
    "?vault=%",
    "?vault=%zz",
    "?vault=%ff%fe",
    "?%",
    "?&&&=",
    "?vault[]=1",
    "?vault.x=1",
    `?vault=${"a".repeat(8_000)}`,
    "?__proto__=1&constructor=2",
  ]) {
    expect(
      expectRefusal(await sendRaw("GET", `/api/strategy-events${query}`, ""), query.slice(0, 40)),
    ).toBe("400 invalid_request");
  }
});

test("error: both amounts or none, two chains, one token twice", async () => {
  const zerox = tables["GET /api/quote/0x"]!.valid;
  const uniswap = tables["POST /api/quote/uniswap"]!.valid;
  const order = tables["POST /api/tools/create_twap_order"]!.valid;
  const cases: [string, Input, string][] = [
    ["GET /api/quote/0x", { ...zerox, buyAmount: "1" }, "400 invalid_request"],
    ["GET /api/quote/0x", without(zerox, "sellAmount"), "400 invalid_request"],
    ["GET /api/quote/0x", { ...zerox, buyToken: "ETH" }, "400 same_token"],
    ["GET /api/quote", { sell: "eth", buy: "ETH", amount: "1" }, "400 same_token"],
    ["POST /api/quote/uniswap", { ...uniswap, tokenOut: `0x${"0".repeat(40)}` }, "400 same_token"],
    ["POST /api/quote/uniswap", { ...uniswap, tokenOutChainId: 1 }, "400 invalid_request"],
    ["POST /api/tools/create_twap_order", { ...order, buyToken: "usdc" }, "400 same_token"],
    ["POST /api/tools/create_twap_order", { ...order, sliceAmount: "1" }, "400 invalid_request"],
    [
      "POST /api/tools/create_twap_order",
      { ...order, sliceCount: undefined, durationMinutes: raw("1e400") },
      "400 invalid_request",
    ],
    [
      "POST /api/tools/create_twap_order",
      { ...order, totalAmount: "100.0000001" },
      "400 invalid_request",
    ],
  ];
  for (const [route, input, expected] of cases)
    expect([input, expectRefusal(await send(route, input))]).toEqual([input, expected]);
});

test("behavior: 78 digits may be asked for, and no venue's limits become a 5xx", async () => {
  const inputs: [string, Input][] = [
    ...(["1", "2", "9"] as const).flatMap((first): [string, Input][] => {
      const digits78 = first + "1".repeat(77);
      return [
        ["GET /api/quote/0x", { ...tables["GET /api/quote/0x"]!.valid, sellAmount: digits78 }],
        [
          "GET /api/quote/0x",
          { ...without(tables["GET /api/quote/0x"]!.valid, "sellAmount"), buyAmount: digits78 },
        ],
        [
          "POST /api/quote/uniswap",
          { ...tables["POST /api/quote/uniswap"]!.valid, amount: digits78 },
        ],
        [
          "POST /api/quote/uniswap",
          { ...tables["POST /api/quote/uniswap"]!.valid, type: "EXACT_OUTPUT", amount: digits78 },
        ],
        ["GET /api/quote", { sell: "ETH", buy: "USDC", amount: digits78 }],
        ["GET /api/quote", { sell: "ETH", buy: "USDC", amount: digits78.slice(0, 59) }],
        [
          "POST /api/tools/create_twap_order",
          { ...tables["POST /api/tools/create_twap_order"]!.valid, totalAmount: digits78 },
        ],
      ];
    }),
    ...[38, 39, 40].flatMap((length): [string, Input][] => [
      [
        "GET /api/quote/0x",
        { ...tables["GET /api/quote/0x"]!.valid, sellAmount: "9".repeat(length) },
      ],
      [
        "POST /api/quote/uniswap",
        { ...tables["POST /api/quote/uniswap"]!.valid, amount: "9".repeat(length) },
      ],
    ]),
  ];
  await each(inputs, async ([route, input]) => {
    const answer = await send(route, input);
    expectRefusal(answer, `${route} ${show(input)}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
  });
});

/** A field that they do not know is a 400 by itself (decision D11). */
const TAKES_NO_OTHERS = ["/api/tools/create_twap_order", "/api/grants", "/api/grants/token"];

describe("every tool's arguments", () => {
  const OTHERS: Record<string, unknown[]> = {
    string: [0, 1.5, true, null, [], {}],
    integer: ["1", 1.5, true, null, [], {}, raw("1e400"), -1, raw("9".repeat(78))],
    boolean: [0, "true", null, [], {}],
    array: ["x", 0, true, null, {}, [0], [null]],
    object: ["x", 0, true, null, [], { other: "1" }],
  };

  test("error: wrong type or missing argument is 400, naming it, before credentials", async () => {
    const { tools } = (await stack.call("GET", "/api/tools")).body;
    const cases = tools.flatMap(
      ({ name, parameters, example }: { name: string; parameters: any; example: Input }) => {
        const properties = Object.entries<any>(parameters.properties ?? {});
        const wrong = properties.flatMap(([property, schema]) =>
          inTurn(schema.type, OTHERS[schema.type]!).map((value) => ({
            name,
            property,
            args: { ...example, [property]: value },
          })),
        );
        const missing = (parameters.required ?? []).map((property: string) => ({
          ...{ name, property },
          args: without(example, property),
        }));
        return [...wrong, ...missing];
      },
    );
    expect(cases.length).toBeGreaterThan(100);
    await each(
      cases as { name: string; property: string; args: Input }[],
      async ({ name, property, args }) => {
        const answer = await stack.call(
          "POST",
          `/api/tools?toolName=${name}`,
          encodeJson({ arguments: args, vaultAddress: vault.address }),
        );
        const label = `${name} ${show(args)}`;
        expect(expectRefusal(answer, label), label).toBe("400 invalid_request");
        expect(answer.body.message, label).toContain(property);
      },
    );
  });
});

// After the good requests of all routes: one reads the order that another made.
test("behavior: vault or vaultAddress names it on each route, differing two refused", async () => {
  const stranger = await stack.newVault();
  const named = ROUTES.flatMap((route) => {
    const own = ["vault", "vaultAddress"].find((name) => Object.hasOwn(tables[route]!.valid, name));
    return own === undefined
      ? []
      : [{ route, own, other: own === "vault" ? "vaultAddress" : "vault" }];
  });
  expect(named.length).toBeGreaterThan(30);
  await each(named, async ({ route, own, other }) => {
    const { valid, answers = 200, query = "" } = tables[route]!;
    const renamed = { ...without(valid, own), [other]: valid[own] };
    const answer = await send(route, renamed);
    expect([route, answer.status], JSON.stringify(answer.body)).toEqual([route, answers]);
    const both = await send(route, { ...valid, [other]: stranger.address });
    const [method = "", path = ""] = route.split(" ");
    const inQuery = `${path}${query === "" ? "?" : `${query}&`}vault=${stranger.address}`;
    const beside = method === "GET" ? both : await stack.call(method, inQuery, encodeJson(valid));
    for (const refused of [both, beside]) {
      expect([route, expectRefusal(refused)]).toEqual([route, "400 invalid_request"]);
      expect([route, refused.body.message]).toEqual([
        route,
        expect.stringContaining("vault and vaultAddress"),
      ]);
    }
  });
});
