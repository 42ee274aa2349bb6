import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import { actionMessage, signOperator } from "../support/sign-operator.ts";
import {
  type Answer,
  startTestStack,
  type TestStack,
  type TestVault,
} from "../support/test-stack.ts";

const MINUTE = 60_000;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.stop());

type Setting = "slippage" | "sync-tolerance" | "swap-shield" | "nav-shield";
const FIELD = {
  slippage: "slippage",
  "sync-tolerance": "tolerance",
  "swap-shield": "tolerance",
  "nav-shield": "threshold",
} as const;

async function operatorOf(
  vault: TestVault,
): Promise<(setting: Setting | "exec-mode", fields: object) => Promise<Answer>> {
  const credentials = await stack.credentials(vault.ownerKey);
  return (setting, fields) =>
    stack.call("POST", `/api/settings/${setting}`, {
      vaultAddress: vault.address,
      chainId: 8453,
      ...credentials,
      ...fields,
    });
}

/** What is accepted, and what the answer must say of it, both ways (decision D17). */
const ACCEPTED: Record<Setting, [string, string][]> = {
  slippage: [
    ["0.1%", "0.1% (10 bps)"],
    ["5%", "5% (500 bps)"],
    ["10bps", "0.1% (10 bps)"],
    ["500bps", "5% (500 bps)"],
    ["0.5%", "0.5% (50 bps)"],
    ["50bps", "0.5% (50 bps)"],
    ["0.5", "0.5% (50 bps)"],
    ["1", "1% (100 bps)"],
    ["100", "1% (100 bps)"],
    ["5", "5% (500 bps)"],
    ["10", "0.1% (10 bps)"],
    ["500", "5% (500 bps)"],
    ["499", "4.99% (499 bps)"],
    ["0.1", "0.1% (10 bps)"],
    ["4.99", "4.99% (499 bps)"],
    ["0.11", "0.11% (11 bps)"],
    ["0.50%", "0.5% (50 bps)"],
    ["1.25%", "1.25% (125 bps)"],
  ],
  "sync-tolerance": [
    ["0.1%", "0.1% (10 bps)"],
    ["100%", "100% (10000 bps)"],
    ["10bps", "0.1% (10 bps)"],
    ["10000bps", "100% (10000 bps)"],
    ["10", "0.1% (10 bps)"],
    ["10000", "100% (10000 bps)"],
    ["9999", "99.99% (9999 bps)"],
    ["1", "1% (100 bps)"],
    ["9", "9% (900 bps)"],
    ["100", "1% (100 bps)"],
    ["99.99", "99.99% (9999 bps)"],
  ],
  "swap-shield": [
    ["0.5", "0.5% (50 bps)"],
    ["50", "50% (5000 bps)"],
    ["0.5%", "0.5% (50 bps)"],
    ["50%", "50% (5000 bps)"],
    ["10", "10% (1000 bps)"],
    ["49.99", "49.99% (4999 bps)"],
  ],
  "nav-shield": [
    ["1", "1% (100 bps)"],
    ["100", "100% (10000 bps)"],
    ["1%", "1% (100 bps)"],
    ["100%", "100% (10000 bps)"],
    ["99.99", "99.99% (9999 bps)"],
    ["15", "15% (1500 bps)"],
  ],
};

/**
 * Just outside both boundaries, more decimals than whole basis points have, and what is no number.
 */
const REFUSED: Record<Setting, string[]> = {
  slippage: [
    "0.09%",
    "5.01%",
    "9bps",
    "501bps",
    "9",
    "501",
    "0.09",
    "5.01",
    "6",
    "0",
    "0%",
    "0bps",
    "0.105%",
    "0.105",
    "10.5bps",
    "1000000000",
  ],
  "sync-tolerance": [
    "0.09%",
    "100.01%",
    "9bps",
    "10001bps",
    "10001",
    "0.09",
    "100.01",
    "0",
    "0%",
    "1.005%",
    "101%",
  ],
  "swap-shield": [
    "0.49",
    "50.01",
    "0.49%",
    "50.01%",
    "51",
    "0",
    "0%",
    "500bps",
    "50bps",
    "100",
    "5.555",
    "0.005",
  ],
  "nav-shield": ["0.99", "100.01", "0.99%", "100.01%", "101", "0", "0%", "1000bps", "10.001"],
};
const NO_NUMBER = [
  "",
  " ",
  "%",
  "bps",
  "-1",
  "-1%",
  "+1%",
  "1,000",
  "1,5%",
  "1e1",
  "0x10",
  "NaN",
  "Infinity",
  "1%%",
  "1 000",
  "1bp",
  "one",
  "1.%",
  ".5%",
  "٥%",
  "9".repeat(40),
];
const DEFAULTS: Record<Setting, string> = {
  slippage: "1% (100 bps)",
  "sync-tolerance": "1% (100 bps)",
  "swap-shield": "5% (500 bps)",
  "nav-shield": "10% (1000 bps)",
};

