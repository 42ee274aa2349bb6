import type { Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseTelegramHtml } from "../../../local/messaging/parse-telegram-html.ts";
import type { FailedCall } from "../../../schemas/calls/failed-call.ts";
import type { AuditContent } from "../../../schemas/vaults/audit-content.ts";
import { AppError } from "../../../src/errors.ts";
import { appendAudit } from "../../../src/store/audit/lua-audit.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { saveVaultLimits } from "../../../src/store/vaults/save-vault-limits.ts";
import { newAddress, newHash, orderOf } from "../store/support/records.ts";
import { startTestRedis, type TestRedis } from "../store/support/start-store.ts";
import { chatWorld } from "./chat-world.ts";
import { NOW_MS } from "./updates.ts";

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis("simulated");
});
afterAll(() => redis?.stop());

const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const ETH = `0x${"0".repeat(40)}` as const;

/** A paired chat whose vault has these orders; what the tools were asked stands in `asked`. */
async function chatWith(statuses: readonly string[] = []) {
  const store = redis.store();
  const world = chatWorld(store);
  const { operator, vault } = await world.pair();
  const orders = statuses.map((status, index) => ({
    ...orderOf(vault as Hex, operator as Hex, { sellSymbol: "USDC", totalAmount: "100" }),
    ...{ id: index + 1, status, state: status },
  }));
  const failedCalls: FailedCall[] = [];
  const orderNamed = ({ id }: { id: number }) => {
    const order = orders.find((one) => one.id === id);
    if (order === undefined)
      throw new AppError("twap_order_not_found", `There is no TWAP order #${id}.`);
    return order;
  };
  const value: object = { amount: "1234.567891", amountBase: "1234567891", shareOfNavBps: null };
  const holding = [
    {
      ...{ token: USDC as string, symbol: "USDC", decimals: 6, amount: "1234.567891" },
      ...{ amountBase: "1234567891", isCounted: true, value },
    },
  ];
  const asked: { tool: string; args: unknown; vaultAddress: string }[] = [];
  world.answers.runTool = async ({ tool, args, vaultAddress, caller }) => {
    expect(caller).toMatchObject({ kind: "paired", operator });
    asked.push({ tool: tool.name, args, vaultAddress });
    const overview = {
      ...{ name: "Olga", unitaryValue: "1.0123456789", netTotalValue: "98765.4321" },
      ...{ baseToken: { address: USDC, symbol: "USDC", decimals: 6 }, holdings: holding },
    };
    const data =
      tool.name === "get_vault_overview"
        ? overview
        : tool.name === "get_token_balance"
          ? { token: USDC, symbol: "USDC", amount: "1234.567891", amountBase: "1234567891" }
          : tool.name === "get_vault_info"
            ? {
                ...{ name: "Olga", baseToken: USDC, baseSymbol: "USDC", activeTokens: [] },
                ...{ unitaryValue: "1.0123456789", netTotalValue: "98765.4321" },
              }
            : tool.name === "get_swap_quote"
              ? {
                  swapMeta: {
                    ...{
                      sellAmount: "1",
                      sellToken: "ETH",
                      buyAmount: "2499.913599",
                      buyToken: "USDC",
                    },
                    ...{ price: "1 ETH = 2499.913599 USDC", dex: "0x" },
                  },
                  ...{ priceFeedExists: true, deltaBps: 12, oracleAmount: "2502913599" },
                }
              : tool.name === "get_twap_order"
                ? { order: orderNamed(args), failedCall: failedCalls.at(-1) ?? null }
                : { orders, triggers: [] };
    return { result: { tool: tool.name, message: `${tool.name} ran.`, data }, outcome: null };
  };
  const ask = async (text: string) => {
    await world.handle(world.words(text));
    return world.told.at(-1)!;
  };
  /** A swap in the vault's audit log, with its receipt's amounts. */
  const log = async (attempt: string, tokens: object, [soldBase, boughtBase]: [string, string]) => {
    const swap = {
      venue: "0x",
      ...tokens,
      amountInBase: "1",
      amountOutBase: "1",
      maxInBase: "1",
      minOutBase: "1",
    };
    const facts = [
      {
        ...{
          kind: "attempt_opened",
          actor: "scheduler",
          attempt,
          agent: newAddress(),
          nonce: 1,
          hash: newHash(),
        },
        ...{ gas: "1", maxFeePerGas: "1", maxPriorityFeePerGas: "1", swap },
      },
      { kind: "attempt_ended", attempt, status: "confirmed", soldBase, boughtBase },
    ];
    for (const fact of facts) {
      // Safe: written as the store's own entries are.
      const call = {
        requestId: world.deps.newId(),
        nowMs: NOW_MS,
        chainId: 8453,
        facts: fact as AuditContent,
      } as const;
      await appendAudit.run(world.deps.redis, world.deps.keys, { ...call, vault });
    }
  };
  return { ...world, store, operator, vault, asked, holding, ask, log, orders, failedCalls };
}
const buttonsOf = ({
  keyboard,
}: {
  keyboard?: { inline_keyboard: { callback_data: string }[][] };
}) => (keyboard?.inline_keyboard ?? []).flat().map(({ callback_data }) => callback_data);

