import {
  AbstractChat,
  type ChatState,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from "ai";
import { type Hex, parseAbi, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { flowChat } from "../support/flow-chat.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import { type TestVault, TRADE_SELECTORS } from "../support/test-stack.ts";
import { outcomeOf } from "../support/through-doors.ts";

/** Signatures of the contracts, written out apart from ours. */
const abi = parseAbi([
  "function getUniV4TokenIds() view returns (uint256[])",
  "function getTotalStake(address staker) view returns (uint256)",
]);
/** modifyLiquidities, and stake (onchain-vectors.data.json). */
const SELECTORS: Hex[] = [...TRADE_SELECTORS, "0xdd46508f", "0xa694fc3a"];
const LP = {
  words: "please add 1 ETH of liquidity to the ETH/USDC 0.05% pool, +-10%",
  tool: "add_liquidity",
  args: { tokenA: "ETH", tokenB: "USDC", fee: 500, amountA: "1", tickRange: "+-10%" },
};
const STAKE = { words: "I'd like to stake 400 GRG", tool: "gov_stake", args: { amount: "400" } };
const DELEGATED = { executionMode: "delegated" };

let flow: Flow;
/** Delegated, and its operator's mode is autonomous. */
let vault: TestVault;
let auth: Record<string, unknown>;
beforeAll(async () => {
  flow = await startFlow({ model: "scripted", messaging: "delivered" });
  vault = await flow.newVault({ fund: { ETH: parseEther("10"), GRG: parseEther("1000") } });
  await flow.stack.delegated(vault, SELECTORS);
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  auth = {
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await flow.stack.credentials(vault.ownerKey)),
  };
});
afterAll(() => flow?.stack.stop());
beforeEach(() => flow.stack.stack.model?.script({}));

type Asked = { words: string; tool: string; args: object };
const willCall = ({ tool, args }: Asked) =>
  flow.stack.stack.model?.script({ answers: [{ calls: [{ name: tool, arguments: args }] }] });
async function ask(asked: Asked, extra: object = {}) {
  willCall(asked);
  const messages = [{ role: "user", content: asked.words }];
  return flow.stack.call("POST", "/api/chat", { messages, ...auth, ...extra });
}
const approve = (operationId: string) =>
  flow.stack
    .call("POST", "/api/operations/approve", { operationId, ...auth })
    .then(({ body }) => body);
const positions = () =>
  flow.chain.client.readContract({ address: vault.address, abi, functionName: "getUniV4TokenIds" });
const staked = () => {
  const address = flow.stack.stack.chain.addresses.stakingProxy;
  return flow.chain.client.readContract({
    address,
    abi,
    functionName: "getTotalStake",
    args: [vault.address],
  });
};

/**
 * Chat of the AI SDK as its packages for pages make it, but for the page: useChat is this with
 * React's state.
 */
async function sdkClient() {
  const payer = await flow.stack.payer();
  const state = {
    status: "ready",
    error: undefined,
    messages: [] as UIMessage[],
  } as unknown as ChatState<UIMessage>;
  Object.assign(state, {
    pushMessage: (message: UIMessage) => void state.messages.push(message),
    popMessage: () => void state.messages.pop(),
    replaceMessage: (at: number, message: UIMessage) => void state.messages.splice(at, 1, message),
    snapshot: <T>(value: T) => structuredClone(value),
  });
  const transport = new DefaultChatTransport<UIMessage>({
    api: `${flow.stack.stack.baseUrl}/api/chat`,
    body: { stream: true, ...auth, ...DELEGATED },
    fetch: async (url, init) => {
      const { header } = await flow.stack.payment("POST", "/api/chat", { payer });
      return fetch(url, { ...init, headers: { ...init?.headers, "x-payment": header } });
    },
  });
  return new (class extends AbstractChat<UIMessage> {})({
    ...{ transport, state },
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
}
const approvalsOf = ({ messages }: { messages: UIMessage[] }) =>
  messages.flatMap(({ parts }) => parts.filter((part) => part.type === "dynamic-tool"));

describe("over HTTP, with the operator's credentials and a delegation, in autonomous mode", () => {
  test("default: a position waits as a card, is approved, mined; again sends nothing", async () => {
    const nonce = await flow.chain.nonceOf(vault.agent);
    const { status, body } = await ask(LP, DELEGATED);
    expect([status, body.execution, body.transaction]).toEqual([200, undefined, undefined]);
    expect(body.operationId, JSON.stringify(body)).toMatch(/^[0-9a-f]{32}$/);
    for (const line of [
      /^Waits for your approval: Open a position with at most [0-9.]+ ETH and [0-9.]+ USDC\.$/m,
      /^Pool: ETH and USDC, fee 0\.05%, tick spacing 10\.$/m,
      /^Range: [0-9.]+ to [0-9.]+ USDC for one ETH \(ticks -?\d+ to -?\d+\)\.$/m,
      /at most [0-9.]+ ETH/,
      /^Read from your words: "(?=[^"]*\bETH\/USDC 0\.05%)(?=[^"]*\b1 ETH\b)[^"]*"\.$/im,
      "the second token follows from price and range",
      "On base, by Uniswap v4, to a position of the vault.",
    ])
      expect(body.reply).toMatch(line);
    expect([await positions(), await flow.chain.nonceOf(vault.agent)]).toEqual([[], nonce]);

    expect(await approve(body.operationId)).toMatchObject({ execution: { status: "confirmed" } });
    expect((await positions()).length).toBe(1);
    expect((await approve(body.operationId)).message).toContain("Approved already");
    expect((await positions()).length).toBe(1);
  });

  test("default: a stream carries the operation too", async () => {
    const { body } = await ask(
      { ...STAKE, words: "stake 10 GRG", args: { amount: "10" } },
      { ...DELEGATED, stream: true },
    );
    expect(String(body)).toMatch(/"type":"data-answer".*"operationId":"[0-9a-f]{32}"/);
    expect(await staked()).toBe(0n);
  });

  test("error: another figure than the words', the tool's refusals as when direct", async () => {
    // What the reader knows reaches no model, so these are in another language.
    const wrong = await ask(
      { ...STAKE, words: "质押400 GRG", args: { amount: "4000" } },
      DELEGATED,
    );
    expect([wrong.body.toolCalls[0].error.error, wrong.body.operationId]).toEqual([
      "not_in_your_words",
      undefined,
    ]);
    const args = { amount: "5000" };
    const much = await ask({ ...STAKE, words: "质押5000 GRG", args }, DELEGATED);
    const direct = await flow.stack.tool(vault, STAKE.tool, args, DELEGATED);
    const { error, message } = direct.body;
    expect(error).toBe("insufficient_balance");
    expect(much.body.toolCalls[0].error).toMatchObject({ error, message });
    expect(await staked()).toBe(0n);
  });
});

test("default: in Telegram a stake waits with buttons in any mode; Approve mines it", async () => {
  const chat = flowChat(flow, 8_100);
  await chat.ask(`/start ${await chat.code(vault)}`);
  willCall(STAKE);
  const card = await chat.ask(STAKE.words);
  expect(card).toContain("Stake 400 GRG");
  expect(card).toContain("by GRG staking, to the vault's own staking pool");
  expect(await staked()).toBe(0n);
  willCall({ ...STAKE, args: { amount: "5000" } });
  const { body } = await flow.stack.tool(vault, STAKE.tool, { amount: "5000" }, DELEGATED);
  expect(await chat.ask("stake 5000 GRG")).toContain(String(body.message).slice(0, 20));
  await chat.tap("approve");
  await chat.told("Executed");
  expect(await staked()).toBe(parseEther("400"));
});

test("default: manually the transaction of a direct call, unsigned and with its card", async () => {
  for (const asked of [
    STAKE,
    { ...LP, words: LP.words.replace("1 ETH", "0.5 ETH"), args: { ...LP.args, amountA: "0.5" } },
  ]) {
    const before = await staked();
    const [chat, direct] = [await ask(asked), await flow.stack.tool(vault, asked.tool, asked.args)];
    expect([chat.body.operationId, chat.body.execution]).toEqual([undefined, undefined]);
    expect(outcomeOf(chat.body)).toEqual(outcomeOf(direct.body));
    expect(chat.body.reply).toContain(
      "Nothing was broadcast: sign the transaction with the vault's owner.",
    );
    expect(chat.body.reply).toContain("Read from your words: ");
    if (asked.tool !== STAKE.tool) continue;
    const { to, data } = chat.body.transaction;
    await sendTransaction(flow.stack.stack.chain, {
      from: privateKeyToAccount(vault.ownerKey),
      to,
      data,
    });
    expect((await staked()) - before).toBe(parseEther("400"));
  }
});

test("error: a vault is bought in its base token, no figure read as another token's", async () => {
  const fund = (words: string, token: string) =>
    ask({ words, tool: "fund_pool", args: { amount: "1", token } });
  const other = await fund("deposita 1 ETH en la bóveda", "ETH");
  expect(other.body.toolCalls[0].error).toMatchObject({ error: "invalid_request" });
  expect(other.body.toolCalls[0].error.message).toMatch(/^token: this vault is bought with USDC/);
});

test("default: what only its signer sends is unsigned data and card, delegated too", async () => {
  const args = { name: "Sextant Growth", symbol: "SXG", baseToken: "USDC" };
  const words = "create a vault named Sextant Growth, symbol SXG, base token USDC";
  const { body } = await ask({ words, tool: "deploy_smart_pool", args }, DELEGATED);
  const direct = await flow.stack.tool(vault, "deploy_smart_pool", args);
  expect([body.operationId, body.execution]).toEqual([undefined, undefined]);
  expect(body.transactions.length).toBe(1);
  expect(outcomeOf(body)).toEqual(outcomeOf(direct.body));
  expect(body.reply).toContain("On base, by the vault factory, to the wallet that signs.");
});

const ORDER = {
  words: "verkaufe 1 eth für usdc in 5 teilen alle 10 minuten, automatisch",
  tool: "create_twap_order",
  args: {
    side: "sell",
    sellToken: "ETH",
    buyToken: "USDC",
    totalAmount: "1",
    sliceCount: 5,
    intervalMinutes: 10,
  },
};
const list = () => flow.stack.tool(vault, "list_twap_orders").then(({ body }) => body.data.orders);

test("default: an order in another language waits as a card; approved, made once", async () => {
  const { status, body } = await ask(ORDER, DELEGATED);
  expect([status, body.execution, body.operationId], JSON.stringify(body)).toEqual([
    200,
    undefined,
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ]);
  for (const line of [
    /^Waits for your approval: Creates a TWAP order\./m,
    'Read from your words: "sell 1 ETH for USDC in 5 slices every 10 minutes automatically".',
    "On base.",
    "Slices: 5 x 0.2 ETH",
    "Mode: autonomous",
    "Nothing was changed.",
  ])
    expect(body.reply).toMatch(line);
  expect(await list()).toEqual([]);
  expect((await approve(body.operationId)).message).toContain("created: ");
  expect((await approve(body.operationId)).message).toContain("Approved already, and done.");
  expect(await list()).toHaveLength(1);
  expect(await flow.stack.advance(60_000)).toMatchObject({ slices: 1, executed: 1 });
  const [order] = await list();
  expect(order).toMatchObject({ slicesExecuted: 1 });
  const off = await ask(
    { words: "storniere order 1", tool: "cancel_twap_order", args: { id: order.id } },
    { executionMode: "manual" },
  );
  expect(await list()).toMatchObject([{ active: true }]);
  expect((await approve(off.body.operationId)).message).toContain("cancelled after 1 of 5 slices");
  expect(await list()).toMatchObject([{ active: false }]);
});

test("behavior: an order's unnamed buy shows address, warning; approved, slices buy", async () => {
  const order = {
    ...ORDER,
    words: ORDER.words.replace("usdc", "grg"),
    args: { ...ORDER.args, buyToken: "GRG" },
  };
  const { body } = await ask(order, DELEGATED);
  const grg = flow.stack.stack.chain.tokens.GRG.toLowerCase();
  expect(body.reply, JSON.stringify(body)).toContain(
    `Warning: this buys ${grg}, which is not among`,
  );
  await approve(body.operationId);
  expect(await flow.stack.advance(60_000)).toMatchObject({ slices: 1, executed: 1 });
  expect(
    (await list()).find(({ buyToken }: { buyToken: string }) => buyToken === "GRG"),
  ).toMatchObject({
    ...{ slicesExecuted: 1, namedByCard: true },
  });
  // The same by a call of its own has no card.
  const direct = { ...order.args, dex: "uniswap", autoExecute: true };
  expect((await flow.stack.tool(vault, ORDER.tool, direct)).body.error).toBe("token_not_allowed");
});

test("error: another figure than the words', and another chat's words, are no card", async () => {
  const wrong = await ask({ ...ORDER, args: { ...ORDER.args, totalAmount: "10" } }, DELEGATED);
  expect([wrong.body.toolCalls[0].error.error, wrong.body.operationId]).toEqual([
    "not_in_your_words",
    undefined,
  ]);
  const quoted = await ask({ ...ORDER, words: `was heißt das?\n> ${ORDER.words}` }, DELEGATED);
  expect(quoted.body.operationId).toBeUndefined();
});

test("default: a swap in another language is unsigned for its owner, else it waits", async () => {
  const args = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "0.5" };
  const swap = { words: "verkaufe 0,5 eth für usdc, Schätzchen", tool: "build_vault_swap", args };
  const card = 'Not used of your words: "Schätzchen".';
  const manual = (await ask(swap)).body;
  expect([manual.operationId, manual.execution, manual.transaction?.to.toLowerCase()]).toEqual([
    undefined,
    undefined,
    vault.address.toLowerCase(),
  ]);
  expect(manual.reply).toContain(card);
  const { body } = await ask(swap, DELEGATED);
  expect([body.transaction, body.execution]).toEqual([undefined, undefined]);
  for (const line of [card, "At least ", "Waits for your approval: Swap 0.5 ETH"])
    expect(body.reply).toContain(line);
  expect(await approve(body.operationId)).toMatchObject({
    execution: { status: "confirmed", sold: "0.5" },
  });
});

describe("in the stock client of the AI SDK", () => {
  test("default: a stock AI SDK client shows the approval; only the operator answers", async () => {
    const before = await staked();
    const client = await sdkClient();
    willCall({ ...STAKE, words: "stake 10 GRG", args: { amount: "10" } });
    await client.sendMessage({ text: "stake 10 GRG" });
    const [asked] = approvalsOf(client);
    expect(asked).toMatchObject({
      toolName: STAKE.tool,
      input: { amount: "10" },
      state: "approval-requested",
    });
    const id = asked?.approval?.id ?? "";
    expect([id, await staked()]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), before]);
    // What the client is about to send, by a stranger, and by nobody.
    const answered = { ...asked, state: "approval-responded", approval: { id, approved: true } };
    const messages = [{ role: "assistant", parts: [answered] }];
    const nobody = { messages, vaultAddress: vault.address, chainId: 8453 };
    const stranger = { ...nobody, ...(await flow.stack.credentials(generatePrivateKey())) };
    for (const [body, code] of [
      [nobody, "auth_required"],
      [stranger, "not_vault_owner"],
    ] as const)
      expect((await flow.stack.call("POST", "/api/chat", body)).body.error).toBe(code);
    expect(await staked()).toBe(before);

    await client.addToolApprovalResponse({ id, approved: true });
    await expect
      .poll(() => approvalsOf(client)[0]?.state, { timeout: 60_000 })
      .toBe("output-available");
    expect(approvalsOf(client)[0]).toMatchObject({
      output: { execution: { status: "confirmed" } },
    });
    expect(client.messages.at(-1)?.parts.filter(({ type }) => type === "text")).toHaveLength(2);
    expect(await staked()).toBe(before + parseEther("10"));
    const again = (await flow.stack.call("POST", "/api/chat", { ...nobody, ...auth })).body;
    expect([again.decided, again.reply]).toEqual([
      { operationId: id, approved: true },
      expect.stringContaining("Approved already"),
    ]);
    expect(await staked()).toBe(before + parseEther("10"));
  });

  test("default: a stock AI SDK client's no rejects it", async () => {
    const before = await staked();
    const client = await sdkClient();
    willCall({ ...STAKE, words: "stake 11 GRG", args: { amount: "11" } });
    await client.sendMessage({ text: "stake 11 GRG" });
    const id = approvalsOf(client)[0]?.approval?.id ?? "";
    await client.addToolApprovalResponse({ id, approved: false });
    await expect
      .poll(() => approvalsOf(client)[0]?.state, { timeout: 60_000 })
      .toBe("output-denied");
    expect(await approve(id)).toMatchObject({ error: "operation_decided" });
    expect(await staked()).toBe(before);
  });
});