describe.each(Object.keys(FIELD) as Setting[])("%s", (setting) => {
  const field = FIELD[setting];

  test("args: both boundaries and every form are accepted, the result said both ways", async () => {
    const set = await operatorOf(await stack.newVault());
    for (const [value, said] of ACCEPTED[setting]) {
      const { status, body } = await set(setting, { [field]: value });
      expect([value, status, Object.keys(body), body.ok]).toEqual([
        value,
        200,
        ["ok", "message"],
        true,
      ]);
      expect([value, body.message]).toEqual([value, expect.stringContaining(said)]);
    }
  });

  test("error: beyond the boundaries, with more decimals and what is no number: 400", async () => {
    const set = await operatorOf(await stack.newVault());
    for (const value of [...REFUSED[setting], ...NO_NUMBER]) {
      expect([value, expectRefusal(await set(setting, { [field]: value }))]).toEqual([
        value,
        "400 invalid_request",
      ]);
    }
  });

  test("error: exactly one of value, reset; no number, null or other field as value", async () => {
    const set = await operatorOf(await stack.newVault());
    const bad = [
      {},
      { reset: false },
      { [field]: "1%", reset: true },
      { [field]: 1 },
      { [field]: null },
      { reset: "true" },
      { reset: 1 },
      { reset: null },
      { other: "1%" },
    ];
    for (const fields of bad)
      expect([fields, expectRefusal(await set(setting, fields))]).toEqual([
        fields,
        "400 invalid_request",
      ]);
    expect((await set(setting, { [field]: "2%", reset: false })).status).toBe(200);
  });

  test("default: reset returns to the default, whether anything was set or not", async () => {
    const set = await operatorOf(await stack.newVault());
    for (const fields of [{ reset: true }, { [field]: "2%" }, { reset: true }]) {
      const { status, body } = await set(setting, fields);
      expect([fields, status, body.message]).toEqual([
        fields,
        200,
        expect.stringContaining("reset" in fields ? DEFAULTS[setting] : "2% (200 bps)"),
      ]);
    }
  });
});

describe("exec-mode", () => {
  test("default: confirm before any choice; then the choice, to the operator alone", async () => {
    const vault = await stack.newVault();
    const credentials = {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
    };
    const query = new URLSearchParams(
      Object.entries(credentials).map(([name, value]) => [name, String(value)]),
    );
    const read = async () => (await stack.call("GET", `/api/settings/exec-mode?${query}`)).body;
    expect(await read()).toEqual({ ok: true, mode: "confirm" });
    for (const mode of ["autonomous", "confirm", "autonomous"]) {
      const set = await stack.call("POST", "/api/settings/exec-mode", { ...credentials, mode });
      expect([set.status, set.body]).toEqual([200, { ok: true, mode }]);
      expect(await read()).toEqual({ ok: true, mode });
    }
    const other = await stack.newVault();
    const otherQuery = new URLSearchParams({
      vaultAddress: other.address,
      chainId: "8453",
      ...(await stack.credentials(other.ownerKey)),
    } as never);
    expect((await stack.call("GET", `/api/settings/exec-mode?${otherQuery}`)).body).toEqual({
      ok: true,
      mode: "confirm",
    });
  });

  test("error: other modes, and reset, are 400", async () => {
    const vault = await stack.newVault();
    const credentials = {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
    };
    for (const fields of [
      { mode: "Confirm" },
      { mode: "auto" },
      { mode: "" },
      { mode: true },
      {},
      { reset: true },
    ]) {
      expect(
        expectRefusal(
          await stack.call("POST", "/api/settings/exec-mode", { ...credentials, ...fields }),
        ),
      ).toBe("400 invalid_request");
    }
  });
});

