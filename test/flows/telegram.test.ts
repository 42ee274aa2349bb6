import { encodeFunctionData, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { credentialHeaders } from "../support/credential-headers.ts";
import { flowChat } from "../support/flow-chat.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { actionMessage, boundMessage, signOperator } from "../support/sign-operator.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import { telegramDoor } from "../support/telegram-door.ts";
import type { Credentials, TestVault } from "../support/test-stack.ts";
import { throughDoors } from "../support/through-doors.ts";

let flow: Flow;
let users = 7_000;
beforeAll(async () => {
  flow = await startFlow({ messaging: "delivered" });
});
beforeEach(() => flow.sinkControl("clear"));
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const idsIn = (text = ""): string[] =>
  [...text.matchAll(/<code>(#[0-9a-f]{8})<\/code>/g)].map(([, id]) => id ?? "");
const newChat = () => {
  users += 1;
  return flowChat(flow, users);
};

/** A delegated vault whose owner talks to the service in a chat of his own. */
async function talking() {
  const vault = await flow.newVault();
  await flow.stack.delegated(vault);
  const chat = newChat();
  expect(await chat.ask(`/start ${await chat.code(vault)}`)).toContain("Paired with operator");
  return { vault, chat };
}
const nowMs = () => Math.floor(flow.stack.stack.nowMs());
/**
 * The channel's failure is in the store: a try is counted, or the chat waits for longer than any
 * lease does.
 */
async function isWrittenDown(chatId: string): Promise<void> {
  const { command } = flow.stack.stack.redis;
  const hasTries = async () =>
    Number(await command(["HLEN", "sx:local:outbox-tries:telegram"])) > 0;
  const waits = async () =>
    Number(await command(["GET", `sx:local:outbox-chat:telegram:${chatId}`])) > nowMs() + 100_000;
  await expect
    .poll(async () => (await hasTries()) || (await waits()), { timeout: 30_000 })
    .toBe(true);
}
/**
 * Nothing is being delivered to this chat: it has no lease, which is a minute long, ahead of it.
 */
const isQuiet = async (chatId: string): Promise<boolean> => {
  const untilMs = Number(
    await flow.stack.stack.redis.command(["GET", `sx:local:outbox-chat:telegram:${chatId}`]),
  );
  return untilMs < nowMs() + 30_000 || untilMs > nowMs() + 61_000;
};
const unpair = async (vault: TestVault) => {
  const at = nowMs();
  const signed = await signOperator(
    vault.ownerKey,
    actionMessage(at, "unpair", 8453, vault.address),
    at,
  );
  return flow.stack.call("POST", "/api/telegram/unpair", {
    vaultAddress: vault.address,
    chainId: 8453,
    ...signed,
  });
};
const isFrozen = async ({ address }: TestVault) =>
  (await flow.stack.stack.redis.command(["EXISTS", `sx:local:frozen:${address}`])) === 1;

test("default: paired: three slices, failure told, paused, resumed, frozen, unpaired", async () => {
  const { stack, orders } = flow;
  const { vault, chat } = await talking();
  expect(await chat.ask("sell 60 USDC for ETH in 6 slices every 5 minutes")).toContain(
    "TWAP order #1 created",
  );
  for (const done of [1, 2, 3]) {
    await stack.advance(5 * MINUTE);
    await chat.told(`<b>TWAP #1</b> slice notified (${done}/6)`);
  }
  // The slice's own button: the swap waits for a word, once however often it is pressed.
  await Promise.all([chat.tap("trade this slice"), chat.tap("trade this slice")]);
  const offers = async () =>
    (await chat.messages()).filter(({ replyMarkup }) =>
      JSON.stringify(replyMarkup).includes("approve:"),
    );
  await expect.poll(async () => (await offers()).length, { timeout: 30_000 }).toBe(1);
  expect((await offers())[0]?.text).toContain("10 USDC");
  await chat.told("asked for already");
  await chat.tap("reject");
  await chat.told(/[Rr]ejected/);
  expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  expect(await chat.ask("/orders")).toMatch(
    /#1 active: sell 60 USDC for ETH\n {2}Progress: 3\/6 slices of 10 USDC/,
  );
  await flow.venueControl("0x", "skew", { bps: 400 });
  await stack.advance(5 * MINUTE);
  const failed = await chat.told("slice 4 failed (1/3 in a row)");
  expect(failed).toMatch(
    /Debug call data:\nto: <code>0x[0-9a-f]{40}<\/code>\nfrom: .*\nvalue: .*\ndata: <code>0x2213bc0b<\/code>… \(cut, \d+ bytes in all\)/,
  );
  expect(failed).not.toMatch(/[0-9a-f]{41}/);
  // What it leaves out is behind the card's button, and in the order's detail.
  await chat.tap("details");
  const whole = await chat.told("Slice 4 failed with this call:");
  const [, data] = /^data: <code>(0x2213bc0b[0-9a-f]{1000,})<\/code>$/m.exec(whole) ?? [];
  expect(data, whole).toBeDefined();
  const detail = await stack.tool(vault, "get_twap_order", { id: 1 });
  expect(detail.body.data.failedCall).toMatchObject({ sliceNumber: 4, to: vault.address, data });
  await flow.venueControl("0x", "reset", {});

  expect(await chat.ask("pause twap 1")).toContain("TWAP order #1 is paused.");
  for (const _ of [1, 2]) expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 0 });
  expect(await chat.ask("resume twap 1")).toContain("TWAP order #1 is active again.");
  await stack.advance(5 * MINUTE);
  await chat.told("<b>TWAP #1</b> slice notified (4/6)");

  expect(await chat.ask("/cancel 1")).toContain("TWAP order #1 cancelled after 4 of 6 slices.");

  expect(await orders.create(vault, { dex: "0x" })).toBe(2);
  await stack.advance(5 * MINUTE);
  expect(await chat.told("<b>TWAP #2</b> slice executed (1/4)")).toContain(
    "https://basescan.org/tx/0x",
  );
  expect(await chat.ask("/freeze")).toContain("<b>Frozen</b>");
  expect(await isFrozen(vault)).toBe(true);
  await stack.advance(5 * MINUTE);
  const stopped = await chat.told("slice 2 failed (1/3 in a row)");
  expect(stopped).toContain("vault_frozen");
  // Whatever meets the freeze says how it ends, with a link to where that is explained.
  const link = `<a href="${new URL(stack.stack.baseUrl).origin}/docs#unfreezeVault">/docs#unfreezeVault</a>`;
  for (const told of [stopped, await chat.told("<b>Frozen</b>")]) expect(told).toContain(link);
  for (const command of ["/status", "/help", "/settings loosen"]) {
    const answer = await chat.ask(command);
    expect([command, answer.includes(link), answer.includes("POST /api/vault/unfreeze")]).toEqual([
      command,
      true,
      true,
    ]);
  }
  // The text to sign is what the route takes.
  const at = nowMs();
  const shown = [...(await chat.ask("/settings loosen")).matchAll(/<pre>([^<]*)<\/pre>/g)].map(
    ([, text = ""]) => text,
  );
  const text =
    shown
      .find((one) => one.includes("Action: unfreeze"))
      ?.replace("&lt;authTimestamp&gt;", String(at)) ?? "";
  const lifted = await stack.call("POST", "/api/vault/unfreeze", {
    ...{ vaultAddress: vault.address, chainId: 8453 },
    ...(await signOperator(vault.ownerKey, text, at)),
  });
  expect(lifted).toMatchObject({ status: 200, body: { changed: true } });
  expect(await orders.order(vault, 2)).toMatchObject({ slicesExecuted: 1, consecutiveFailures: 1 });

  await chat.settled(vault);
  const ids = (await chat.texts()).flatMap(idsIn);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await unpair(vault)).toMatchObject({ status: 200, body: { ok: true, changed: true } });
  await chat.told("has ended the pairing");
  expect(await chat.ask("/orders")).toContain("not paired");
});

test("attack: a code takes the owner's fresh signature for pairing, once; else none", async () => {
  const { stack } = flow;
  const [vault, other] = [await flow.newVault(), await flow.newVault()];
  const chat = newChat();
  const at = nowMs();
  const ask = (signed: object, more: object = {}) =>
    stack.call("POST", "/api/telegram/pair", {
      vaultAddress: vault.address,
      chainId: 8453,
      ...signed,
      ...more,
    });
  const sign = (text: string, time = at, key = vault.ownerKey) => signOperator(key, text, time);
  const pairText = (time = at, of = vault, chainId = 8453) =>
    actionMessage(time, "pair", chainId, of.address);
  const old = at - 5 * MINUTE - 5_000;
  const wrong: [what: string, signed: Credentials, code: string][] = [
    ["the ordinary message", await sign(boundMessage(at)), "auth_signature_mismatch"],
    ["a stale one", await sign(pairText(old), old), "auth_expired"],
    [
      "another action",
      await sign(actionMessage(at, "unpair", 8453, vault.address)),
      "auth_signature_mismatch",
    ],
    ["another vault", await sign(pairText(at, other)), "auth_signature_mismatch"],
    ["another chain", await sign(pairText(at, vault, 10)), "auth_signature_mismatch"],
    ["a stranger", await sign(pairText(), at, other.ownerKey), "not_vault_owner"],
  ];
  for (const [what, signed, code] of wrong) {
    const { status, body } = await ask(signed);
    expect([what, status, body.error]).toEqual([
      what,
      code === "not_vault_owner" ? 403 : 401,
      code,
    ]);
    if (status === 401) expect(body.message).toContain(`Action: pair 8453 ${vault.address}`);
  }
  const keys = (await stack.stack.redis.command(["KEYS", "sx:local:pairing*"])) as string[];
  expect(keys.filter((key) => key.includes(vault.owner.toLowerCase()))).toEqual([]);

  // A dry run uses nothing up, and its code is good for nothing.
  const signed = await sign(pairText());
  const tried = await ask(signed, { dryRun: true });
  expect(tried).toMatchObject({ status: 200, body: { dryRun: true } });
  expect(await chat.ask(`/start ${tried.body.code}`)).toContain("not valid");
  const both = await Promise.all([ask(signed), ask(signed)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(both.find(({ status }) => status === 401)?.body.error).toBe("auth_signature_used");
  // Another's chat was first: the code is used up, and the replay of its signature makes no other.
  const code = both.find(({ status }) => status === 200)?.body.code;
  const first = newChat();
  expect(await first.ask(`/start ${code}`)).toContain("Paired with operator");
  expect(await chat.ask(`/start ${code}`)).toContain("not valid");
  expect(await ask(signed)).toMatchObject({ status: 401, body: { error: "auth_signature_used" } });
  expect(await chat.ask("/orders")).toContain("not paired");
});

test("attack: a chat 90 days silent does nothing but freeze until a new signature", async () => {
  const { stack, chain, orders } = flow;
  const { vault, chat } = await talking();
  const events = async () =>
    (
      await stack.call(
        "GET",
        `/api/strategy-events?vault=${vault.address}`,
        undefined,
        credentialHeaders(await stack.credentials(vault.ownerKey)),
      )
    ).body;
  await stack.advance(89 * 24 * 60 * MINUTE);
  expect(await chat.ask("/vault")).toContain(vault.address);
  await stack.advance(89 * 24 * 60 * MINUTE);
  expect(await chat.ask("/status")).toContain(
    `Speaks for operator <code>${vault.owner.toLowerCase()}</code>`,
  );
  await stack.advance(90 * 24 * 60 * MINUTE);
  for (const words of ["sell 10 USDC for ETH on uniswap", "/orders", "yes"])
    expect(await chat.ask(words)).toContain(
      `for operator <code>${vault.owner.toLowerCase()}</code> no more`,
    );
  await chat.tap("Orders");
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  // What it is told goes on, of an order that was made elsewhere.
  await orders.create(vault, { totalAmount: "20", sliceCount: 2 });
  await stack.advance(5 * MINUTE);
  await chat.told(/#1\b/);
  expect(await chat.ask("/freeze")).toContain("<b>Frozen</b>");
  expect(await isFrozen(vault)).toBe(true);

  expect(await chat.ask(`/start ${await chat.code(vault)}`)).toContain("Paired with operator");
  expect(await chat.ask("/orders")).toContain("#1");
  expect(
    (await events()).events.filter(({ type }: { type: string }) => type === "pairing"),
  ).toMatchObject([{ paired: true, channel: "telegram" }]);
});

test("behavior: a channel half failing loses nothing, delivers once or again by id", async () => {
  const { stack } = flow;
  const { vault, chat } = await talking();
  await flow.sinkControl("clear");
  // Ticks alone make up for it: a second look at the very moment of a tick would decide by chance
  // what the tick still may tell.
  stack.proxies.qstash.before(async ({ body }) =>
    body.includes('\\"tell\\"') ? { status: 500, body: "{}" } : undefined,
  );
  const faults = [
    { afterAccept: true },
    { status: 500 },
    {},
    { status: 429, retryAfter: 200 },
    { afterAccept: true, status: 502 },
  ];
  // Each step's first sending meets a fault, and the one that makes up for it does not.
  const steps: [what: () => Promise<unknown>, told: RegExp][] = [
    [() => chat.say("sell 60 USDC for ETH in 6 slices every 5 minutes"), /TWAP order #1 created/],
    [() => stack.advance(5 * MINUTE), /slice notified \(\d\/6\)/],
    [() => chat.say("/settings"), /<b>Settings<\/b> of/],
    [() => chat.say("pause twap 1"), /TWAP order #1 is paused/],
    [() => chat.say("cancel twap 1"), /TWAP order #1 cancelled/],
  ];
  const lost: string[] = [];
  for (const [index, [act, wanted]] of steps.entries()) {
    const fault = faults[index];
    const before = await chat.texts();
    await flow.sinkControl("fail", { ...fault, method: "sendMessage" });
    await act();
    await isWrittenDown(chat.chatId);
    lost.push(...(await chat.texts()).slice(before.length));
    await stack.advance(5 * MINUTE);
    await chat.settled(vault);
    await chat.told(wanted);
  }
  const ids = (await chat.texts()).flatMap(idsIn);
  const again = ids.filter((id, index) => ids.indexOf(id) !== index);
  // What came twice is what the channel had taken without saying so, and nothing else.
  expect(lost).toHaveLength(2);
  expect([...again].sort()).toEqual(lost.flatMap(idsIn).sort());
  await stack.advance(5 * MINUTE);
  expect((await chat.texts()).flatMap(idsIn)).toHaveLength(ids.length);
});

test("behavior: every second send fails: card ends as its order, buttons act once", async () => {
  const { stack, orders, chain } = flow;
  const { vault, chat } = await talking();
  const cards = async () => (await chat.messages()).filter(({ text }) => /[▰▱]{10}/.test(text));
  const shows = async (wanted: string) =>
    (await cards()).some(({ text, replyMarkup }) =>
      `${text} ${JSON.stringify(replyMarkup)}`.includes(wanted),
    );
  /**
   * Ticks go by until the channel has taken it: a sending that failed is made again with a later
   * one.
   */
  const until = async (wanted: string, isThere: (wanted: string) => Promise<boolean> = shows) => {
    for (let ticks = 0; ticks < 8 && !(await isThere(wanted)); ticks += 1) {
      await stack.advance(5 * MINUTE);
      await expect.poll(() => isQuiet(chat.chatId), { timeout: 30_000 }).toBe(true);
    }
    expect(await isThere(wanted)).toBe(true);
  };
  const stateOf = async () => (await orders.order(vault, id)).status;
  await flow.sinkControl("fail", { every: 2, times: 10_000, status: 500 });
  const id = await orders.create(vault, { totalAmount: "60", sliceCount: 6 });
  await until("Pause");
  // Pressed twice, and each press delivered once: what they ask for is there once.
  await Promise.all([chat.tap("pause"), chat.tap("pause")]);
  await expect.poll(stateOf, { timeout: 30_000 }).toBe("paused");
  const before = await chain.nonceOf(vault.agent);
  await until("Resume");
  expect(await chain.nonceOf(vault.agent)).toBe(before);
  // Another user's press, as if it came from this chat's message.
  await chat.tap("resume", Number(chat.chatId) + 1);
  await chat.tap("resume");
  await expect.poll(stateOf, { timeout: 30_000 }).toBe("active");
  await until("6/6, completed");
  expect(await chain.nonceOf(vault.agent)).toBe(6);
  const [card, ...others] = await cards();
  expect(others).toEqual([]);
  expect(card?.text).toContain("Sold 60 USDC, bought");
  // Nothing of an order that is over can be changed.
  expect(JSON.stringify(card?.replyMarkup)).toMatch(/Details/);
  expect(JSON.stringify(card?.replyMarkup)).not.toMatch(/Pause|Resume|Cancel/);
  await until("completed (6/6)", async (text) =>
    (await chat.texts()).some((told) => told.includes(text)),
  );
  expect((await chat.texts()).filter((text) => text.includes("completed (6/6)"))).toHaveLength(1);
});

test("attack: without the right secret nothing is read; with it, an update acts once", async () => {
  const { stack, orders } = flow;
  const { vault, chat } = await talking();
  const update = {
    update_id: 900_001,
    message: {
      message_id: 1,
      from: { id: Number(chat.chatId), is_bot: false },
      chat: { id: Number(chat.chatId), type: "private" },
      date: Math.floor(nowMs() / 1_000),
      text: "sell 60 USDC for ETH in 6 slices every 5 minutes",
    },
  };
  const secret = stack.stack.workerVars.TELEGRAM_WEBHOOK_SECRET ?? "";
  const post = (headers: Record<string, string>) =>
    stack.call("POST", "/api/telegram/webhook", update, headers);
  for (const headers of [
    {},
    ...[secret.slice(1), `${secret}x`, "", "0".repeat(32)].map((value) => ({
      "x-telegram-bot-api-secret-token": value,
    })),
  ])
    expect(await post(headers)).toMatchObject({ status: 401, body: { error: "unauthorized" } });
  expect((await stack.call("POST", "/api/internal/telegram-update", update)).status).toBe(401);
  expect(await orders.list(vault)).toEqual([]);
  for (let i = 0; i < 4; i += 1)
    expect((await post({ "x-telegram-bot-api-secret-token": secret })).status).toBe(200);
  await chat.told("TWAP order #1 created");
  // Its card comes behind the answer, before anything ran.
  await chat.told(/▱{10} 0\/6, running/);
  expect((await post({ "x-telegram-bot-api-secret-token": secret })).status).toBe(200);
  expect(await chat.ask("/orders")).toContain("1 active, 0 inactive");
});

test("attack: a vault given away is no more the chat's to trade, freeze, see orders", async () => {
  const { vault, chat } = await talking();
  const abi = parseAbi(["function setOwner(address newOwner)"]);
  const data = encodeFunctionData({
    abi,
    functionName: "setOwner",
    args: [flow.stack.stack.manifest.stranger.address],
  });
  await sendTransaction(flow.stack.stack.chain, {
    from: privateKeyToAccount(vault.ownerKey),
    to: vault.address,
    data,
  });
  // A good answer about the owner is remembered for a minute.
  await flow.stack.advance(2 * MINUTE);
  for (const words of [
    "sell 60 USDC for ETH in 6 slices every 5 minutes",
    "sell 10 USDC for ETH",
    "/orders",
    "/cancel 1",
  ])
    expect(await chat.ask(words)).toContain("does not own this vault");
  expect(await chat.ask("/freeze")).toContain("Not frozen");
  expect(await isFrozen(vault)).toBe(false);
});

test("default: /status lists price waits and that nothing bounds the agent so far", async () => {
  const { stack } = flow;
  const { vault, chat } = await talking();
  expect(await chat.ask("/status")).toContain("No limits bound what it may give away in a day.");
  const stop = {
    type: "stop",
    side: "sell",
    sellToken: "ETH",
    buyToken: "USDC",
    totalAmount: "0.1",
    price: "1000",
  };
  for (const price of ["1000", "900"])
    expect(
      (await stack.tool(vault, "create_trigger_order", { ...stop, price, priceOf: "sellToken" }))
        .status,
    ).toBe(200);
  expect((await stack.tool(vault, "cancel_trigger_order", { id: 2 })).status).toBe(200);
  const setLimits = async (limits: object) => {
    const auth = {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
    };
    expect((await stack.call("POST", "/api/settings/limits", { ...auth, ...limits })).status).toBe(
      200,
    );
  };
  // Which venues may be used bounds no amount.
  await setLimits({ venues: ["uniswap"] });
  const unbounded = await chat.ask("/status");
  expect(unbounded).toContain("No limits bound what it may give away in a day.");
  expect(unbounded).toContain("Venues: uniswap");
  await setLimits({ maxPerDay: "1000" });
  const shown = await chat.ask("/status");
  expect(shown).toContain(
    "Triggers: 1\n⏱ #1 stop: ETH at or below 1000 USDC, sell 0.1 ETH for USDC",
  );
  expect(shown).not.toContain("#2");
  expect(shown).not.toContain("No limits bound");
});

test("behavior: /freeze needs no queue, node or channel; deliveries come later", async () => {
  const { stack } = flow;
  const { vault, chat } = await talking();
  stack.proxies.qstash.before(async () => ({ status: 500, body: "{}" }));
  stack.proxies.rpc.before(async () => ({ status: 500, body: "{}" }));
  await flow.sinkControl("fail", { status: 500, method: "sendMessage" });
  expect((await chat.say("/freeze")).status).toBe(200);
  expect(await isFrozen(vault)).toBe(true);
  await isWrittenDown(chat.chatId);
  await flow.calm();
  await stack.advance(5 * MINUTE);
  await chat.told("<b>Frozen</b>");
  // Words reach the service without the queue too.
  stack.proxies.qstash.before(async () => ({ status: 500, body: "{}" }));
  expect(await chat.ask("/mode")).toContain("<b>confirm</b>");
});

test("default: in confirm mode Approve runs the words once, Reject ends, buttons go", async () => {
  const { chain } = flow;
  const { vault, chat } = await talking();
  const hasOperation = ({ replyMarkup }: { replyMarkup: unknown }) =>
    JSON.stringify(replyMarkup).includes("approve:");
  const buttons = async () => (await chat.messages()).filter(hasOperation).length;
  expect(await chat.ask("sell 10 USDC for ETH")).toContain("10 USDC");
  expect(await buttons()).toBe(1);
  // Somebody else's press, as if it came from this chat's message.
  await chat.tap("approve", Number(chat.chatId) + 1);
  const pressed = await Promise.all([
    chat.tap("approve"),
    chat.tap("approve"),
    chat.tap("approve"),
  ]);
  expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200]);
  await chat.told("Executed: sold 10 USDC");
  await expect.poll(buttons, { timeout: 30_000 }).toBe(0);
  expect(await chain.nonceOf(vault.agent)).toBe(1);

  // Each press is answered, so the next message may be one of those.
  await chat.say("sell 11 USDC for ETH");
  await chat.told("11 USDC");
  await chat.tap("reject");
  await chat.told(/[Rr]ejected/);
  await expect.poll(buttons, { timeout: 30_000 }).toBe(0);
  expect(await chain.nonceOf(vault.agent)).toBe(1);
});

test("default: a card tapped late or at a worse price is shown anew for its own tap", async () => {
  const { stack, chain } = flow;
  const { chat, vault } = await talking();
  await chat.ask("sell 10 USDC for ETH on uniswap");
  await stack.advance(4 * MINUTE);
  await chat.tap("approve");
  await chat.told("too old, and nothing was done");
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  // Within the same card's time the market moves by more than its slippage of 1%.
  await flow.movePool("v4_ETH_USDC", 10_300);
  await chat.tap("approve");
  await chat.told("become worse than that card allowed");
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  await chat.tap("approve");
  await chat.told("Executed: sold 10 USDC");
  expect(await chain.nonceOf(vault.agent)).toBe(1);
});

test("default: a bare yes taps the one card of the newest message; otherwise none", async () => {
  const { stack, chain } = flow;
  const { chat, vault } = await talking();
  const ask = async (amount: string) => {
    await chat.say(`sell ${amount} USDC for ETH on uniswap`);
    await chat.told(`${amount} USDC`);
    // The next second, by the channel's own times.
    await stack.advance(2_000);
  };
  await ask("10");
  await chat.say("yes");
  await chat.told("Executed: sold 10 USDC");
  expect(await chain.nonceOf(vault.agent)).toBe(1);

  // What was asked for elsewhere is told behind the card, with buttons of its own.
  await ask("11");
  const elsewhere = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "14", dex: "uniswap" };
  await stack.tool(vault, "build_vault_swap", elsewhere, { executionMode: "delegated" });
  await chat.told("14 USDC");
  await stack.advance(2_000);
  await chat.say("yes");
  await chat.told("The card waits for its own buttons");
  expect(await chain.nonceOf(vault.agent)).toBe(1);
  // Another card: two wait.
  await ask("12");
  await chat.say("yes");
  await expect
    .poll(
      async () =>
        (await chat.texts()).filter((text) => text.includes("waits for its own buttons")).length,
    )
    .toBe(2);
  expect(await chain.nonceOf(vault.agent)).toBe(1);
  // Over HTTP no words approve what waits.
  const body = {
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await stack.credentials(vault.ownerKey)),
  };
  const say = (content: string, more: object = {}) =>
    stack.call("POST", "/api/chat", {
      ...{ ...body, executionMode: "delegated", messages: [{ role: "user", content }], ...more },
    });
  expect((await say("yes")).body.error).toBe("question_not_open");
  // A yes to a question says what was meant, and what it sends waits as the mode says.
  const asked = await say("sell 13 usdc for eth, then sell 5 usdc for weth");
  const meant = await say("yes", { questionId: asked.body.question.id });
  expect(meant.body.operationId).toMatch(/^[0-9a-f]{32}$/);
  expect(await chain.nonceOf(vault.agent)).toBe(1);
});

describe("the same request through every door: direct call, chat, MCP and this channel", () => {
  type Asked = { words: string; tool: string; args: Record<string, unknown> };
  const swap = (amountIn: string, more: { words: string; args: object }): Asked => ({
    words: `sell ${amountIn} USDC for ETH${more.words}`,
    tool: "build_vault_swap",
    args: { tokenIn: "USDC", tokenOut: "ETH", amountIn, ...more.args },
  });
  const ON_UNISWAP = { words: " on uniswap", args: { dex: "uniswap" } };
  const ON_0X = { words: "", args: {} };

  async function inAll(asked: Asked) {
    const { stack } = flow;
    const vault = await flow.newVault();
    const chat = newChat();
    await chat.ask(`/start ${await chat.code(vault)}`);
    const doors = {
      ...throughDoors(stack, vault, await stack.payer()),
      telegram: telegramDoor(chat),
    };
    const auth = {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
    };
    const { tool, chat: byChat, mcp, telegram } = doors;
    return {
      tool: await tool(asked, auth),
      others: [await byChat(asked, auth), await mcp(asked, auth), await telegram(asked, auth)],
    };
  }

  test.each([swap("10", ON_UNISWAP), swap("12.5", ON_0X)])(
    "default: the same transaction for $words",
    async (asked) => {
      const { tool, others } = await inAll(asked);
      expect(tool.transaction).toBeDefined();
      const [chat, mcp, telegram] = others;
      expect([chat, mcp]).toEqual([tool, tool]);
      expect(tool.transaction).toMatchObject(telegram?.transaction ?? { none: true });
    },
  );

  test.each<[code: string, asked: Asked, first: () => Promise<unknown>]>([
    ["insufficient_balance", swap("100000000", ON_0X), async () => {}],
    ["invalid_request", swap("0.0000001", ON_UNISWAP), async () => {}],
    [
      "swap_shield_blocked",
      swap("10", ON_0X),
      () => flow.venueControl("0x", "skew", { bps: 2_000 }),
    ],
    [
      "twap_order_not_found",
      { words: "cancel twap 99", tool: "cancel_twap_order", args: { id: 99 } },
      async () => {},
    ],
    [
      "invalid_request",
      {
        words: "sell 60 USDC for ETH in 6 slices every 3 minutes",
        tool: "create_twap_order",
        args: {
          side: "sell",
          sellToken: "USDC",
          buyToken: "ETH",
          totalAmount: "60",
          sliceCount: 6,
          intervalMinutes: 3,
        },
      },
      async () => {},
    ],
  ])("error: the same refusal, %s", async (code, asked, first) => {
    await first();
    const { tool, others } = await inAll(asked);
    expect(tool.refused?.error).toBe(code);
    // A person reads what is meant by a field, a program its name.
    const told = tool.refused?.message?.replace("arguments.intervalMinutes", "Interval in minutes");
    expect(others.map(({ refused }) => refused?.message)).toEqual([
      tool.refused?.message,
      tool.refused?.message,
      told,
    ]);
  });
});