describe("what shows", () => {
  test("default: /status says a vault's value, trades' hands, open orders, no model", async () => {
    const { ask, calls } = await chatWith(["active", "paused", "completed"]);
    const { html } = await ask("/status");
    expect(html).toContain("<b>Olga</b>");
    expect(html).toContain("Value: 98765.4 USDC, per unit 1.01235 USDC");
    expect(html).toContain("Its agent wallet may not trade");
    expect(html).toContain("Open orders: 2");
    expect(html).toContain("▶ #1 sell 100 USDC for ETH ▱▱▱▱▱▱▱▱▱▱ 0/5");
    expect(html).toMatch(/⏸ #2 .* 0\/5, paused/);
    expect(calls.map(({ action }) => action)).not.toContain("runChat");
  });

  test("default: /balance of a token, rounded with exact amount; of all without one", async () => {
    const { ask, asked } = await chatWith();
    expect((await ask("/balance usdc")).html).toMatch(
      /^The vault holds 1234\.57 USDC\.\nExactly: <code>1234\.567891<\/code>\n/,
    );
    expect(asked).toMatchObject([{ tool: "get_token_balance", args: { token: "usdc" } }]);
    expect((await ask("/balance")).html).toContain("• 1234.57 USDC");
  });

  test("behavior: /positions values tokens in the base token, omits the unpriced", async () => {
    const { ask, holding, asked } = await chatWith();
    const eth = { token: ETH, symbol: "ETH", decimals: 18, amount: "0.3", isCounted: true };
    const unread = { unavailable: { error: "no_price_feed", message: "No price." } };
    holding.push({
      ...{ ...eth, amountBase: "300000000000000000" },
      value: { amount: "930", amountBase: "930000000", shareOfNavBps: null },
    });
    expect((await ask("/positions")).html).toContain("• 1234.57 USDC\n• 0.3 ETH, worth 930 USDC\n");
    holding[1] = { ...holding[1]!, value: unread };
    expect((await ask("/positions")).html).toContain("• 1234.57 USDC\n• 0.3 ETH\n");
    // One read of the vault, as GET /api/vault makes it.
    expect(asked.map(({ tool }) => tool)).toEqual(["get_vault_overview", "get_vault_overview"]);
  });

  test.each(["1 eth usdc", "1 eth to usdc", "1 eth -> usdc", "1 ETH/USDC", "1 eth  in usdc"])(
    "args: /quote %s is one quote",
    async (argument) => {
      const { ask, asked } = await chatWith();
      const { html } = await ask(`/quote ${argument}`);
      expect(html).toContain(
        "1 ETH → 2499.91 USDC on 0x\n1 ETH = 2499.91 USDC\n0.12% worse than the oracle's price.",
      );
      expect(asked.map(({ tool }) => tool)).toEqual(["get_swap_quote"]);
      expect(asked[0]?.args).toEqual({
        amountIn: "1",
        tokenIn: argument.slice(2, 5),
        tokenOut: argument.slice(-4),
      });
    },
  );

  test("args: another form of a quote is read as words are, and none asks for one", async () => {
    const { ask, calls } = await chatWith();
    await ask("/quote $500 of eth");
    expect(calls).toMatchObject([
      { action: "runChat", input: { messages: [{ text: "quote $500 of eth" }] } },
    ]);
    expect((await ask("/quote")).html).toContain("What for what?");
  });

  test("default: /history shows the swaps of the log by their receipts, newest first", async () => {
    const { ask, deps, vault, asked } = await chatWith();
    const hashes = [newHash(), newHash(), newHash()];
    const swap = {
      ...{
        venue: "0x",
        tokenIn: USDC,
        tokenOut: ETH,
        amountInBase: "10000000",
        amountOutBase: "4",
      },
      ...{ maxInBase: "10000000", minOutBase: "3" },
    };
    const opened = (attempt: string, hash: string, more = {}) => ({
      ...{
        kind: "attempt_opened",
        actor: "scheduler",
        attempt,
        agent: newAddress(),
        nonce: 1,
        hash,
        gas: "1",
      },
      ...{ maxFeePerGas: "1", maxPriorityFeePerGas: "1", swap, ...more },
    });
    const ended = (attempt: string, more: object) => ({ kind: "attempt_ended", attempt, ...more });
    const facts = [
      opened("a", hashes[0]!, { orderId: 3, sliceNumber: 2 }),
      ended("a", { status: "confirmed", soldBase: "10000000", boughtBase: "4000123456789012" }),
      opened("b", hashes[1]!),
      ended("b", { status: "reverted" }),
      opened("c", newHash()),
      { kind: "replacement_signed", attempt: "c", hash: hashes[2] },
    ];
    for (const fact of facts) {
      // Safe: written as the store's own entries are.
      const call = {
        requestId: deps.newId(),
        nowMs: NOW_MS,
        chainId: 8453,
        facts: fact as AuditContent,
      } as const;
      await appendAudit.run(deps.redis, deps.keys, { ...call, vault });
    }
    const { html } = await ask("/history");
    const at = "2026-09-01 00:00 UTC";
    expect(html.split("\n").slice(1, -1)).toEqual([
      `${at}: USDC for ETH is on its way, its outcome is not known yet`,
      `https://basescan.org/tx/${hashes[2]}`,
      `${at}: USDC for ETH failed on the chain, nothing was traded`,
      `https://basescan.org/tx/${hashes[1]}`,
      `${at}, order #3 slice 2: sold 10 USDC for 0.00400012 ETH`,
      `https://basescan.org/tx/${hashes[0]}`,
    ]);
    // Whose vault it is was asked of the chain before the log was read; the base token tells profit.
    expect(asked.map(({ tool }) => tool).sort()).toEqual(["get_vault_info", "list_twap_orders"]);
  });

  test("default: /pnl says average cost, realised and remaining worth in base token", async () => {
    const { ask, deps, vault, log } = await chatWith();
    const chain = deps.chain;
    // 0.3 ETH are worth 930 USDC by the vault's oracle.
    const rpc = { send: async () => [{ ok: true, value: 930_000_000n }] };
    // Safe: the one read of /pnl beside the tools, which are recorded.
    deps.chain = (chainId) => ({
      ...chain(chainId),
      rpc: { ...chain(chainId).rpc, ...(rpc as object) },
    });
    await log("a", { tokenIn: USDC, tokenOut: ETH }, ["1500000000", "500000000000000000"]);
    await log("b", { tokenIn: ETH, tokenOut: USDC }, ["200000000000000000", "620000000"]);
    const { html } = await ask("/pnl");
    expect(html.split("\n").slice(1, -1)).toEqual([
      "ETH: bought 0.5 ETH for 1500 USDC, sold 0.2 ETH for 620 USDC",
      "  Average cost: 3000 USDC for 1 ETH",
      "  Realised: +20 USDC",
      "  Not sold here: 0.3 ETH, worth 930 USDC now, +30 USDC",
      // These entries are of before it was kept: not 0.
      "Gas of the agent wallet, beside it: not recorded of 2 transactions",
      "Covers 2 swaps that the agent wallet made since 2026-09-01 00:00 UTC, by their " +
        "receipts and without gas; not what was held before, moved or traded elsewhere.",
    ]);
    expect(vault).toMatch(/^0x/);
  });

  test("attack: the log of a vault that its operator does not own is not shown", async () => {
    const { ask, answers } = await chatWith();
    answers.runTool = async () => {
      throw new AppError("not_vault_owner", "No.");
    };
    const { html } = await ask("/history");
    expect(html).toContain("does not own this vault");
    expect(html).not.toContain("has sent no swap");
  });
});

describe("what stops and goes on", () => {
  test.each([
    ["/pause 3", "pause_twap_order", 3],
    ["/resume 3", "resume_twap_order", 3],
    ["/cancel 3", "cancel_twap_order", 3],
    ["/cancel all", "cancel_twap_order", 0],
  ])("default: %s is the tool of every other door", async (words, tool, id) => {
    const { ask, asked, vault } = await chatWith(["active"]);
    expect((await ask(words)).html).toContain(`${tool} ran.`);
    expect(asked).toEqual([{ tool, args: { id }, vaultAddress: vault }]);
  });

  test("default: /pause all and /resume all go over those that can be", async () => {
    const { ask, asked } = await chatWith([
      "active",
      "paused",
      "pending_confirmation",
      "auto_paused",
      "cancelled",
    ]);
    await ask("/pause all");
    await ask("/resume all");
    const changed = asked
      .filter(({ tool }) => tool !== "list_twap_orders")
      .map(({ tool, args }) => [tool, args]);
    expect(changed).toEqual([
      ["pause_twap_order", { id: 1 }],
      ["pause_twap_order", { id: 3 }],
      ["resume_twap_order", { id: 2 }],
      ["resume_twap_order", { id: 4 }],
    ]);
    expect((await (await chatWith(["cancelled"])).ask("/pause all")).html).toContain(
      "no running order",
    );
  });

  test("behavior: without an order it asks which, a button means that vault's order", async () => {
    const { ask, asked, press, handle, pair, buttons, vault } = await chatWith([
      "active",
      "paused",
      "active",
    ]);
    const choices = buttonsOf(await ask("/pause"));
    expect(choices).toHaveLength(2);
    // From here on the chat's words are about another vault.
    await pair();
    asked.length = 0;
    await handle(press(choices[1]!));
    expect(asked).toEqual([{ tool: "pause_twap_order", args: { id: 3 }, vaultAddress: vault }]);
    expect(buttons).toEqual([["answer", "4382bfdwdsb323b2d9", ""]]);
  });

  test("attack: a button of a vault not the chat's, or another user's, does nothing", async () => {
    const { press, handle, asked, told, vault } = await chatWith(["active"]);
    await handle(press(`c:6it:${newAddress().slice(2)}:1`));
    expect(told.at(-1)?.html).toContain("does not speak for that vault");
    await handle(press(`c:6it:${vault.slice(2)}:1`, { from: { id: 5, is_bot: false } }));
    for (const data of [
      `c:zz:${vault.slice(2)}:1`,
      `c:6it:${vault.slice(2)}:0`,
      `z:6it:${vault.slice(2)}:1`,
      "c:6it::1",
    ])
      expect(await handle(press(data))).toEqual({ handled: false });
    expect(asked).toEqual([]);
  });

  test("default: Details under a card says exact amounts in base units, changes none", async () => {
    const { press, handle, asked, told, vault, orders, failedCalls } = await chatWith([
      "completed",
    ]);
    Object.assign(orders[0]!, {
      ...{ amountSpent: "100.000001", spentBase: "100000001", totalBought: "0.040000000000000007" },
      ...{ boughtBase: "40000000000000007", sellSymbol: "USDC", buySymbol: "t.me/evil" },
    });
    await handle(press(`d:6it:${vault.slice(2)}:1`));
    const { html } = told.at(-1)!;
    expect(html).toContain(
      "Sold: <code>100.000001</code> USDC = <code>100000001</code> base units",
    );
    expect(html).toContain("Bought: <code>0.040000000000000007</code>");
    expect(html).toContain("= <code>40000000000000007</code> base units");
    expect(html).not.toContain("t.me/");
    expect(html).not.toContain("failed with this call");
    expect(asked).toMatchObject([{ tool: "get_twap_order", args: { id: 1 } }]);
    await handle(press(`d:6it:${vault.slice(2)}:9`));
    expect(told.at(-1)?.html).toContain("There is no TWAP order #9.");
    const data = `0x3593564c${"ab".repeat(1_000)}`;
    failedCalls.push({ sliceNumber: 2, to: vault, from: null, value: "0x0", data });
    await handle(press(`d:6it:${vault.slice(2)}:1`));
    expect(told.at(-1)?.html).toContain(
      `Slice 2 failed with this call:\nto: <code>${vault}</code>\nfrom: not known\nvalue: ` +
        `<code>0x0</code>\ndata: <code>${data}</code>`,
    );
  });

  test("default: /status says what is left of a vault's limits, where it has any", async () => {
    const chat = await chatWith();
    const { ask, deps, operator, vault } = chat;
    expect((await ask("/status")).html).not.toMatch(/limit/i);
    deps.chain = (() => ({ addresses: { wrappedNative: newAddress() } })) as never;
    const baseToken = { address: USDC, symbol: "USDC", decimals: 6 } as const;
    const limits = {
      version: 1,
      baseToken,
      maxPerDay: "1000000000",
      perToken: [],
      tokens: "listed" as const,
    };
    await saveVaultLimits.run(deps.redis, deps.keys, {
      ...{ requestId: deps.newId(), nowMs: NOW_MS, chainId: 8453, vault, operator, limits },
      baseKey: USDC,
    });
    expect((await ask("/status")).html).toContain(
      "24 hours: at most 1000 USDC, 1000 USDC left now.",
    );
  });

  test("behavior: a press that is delivered again acts once", async () => {
    const { press, handle, asked, vault } = await chatWith(["active"]);
    const pressed = press(`c:6it:${vault.slice(2)}:1`);
    await Promise.all([handle(pressed), handle(pressed), handle(pressed)]);
    expect(asked).toEqual([{ tool: "cancel_twap_order", args: { id: 1 }, vaultAddress: vault }]);
  });
});

describe("settings", () => {
  const settingsOf = async ({ deps, operator, vault }: Awaited<ReturnType<typeof chatWith>>) => {
    const of = { nowMs: NOW_MS, chainId: 8453, vault, operator } as const;
    return (await loadCallContext.run(deps.redis, deps.keys, of)).settings;
  };
  const save = async (
    { deps, operator, vault }: Awaited<ReturnType<typeof chatWith>>,
    field: "slippageBps" | "navShieldBps" | "swapShieldBps",
    value: number,
    was: number,
  ) =>
    saveSetting.run(deps.redis, deps.keys, {
      ...{ requestId: deps.newId(), nowMs: NOW_MS, operator, field, value },
      ...{
        expected: { vault, chainId: 8453, was },
        ...(field === "swapShieldBps" && { ttlMs: 600_000 }),
      },
    });

  test("default: a button makes each stricter by a step, next answer offers the next", async () => {
    const chat = await chatWith();
    const { ask, handle, press, told, operator } = chat;
    await save(chat, "swapShieldBps", 1_000, 500);
    const of = operator.slice(2);
    const offered = buttonsOf(await ask("/settings"));
    expect(offered).toEqual([
      `t:s:1e:${of}`,
      `t:n:dw:${of}`,
      `t:w:dw:${of}`,
      "say:/settings loosen",
    ]);
    for (const data of offered.slice(0, 3)) await handle(press(data));
    expect(await settingsOf(chat)).toMatchObject({ slippageBps: 50, navShieldBps: 500 });
    expect(await settingsOf(chat)).not.toHaveProperty("swapShieldBps", 1_000);
    expect(told.at(-1)?.html).toContain("🔒 Swap Shield is now 5% (500 bps).");
    expect(buttonsOf(told.at(-1)!)).toEqual([
      `t:s:u:${of}`,
      `t:n:8c:${of}`,
      "say:/settings loosen",
    ]);
  });

  test("attack: an old button never loosens, nor an unoffered value, nor another's", async () => {
    const chat = await chatWith();
    const { handle, press, told, operator } = chat;
    await save(chat, "slippageBps", 30, 100);
    await save(chat, "navShieldBps", 100, 1_000);
    const before = await settingsOf(chat);
    for (const data of [`t:s:1e:${operator.slice(2)}`, `t:n:dw:${operator.slice(2)}`]) {
      await handle(press(data));
      expect(told.at(-1)?.html).toContain("takes a signature");
    }
    for (const data of [
      `t:s:1:${operator.slice(2)}`,
      `t:x:u:${operator.slice(2)}`,
      `t:n:9ps:${operator.slice(2)}`,
    ])
      expect(await handle(press(data))).toEqual({ handled: false });
    await handle(press(`t:s:u:${newAddress().slice(2)}`));
    expect(told.at(-1)?.html).toContain("does not speak for that operator");
    expect(await settingsOf(chat)).toEqual(before);
  });

  test("default: what lets more through is a text to sign, and where to send it", async () => {
    const { ask, deps, vault, operator } = await chatWith();
    const { html } = await ask("/settings loosen");
    expect(parseTelegramHtml(html)).toMatchObject({ ok: true });
    expect(html).toContain(
      `<pre>Welcome to ${deps.env.PRODUCT_NAME} Operator\n\nSign this message to verify your ` +
        `wallet and access your smart pool assistant.\n\nTimestamp: &lt;authTimestamp&gt;</pre>`,
    );
    expect(html).toContain("/api/settings/nav-shield</code>");
    expect(html).toContain(
      `"vaultAddress": "${vault}", "chainId": 8453, "operatorAddress": "${operator}"`,
    );
  });
});

describe("which vault", () => {
  const [VAULT_A, VAULT_B] = [newAddress(), newAddress()];
  async function withTwo() {
    const chat = await chatWith();
    const second = await chat.pair(VAULT_B, chat.operator as Hex);
    return { ...chat, second };
  }

  test("default: /vault has a named button for each vault; the pressed one is meant", async () => {
    const { ask, press, receive, handle, words, asked, vault } = await withTwo();
    const { html, keyboard } = await ask("/vault");
    expect(html).toContain("<b>Olga</b>");
    expect(keyboard?.inline_keyboard.map(([button]) => button)).toEqual([
      { text: "▶ Olga · base", callback_data: `say:/vault 8453:${vault}` },
      { text: "Olga · base", callback_data: `say:/vault 8453:${VAULT_B}` },
    ]);
    await receive(press(`say:/vault 8453:${VAULT_B}`));
    await handle(words("/cancel 3"));
    expect(asked.at(-1)).toMatchObject({ tool: "cancel_twap_order", vaultAddress: VAULT_B });
  });

  test("attack: a button for a vault that is not the chat's chooses nothing", async () => {
    const { press, receive, handle, words, asked, told, vault } = await withTwo();
    await receive(press(`say:/vault 8453:${VAULT_A}`));
    expect(told.at(-1)?.html).toContain("speaks for that vault no more");
    await handle(words("/cancel 3"));
    expect(asked.at(-1)).toMatchObject({ vaultAddress: vault });
  });

  test.each([
    ["switch to base", true],
    ["Please switch to the base network.", true],
    ["change to optimism", true],
    ["switch to base and sell 1 ETH", false],
    ["switch 1 eth to usdc", false],
    ["do not switch to base", false],
  ])("args: %s is read at once: %s", async (words, isSwitch) => {
    const { receive, words: update, queued, told } = await withTwo();
    await receive(update(words));
    expect(queued.length).toBe(isSwitch ? 0 : 1);
    if (!isSwitch) return;
    expect(told.at(-1)?.html).toContain(
      words.includes("optimism") ? "speaks for no vault on optimism" : "Your words are now about",
    );
  });
});

describe("a slice that was only notified", () => {
  const MINUTES_5 = 300_000;
  /** Slice 2 of order 1 was notified now; `asked` are the swaps. */
  async function notified(order: object = {}, kept: object = {}) {
    const chat = await chatWith();
    const { deps, vault, operator, answers, press } = chat;
    const record = {
      ...orderOf(vault as Hex, operator as Hex, {
        sellSymbol: "USDC",
        autoExecute: false,
        slicesExecuted: 2,
      }),
      ...{ id: 1, state: "active", lastExecution: NOW_MS, ...order },
    };
    const end = {
      status: "notified",
      at: NOW_MS,
      knownAt: NOW_MS,
      plannedBase: "20000000",
      ...kept,
    };
    await chat.store.command("HSET", deps.keys.slices(vault, 1), "2", JSON.stringify(end));
    const swaps: any[] = [];
    let swap = async (): Promise<object> => ({ message: "Waits.", operationId: "op_1" });
    answers.runTool = async ({ tool, ...asked }) => {
      if (tool.name === "list_twap_orders")
        return { result: { data: { orders: [record] } }, outcome: null };
      swaps.push({ tool: tool.name, ...asked });
      return { result: await swap(), outcome: null };
    };
    const button = (slice: number) => press(`x:6it:${vault.slice(2)}:1:${slice.toString(36)}`);
    const swapIs = (next: typeof swap) => {
      swap = next;
    };
    return { ...chat, swaps, button, swapIs };
  }

  test("default: its button is the swap its text names, once however often pressed", async () => {
    const { swaps, button, handle, told, vault, operator, ask } = await notified();
    // The clock stands still while a script is sent to the store for the first time, and the
    // others' sleeps move it.
    await ask("/help");
    await Promise.all([handle(button(2)), handle(button(2)), handle(button(2))]);
    expect(swaps).toMatchObject([
      {
        tool: "build_vault_swap",
        args: { tokenIn: USDC, tokenOut: ETH, dex: "0x", amountIn: "20" },
        ...{ executionMode: "delegated", withoutDelegation: "unsigned", vaultAddress: vault },
        caller: { kind: "paired", operator },
      },
    ]);
    // Answers that wait together may be one message.
    expect(told.flatMap(({ html }) => html.match(/asked for already/g) ?? [])).toHaveLength(2);
    expect(
      told.filter(
        ({ keyboard }) => buttonsOf({ ...(keyboard && { keyboard }) })[0] === "approve:op_1",
      ),
    ).toHaveLength(1);
  });

  test("behavior: the order's is the amount bought; undelegated, signing is shown", async () => {
    const { swaps, button, handle, told, swapIs } = await notified(
      { side: "buy" },
      { plannedBase: "3000000000000000" },
    );
    const transaction = {
      ...{
        to: `0x${"11".repeat(20)}`,
        data: "0xaa",
        value: "0x0",
        chainId: 8453,
        from: `0x${"22".repeat(20)}`,
      },
      ...{
        gas: "0x1",
        maxFeePerGas: "0x1",
        maxPriorityFeePerGas: "0x1",
        description: "Swap",
        ownerOnly: false,
      },
    };
    swapIs(async () => ({ message: "To sign.", transaction }));
    await handle(button(2));
    expect(swaps[0].args).toEqual({ tokenIn: USDC, tokenOut: ETH, dex: "0x", amountOut: "0.003" });
    expect(told.at(-1)?.html).toContain("data: <code>0xaa</code>");
  });

  test.each([
    ["the next slice is due", { lastExecution: NOW_MS - MINUTES_5 }, { at: NOW_MS - MINUTES_5 }, 2],
    ["another slice came since", { lastExecution: NOW_MS + 1, slicesExecuted: 3 }, {}, 2],
    ["the order was cancelled", { status: "cancelled" }, {}, 2],
    ["the order trades by itself", { autoExecute: true }, {}, 2],
    ["the slice never was", {}, {}, 3],
  ])("boundary: it does nothing where %s", async (_, order, kept, slice) => {
    const { swaps, button, handle, told } = await notified(order, kept);
    await handle(button(slice));
    expect(swaps).toEqual([]);
    expect(told.at(-1)?.html).toMatch(/is over|asked for already/);
  });

  test("boundary: a ms before the next slice is due it is open", async () => {
    const at = NOW_MS - MINUTES_5 + 1;
    const { swaps, button, handle } = await notified({ lastExecution: at }, { at });
    await handle(button(2));
    expect(swaps).toHaveLength(1);
  });

  test.each([
    ["refused", new AppError("swap_shield_blocked", "No."), 2],
    ["of unknown outcome", new Error("socket"), 1],
    ["of a store that failed", new AppError("store_unavailable", "No."), 1],
  ])("error: one that is %s may be pressed again or not", async (_, error, times) => {
    const { swaps, button, handle, swapIs } = await notified();
    swapIs(async () => {
      throw error;
    });
    await handle(button(2));
    await handle(button(2));
    expect(swaps).toHaveLength(times);
  });
});

test("default: /help has buttons that say what they show; pressed, as if written", async () => {
  const { ask, press, handle, told, asked } = await chatWith(["active"]);
  const words = buttonsOf(await ask("/help"));
  // None that could trade by a finger that slips.
  expect(words).toEqual([
    ...[
      "say:/status",
      "say:/orders",
      "say:/balance",
      "say:/quote 1 ETH USDC",
      "say:/history",
      "say:/pnl",
    ],
  ]);
  await handle(press("say:/quote 1 ETH USDC"));
  expect(told.at(-1)?.html).toContain("1 ETH → 2499.91 USDC");
  expect(asked.at(-1)).toMatchObject({ tool: "get_swap_quote" });
});

describe("/grants", () => {
  const [ID, OVER] = ["ab".repeat(16), "cd".repeat(16)];
  const grant = {
    ...{
      id: ID,
      name: "bot",
      agent: newAddress(),
      scope: "trade",
      chain: "8453",
      createdAt: NOW_MS,
      status: "lasts",
    },
    ...{
      expiresAt: NOW_MS + 3_600_000,
      endedBy: null,
      lastUsedAt: null,
      maxPerDay: "500",
      left: "120.5",
    },
    ...{ baseToken: "USDC", tools: null, tokens: null },
  };
  async function chatWithGrant() {
    const chat = await chatWith();
    const { runTool } = chat.answers;
    chat.answers.runTool = async (input) => {
      const answer = await runTool(input);
      if (input.tool.name !== "list_grants") return answer;
      return {
        ...answer,
        result: {
          ...answer.result,
          data: { grants: [grant, { ...grant, id: OVER, status: "ended" }] },
        },
      };
    };
    return chat;
  }
  const buttonsOf = ({
    keyboard,
  }: {
    keyboard?: { inline_keyboard: { callback_data?: string }[][] };
  }) => (keyboard?.inline_keyboard ?? []).flat().map(({ callback_data }) => callback_data);

  test("default: shows what lasts, and a button that ends it, which asks once", async () => {
    const { ask, handle, press, told, asked, vault } = await chatWithGrant();
    const shown = await ask("/grants");
    expect(shown.html).toContain("bot");
    expect(shown.html).toContain("trade, 500 USDC a day (120.5 left)");
    expect(buttonsOf(shown)).toEqual([`say:/grants end ${ID}`]);
    await handle(press(`say:/grants end ${ID}`));
    expect(buttonsOf(told.at(-1)!)).toEqual([`say:/grants end! ${ID}`]);
    expect(asked.map(({ tool }) => tool)).not.toContain("end_grant");
    await handle(press(`say:/grants end! ${ID}`));
    expect(asked.at(-1)).toEqual({ tool: "end_grant", args: { id: ID }, vaultAddress: vault });
    expect(told.at(-1)?.html).toContain("end_grant ran.");
    for (const { html } of told) expect(() => parseTelegramHtml(html)).not.toThrow();
  });

  test("error: a grant that no vault of the chat has ends nothing", async () => {
    const { ask, asked } = await chatWithGrant();
    const { html } = await ask(`/grants end! ${"ef".repeat(16)}`);
    expect(html).toContain("No vault of this chat has such a grant.");
    expect(asked.map(({ tool }) => tool)).not.toContain("end_grant");
  });
});