describe("what a setting does", () => {
  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1000", dex: "uniswap" };
  const sentSlippage = () =>
    JSON.parse(stack.proxies.uniswap.log().find(({ path }) => path.endsWith("/quote"))!.body)
      .slippageTolerance;
  const skew = (bps: number) =>
    fetch(`${new URL(stack.stack.manifest.venues.uniswap).origin}/_dev/skew`, {
      method: "POST",
      body: JSON.stringify({ bps }),
    });

  test("behavior: slippage goes to the venue for its operator only, kept over days", async () => {
    const [vault, other] = [await stack.newVault(), await stack.newVault()];
    const set = await operatorOf(vault);
    expect((await set("slippage", { slippage: "0.25%" })).status).toBe(200);
    const build = async (call: Promise<Answer>) => {
      stack.proxies.uniswap.reset();
      expect((await call).status).toBe(200);
      return sentSlippage();
    };
    const anonymous = { vaultAddress: vault.address, arguments: swap };
    expect(await build(stack.tool(vault, "build_vault_swap", swap))).toBe(0.25);
    expect(await build(stack.tool(vault, "get_swap_quote", swap))).toBe(0.25);
    expect(await build(stack.call("POST", "/api/tools?toolName=build_vault_swap", anonymous))).toBe(
      1,
    );
    expect(await build(stack.call("POST", "/api/tools?toolName=get_swap_quote", anonymous))).toBe(
      1,
    );
    expect(await build(stack.tool(other, "build_vault_swap", swap))).toBe(1);
    // A lone operatorAddress is information, not a credential.
    expect(
      await build(
        stack.call("POST", "/api/tools?toolName=build_vault_swap", {
          ...anonymous,
          operatorAddress: vault.owner,
        }),
      ),
    ).toBe(1);
    await stack.advance(2 * 86_400_000);
    expect(await build(stack.tool(vault, "build_vault_swap", swap))).toBe(0.25);
    expect((await (await operatorOf(vault))("slippage", { reset: true })).status).toBe(200);
    expect(await build(stack.tool(vault, "build_vault_swap", swap))).toBe(1);
  });

  test("behavior: slippage cannot be set by an argument of a call", async () => {
    const vault = await stack.newVault();
    stack.proxies.uniswap.reset();
    for (const [field, value] of Object.entries({
      slippage: "50%",
      slippageBps: 5_000,
      slippageTolerance: 50,
    })) {
      const asked = await stack.tool(vault, "build_vault_swap", { ...swap, [field]: value });
      expect([asked.status, asked.body.error, asked.body.details?.field]).toEqual([
        400,
        "invalid_request",
        field,
      ]);
    }
    expect((await stack.tool(vault, "build_vault_swap", swap, { slippageBps: 5_000 })).status).toBe(
      400,
    );
    expect(stack.proxies.uniswap.log()).toEqual([]);
  });

  test("behavior: a raised Swap Shield holds ten minutes, its operator only, then 5%", async () => {
    const vault = await stack.newVault();
    const build = async () => {
      const answer = await stack.tool(vault, "build_vault_swap", swap);
      return answer.status === 200 ? 200 : expectRefusal(answer);
    };
    // What is built may be as far from the quote as the slippage and 1%.
    expect((await (await operatorOf(vault))("slippage", { slippage: "5%" })).status).toBe(200);
    await skew(-540);
    try {
      expect(await build()).toBe("400 swap_shield_blocked");
      const raised = await (await operatorOf(vault))("swap-shield", { tolerance: "10" });
      expect(raised.body.message).toMatch(/10% \(1000 bps\).*10 minutes.*5% \(500 bps\)/);
      expect(await build()).toBe(200);
      const anonymous = { vaultAddress: vault.address, arguments: swap };
      expect(
        expectRefusal(await stack.call("POST", "/api/tools?toolName=build_vault_swap", anonymous)),
      ).toBe("400 swap_shield_blocked");
      await stack.advance(9 * MINUTE + 30_000);
      expect(await build()).toBe(200);
      await stack.advance(31_000);
      expect(await build()).toBe("400 swap_shield_blocked");
      // The tools do what the route does; the widest is 50%, and there is no way to switch it off.
      expect((await stack.tool(vault, "disable_swap_shield")).body.message).toContain(
        "50% (5000 bps)",
      );
      expect(await build()).toBe(200);
      expect((await stack.tool(vault, "enable_swap_shield")).body.message).toContain(
        "5% (500 bps)",
      );
      expect(await build()).toBe("400 swap_shield_blocked");
      expect(
        (await stack.tool(vault, "set_swap_shield_tolerance", { tolerance: "7.5" })).body.message,
      ).toContain("7.5% (750 bps)");
      expect(await build()).toBe(200);
      expect((await stack.tool(vault, "set_swap_shield_tolerance", { reset: true })).status).toBe(
        200,
      );
      expect(await build()).toBe("400 swap_shield_blocked");
    } finally {
      await skew(0);
    }
  });

  test("behavior: the NAV Shield's threshold counts for its operator only", async () => {
    // So large a swap moves the pool by more than 1%, and by less than the default of 10%.
    const vault = await stack.newVault({ supply: 2_000_000n * 10n ** 6n });
    const large = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1900000", dex: "uniswap" };
    const before = await stack.tool(vault, "build_vault_swap", large);
    expect([before.status, before.body.data?.navShield?.thresholdBps ?? before.body]).toEqual([
      200, 1_000,
    ]);
    const lossBps = before.body.data.navShield.lossBps;
    expect(lossBps).toBeGreaterThan(100);
    expect((await (await operatorOf(vault))("nav-shield", { threshold: "1" })).status).toBe(200);
    expect(expectRefusal(await stack.tool(vault, "build_vault_swap", large))).toBe(
      "400 nav_shield_blocked",
    );
    const anonymous = await stack.call("POST", "/api/tools?toolName=build_vault_swap", {
      vaultAddress: vault.address,
      arguments: large,
    });
    expect([anonymous.status, anonymous.body.data.navShield.thresholdBps]).toEqual([200, 1_000]);
  });

  test("behavior: loosening a shield or leaving confirm is logged at the named vault", async () => {
    const vault = await stack.newVault();
    const other = await stack.newVault({ ownerKey: vault.ownerKey });
    const set = await operatorOf(vault);
    // The Worker's clock is behind by what setting it took, on a busy machine a tenth of a second.
    const nowMs = stack.stack.nowMs() - 1_000;
    for (const [setting, fields] of [
      ["nav-shield", { threshold: "15" }],
      ["nav-shield", { threshold: "5" }],
      ["nav-shield", { reset: true }],
      ["swap-shield", { tolerance: "10" }],
      ["swap-shield", { reset: true }],
      ["slippage", { slippage: "5%" }],
      ["sync-tolerance", { tolerance: "0.5%" }],
      ["sync-tolerance", { tolerance: "2%" }],
      ["sync-tolerance", { tolerance: "2%" }],
      ["exec-mode", { mode: "confirm" }],
      ["exec-mode", { mode: "autonomous" }],
    ] as const)
      expect((await set(setting, fields)).status).toBe(200);
    expect((await stack.tool(other, "disable_swap_shield")).status).toBe(200);
    const log = async ({ address, ownerKey }: TestVault) => {
      const credentials = await stack.credentials(ownerKey);
      const headers = {
        "x-operator-address": credentials.operatorAddress,
        "x-auth-signature": credentials.authSignature,
        "x-auth-timestamp": String(credentials.authTimestamp),
      };
      const { body } = await stack.call("GET", `/api/audit?vault=${address}`, undefined, headers);
      for (const { at } of body.entries) expect(at).toBeGreaterThanOrEqual(Math.floor(nowMs));
      return body.entries.map(({ content }: { content: string }) => JSON.parse(content));
    };
    const entry = { kind: "setting_loosened", actor: vault.owner.toLowerCase() };
    expect(await log(vault)).toEqual([
      { ...entry, setting: "navShieldBps", from: 1_000, to: 1_500 },
      { ...entry, setting: "navShieldBps", from: 500, to: 1_000 },
      { ...entry, setting: "swapShieldBps", from: 500, to: 1_000, forMs: 600_000 },
      { ...entry, setting: "syncToleranceBps", from: 50, to: 200 },
      // Above the default it counts as loosened each time that it is set.
      { ...entry, setting: "syncToleranceBps", from: 200, to: 200 },
      { ...entry, setting: "execMode", from: "confirm", to: "autonomous" },
    ]);
    expect(await log(other)).toEqual([
      { ...entry, setting: "swapShieldBps", from: 500, to: 5_000, forMs: 600_000 },
    ]);
  });
});

test("behavior: the operator tightens perpetual limits; loosening needs a signature", async () => {
  const vault = await stack.newVault();
  const where = { vaultAddress: vault.address, chainId: 8453 };
  const ordinary = { ...where, ...(await stack.credentials(vault.ownerKey)) };
  const set = (fields: object) => stack.call("POST", "/api/settings/perp-limits", fields);
  // Decision D51.
  const defaults = {
    maxLeverage: 5,
    maxCollateralBps: 1_000,
    maxNotionalBps: 20_000,
    minLiquidationDistanceBps: 500,
    maxPriceAgeSec: 60,
    maxPriceDeviationBps: 200,
  };
  const tight = { ...defaults, maxLeverage: 2, minLiquidationDistanceBps: 1_000 };
  expect((await set({ ...ordinary, leverage: 2, liquidationDistance: "10%" })).body).toEqual({
    ok: true,
    limits: tight,
  });
  for (const looser of [
    { leverage: 3 },
    { liquidationDistance: "9%" },
    { priceAgeSec: 61 },
    { reset: true },
  ]) {
    const refused = await set({ ...ordinary, ...looser });
    expect(expectRefusal(refused)).toBe("401 auth_required");
    expect(JSON.stringify(refused.body)).toContain(
      `Action: loosen_perp_limits 8453 ${vault.address}`,
    );
  }
  const at = Math.floor(stack.stack.nowMs());
  const text = actionMessage(at, "loosen_perp_limits", 8453, vault.address);
  const fresh = { ...where, ...(await signOperator(vault.ownerKey, text, at)) };
  expect((await set({ ...fresh, reset: true })).body).toEqual({ ok: true, limits: defaults });
  expect(expectRefusal(await set({ ...fresh, leverage: 50 }))).toBe("401 auth_signature_used");
});

test("behavior: vault limits tighten by operator or tool, loosen only as signed for", async () => {
  const vault = await stack.newVault();
  const where = { vaultAddress: vault.address, chainId: 8453 };
  const ordinary = { ...where, ...(await stack.credentials(vault.ownerKey)) };
  const set = (fields: object) => stack.call("POST", "/api/settings/limits", fields);
  const query = new URLSearchParams(
    Object.entries(ordinary).map(([name, value]) => [name, String(value)]),
  );
  const shown = async () => (await stack.call("GET", `/api/settings/limits?${query}`)).body;
  // None are set by default.
  const none = {
    maxPerTransaction: null,
    maxPerDay: null,
    maxPerTokenPerDay: null,
    perToken: [],
    named: [],
    hooks: [],
    venues: null,
  };
  expect(await shown()).toMatchObject({
    ok: true,
    limits: { ...none, tokens: "listed" },
    baseToken: null,
  });
  const limits = {
    ...none,
    maxPerTransaction: "100.5",
    maxPerDay: "1000",
    tokens: "listed",
    venues: ["uniswap"],
  };
  const tight = {
    maxPerTransaction: "100.5",
    maxPerDay: "1000",
    tokens: "listed",
    venues: ["uniswap"],
  };
  const answered = {
    ok: true,
    limits,
    used: { day: "0", tokens: [] },
    left: { day: "1000", tokens: [] },
  };
  expect((await set({ ...ordinary, ...tight })).body).toMatchObject(answered);
  expect(await shown()).toMatchObject({ ...answered, baseToken: { symbol: "USDC", decimals: 6 } });
  const lower = await stack.tool(vault, "set_vault_limits", { maxPerDay: "900" });
  expect([lower.status, lower.body.data?.limits]).toEqual([200, { ...limits, maxPerDay: "900" }]);
  expect((await stack.tool(vault, "get_vault_limits", {})).body.message).toContain("900 USDC");
  const loosenings = [{ maxPerDay: "900.000001" }, { maxPerTransaction: null }, { venues: null }];
  for (const looser of [...loosenings, { reset: true }]) {
    const refused = await set({ ...ordinary, ...looser });
    expect(expectRefusal(refused)).toBe("401 auth_required");
    expect(JSON.stringify(refused.body)).toContain(`Action: loosen_limits 8453 ${vault.address}`);
  }
  for (const looser of [{ maxPerDay: "900.000001" }, { venues: ["uniswap", "0x"] }])
    expect(expectRefusal(await stack.tool(vault, "set_vault_limits", looser))).toBe(
      "401 auth_required",
    );
  // Each is held against what is built, for the operator whose limits they are.
  const build = async (fields: object) =>
    stack.tool(vault, "build_vault_swap", {
      tokenIn: "USDC",
      tokenOut: "ETH",
      dex: "uniswap",
      ...fields,
    });
  expect((await build({ amountIn: "100.5" })).status).toBe(200);
  const over = await build({ amountIn: "100.500001" });
  expect(expectRefusal(over)).toBe("400 limit_exceeded");
  expect(over.body.details).toMatchObject({
    limit: "maxPerTransaction",
    allowed: "100.5",
    wanted: "100.500001",
  });
  expect(expectRefusal(await build({ amountIn: "10", dex: "0x" }))).toBe("400 venue_not_allowed");
  const at = Math.floor(stack.stack.nowMs());
  const text = actionMessage(at, "loosen_limits", 8453, vault.address);
  const fresh = { ...where, ...(await signOperator(vault.ownerKey, text, at)) };
  expect((await set({ ...fresh, reset: true })).body.limits).toEqual({ ...none, tokens: "listed" });
  expect(expectRefusal(await set({ ...fresh, maxPerDay: "1" }))).toBe("401 auth_signature_used");
  expect((await build({ amountIn: "200", dex: "0x" })).status).toBe(200);
});
