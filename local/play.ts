import type { Address, Hex } from "viem";
import * as z from "zod";
import { waitFor } from "./lib/wait-for.ts";
import { operatorChat } from "./messaging/operator-chat.ts";
import { bridgeScene } from "./play/bridge-scene.ts";
import { type Caller, createCaller } from "./play/create-caller.ts";
import { liquidityScene } from "./play/liquidity-scene.ts";
import { playedOrder } from "./play/played-order.ts";
import { type Credentials, signIn } from "./play/sign-in.ts";
import { table } from "./play/table.ts";
import { type ChainView, type Movement, type SeenSwap, watchChain } from "./play/watch-chain.ts";
import type { StackManifest } from "./stack/stack-manifest.ts";

const GAS_MONEY_WEI = 10n ** 17n;
const MINUTE_MS = 60_000;
const SENTENCE = "sell 500 USDC for ETH";

type Print = (text: string) => void;
type Scene = { manifest: StackManifest; api: Caller; chain: ChainView; credentials: Credentials; print: Print };

const infoAnswer = z.object({ nowMs: z.number() });
const setupAnswer = z.object({
  agentAddress: z.string(),
  selectors: z.array(z.string()),
  transaction: z.object({ to: z.custom<Address>(), data: z.custom<Hex>() }),
});
const confirmAnswer = z.object({ selectors: z.array(z.string()), missing: z.array(z.string()) });
const advanceAnswer = z.object({ delivery: z.object({ status: z.number().nullable(), body: z.string() }) });
const eventsAnswer = z.object({ events: z.array(z.object({ timestamp: z.number(), summary: z.string() })) });

/**
 * Plays the main job once, as any outside client could: HTTP to the service, JSON-RPC to the chain, the manifest for
 * addresses and keys. It moves the clock by the length of its order.
 *
 * @throws Error when a call is refused, or when not every slice was mined
 */
export async function play(manifest: StackManifest, print: Print): Promise<void> {
  const chain = await watchChain(manifest);
  const { nowMs } = infoAnswer.parse(await (await fetch(`${manifest.control}/info`)).json());
  const credentials = await signIn(manifest, nowMs);
  const scene = { manifest, api: createCaller(manifest), chain, credentials, print };
  const before = await chain.balances();
  print(`Vault ${manifest.vault}, owned by ${manifest.operator.address}`);
  print(`     holds ${before.map(chain.shown).join(", ")}\n`);
  await showQuotes(scene);
  await grantDelegation(scene);
  await showShields(scene);
  await talkToIt(scene);
  await liquidityScene.open(scene);
  await runOrder(scene);
  await liquidityScene.close(scene);
  await bridgeScene(scene);
  await showEvents(scene);
  await showMessages(scene);
  showBalances(scene, before, await chain.balances());
  await showPayments(scene);
}

async function showQuotes({ manifest, api, chain, print }: Scene): Promise<void> {
  const { sellToken, buyToken, sliceAmount, sliceAmountBase } = playedOrder;
  const [sell, buy] = [asset(chain, sellToken), asset(chain, buyToken)];
  print(`1    Quotes for selling ${chain.shown({ asset: sell, amountBase: sliceAmountBase })}`);
  const [best, aggregator, poolDex] = await Promise.all([
    api.get("/api/quote", {
      sell: sellToken,
      buy: buyToken,
      amount: sliceAmount,
      chain: "base",
      taker: manifest.vault,
    }),
    api.get("/api/quote/0x", {
      chainId: "8453",
      sellToken,
      buyToken,
      sellAmount: String(sliceAmountBase),
      taker: manifest.vault,
    }),
    api.post("/api/quote/uniswap", {
      type: "EXACT_INPUT",
      amount: String(sliceAmountBase),
      tokenIn: sell.address,
      tokenOut: buy.address,
      tokenInChainId: 8453,
      tokenOutChainId: 8453,
      swapper: manifest.vault,
      slippageTolerance: 1,
      routingPreference: "CLASSIC",
    }),
  ]);
  const out = (amount: unknown) => chain.shown({ asset: buy, amountBase: BigInt(z.string().parse(amount)) });
  const uniswapOut = z.object({ output: z.object({ amount: z.string() }) }).parse(poolDex.quote).output.amount;
  print(
    table([
      ["0x", out(aggregator.buyAmount), againstOracle(aggregator, out)],
      ["uniswap", out(uniswapOut), againstOracle(poolDex, out)],
      ["best", out(best.buyAmount), `from ${best.source} at ${best.price} ${buyToken} per ${sellToken}`],
    ]),
  );
  print("");
}

function againstOracle(answer: Record<string, unknown>, out: (amount: unknown) => string): string {
  if (answer.priceFeedExists !== true) return "no oracle price";
  const deltaBps = z.number().parse(answer.deltaBps);
  const side = deltaBps >= 0 ? "below" : "above";
  return `${Math.abs(deltaBps)} bps ${side} the oracle's ${out(answer.oracleAmount)}`;
}

async function grantDelegation({ manifest, api, chain, credentials, print }: Scene): Promise<void> {
  print("2    The owner delegates spot trading to the vault's agent wallet");
  const setup = setupAnswer.parse(await api.post("/api/delegation/setup", credentials));
  if (setup.agentAddress.toLowerCase() !== manifest.agent.address.toLowerCase()) {
    throw new Error(`the service names agent ${setup.agentAddress}, the manifest ${manifest.agent.address}`);
  }
  const { to, data } = setup.transaction;
  const txHash = await chain.sendAsOwner({ to, data });
  const confirmed = confirmAnswer.parse(await api.post("/api/delegation/confirm", { ...credentials, txHash }));
  const gasHash = await chain.sendAsOwner({ to: manifest.agent.address, value: GAS_MONEY_WEI });
  print(
    table([
      ["agent", manifest.agent.address],
      ["granted", txHash],
      ["selectors", confirmed.selectors.join(" ")],
      ["gas money", gasHash],
    ]),
  );
  print("");
}

async function showShields({ api, credentials, print }: Scene): Promise<void> {
  const { sellToken, buyToken, sliceAmount, venue } = playedOrder;
  print(`3    One such swap, built and shielded but not sent`);
  const built = await api.post("/api/tools?toolName=build_vault_swap", {
    ...credentials,
    arguments: { tokenIn: sellToken, tokenOut: buyToken, amountIn: sliceAmount, dex: venue, chain: "base" },
  });
  print(indented(built.message));
  print("");
}

/** In confirm mode, the first one: words become an operation, which a button executes. */
async function talkToIt({ manifest, print }: Scene): Promise<void> {
  print("4    The operator pairs his private chat, and asks there for a swap");
  const chat = await operatorChat(manifest);
  const [paired = ""] = await chat.pair();
  print(indented(paired.split("\n")[0]));
  print(`\n     > ${SENTENCE}`);
  print(indented((await chat.say(SENTENCE)).join("\n")));
  print("\n     > [Approve]");
  print(indented((await chat.tap("approve")).join("\n")));
  print("");
}

async function runOrder(scene: Scene): Promise<void> {
  const { manifest, api, chain, credentials, print } = scene;
  const { sellToken, buyToken, venue, totalAmount, sliceAmount, intervalMinutes, slices } = playedOrder;
  print("6    A TWAP order, run by the schedule alone");
  const order = {
    side: "sell",
    sellToken,
    buyToken,
    totalAmount,
    sliceAmount,
    intervalMinutes,
    dex: venue,
    chain: "base",
  };
  const created = await api.post("/api/tools/create_twap_order", { ...credentials, ...order, autoExecute: true });
  print(indented(created.message));
  print("");
  let seen = await chain.blockNumber();
  let mined = 0;
  for (let slice = 1; slice <= slices; slice++) {
    await advance(manifest, intervalMinutes * MINUTE_MS);
    const swaps = await chain.agentSwaps(seen);
    seen = await chain.blockNumber();
    mined += swaps.filter(({ succeeded }) => succeeded).length;
    print(table(swaps.length === 0 ? [[`${slice}/${slices}`, "no transaction"]] : swaps.map(sliceRow(slice, chain))));
  }
  const listed = await api.post("/api/tools?toolName=list_twap_orders", { ...credentials, arguments: {} });
  print("");
  print(indented(listed.message));
  print("");
  if (mined === slices) return;
  await showEvents(scene);
  throw new Error(`${mined} of ${slices} slices were mined`);
}

const sliceRow = (slice: number, chain: ChainView) => (swap: SeenSwap) => {
  const sides = [swap.sold, swap.bought].map((moves) => moves.map(chain.shown).join(" + ").padEnd(14));
  const [sold = "", bought = ""] = sides;
  const outcome = swap.succeeded ? `sold ${sold}  bought ${bought}` : "reverted";
  return [`${slice}/${playedOrder.slices}`, outcome, swap.hash];
};

async function advance(manifest: StackManifest, ms: number): Promise<void> {
  const response = await fetch(`${manifest.control}/advance`, { method: "POST", body: JSON.stringify({ ms }) });
  const { delivery } = advanceAnswer.parse(await response.json());
  if (delivery.status !== 200) throw new Error(`the tick was answered ${delivery.status}: ${delivery.body}`);
}

async function showEvents({ manifest, api, print }: Scene): Promise<void> {
  print("9    Events of the vault (times are UTC)");
  const { events } = eventsAnswer.parse(await api.get("/api/strategy-events", { vault: manifest.vault, since: "0" }));
  const rows = events
    .sort((a, b) => a.timestamp - b.timestamp)
    .map(({ timestamp, summary }) => [new Date(timestamp).toISOString().slice(11, 19), summary]);
  print(rows.length === 0 ? "     none" : table(rows));
  print("");
}

const ABOUT_ORDER = /TWAP #|\d\/\d, /;

async function showMessages({ manifest, print }: Scene): Promise<void> {
  print("10   What the operator's chat was told of it");
  const chat = await operatorChat(manifest);
  // A tick answers first and delivers notifications then.
  const notified = await waitFor(
    async () => {
      const lines = (await chat.texts()).flatMap((text) => text.split("\n")).filter((line) => ABOUT_ORDER.test(line));
      // The order's card, which is edited as its slices run, and the message of its own that it is done.
      return lines.some((line) => line.includes(", completed")) && lines.some((line) => line.includes(" completed ("))
        ? lines
        : undefined;
    },
    { what: "the message that the order is completed", timeoutMs: 30_000 },
  );
  print(indented(notified.join("\n")));
  print("");
}

function showBalances({ chain, print }: Scene, before: Movement[], after: Movement[]): void {
  print("11   The vault's balances");
  const amountIn = (held: Movement[], symbol: string) =>
    held.find(({ asset }) => asset.symbol === symbol)?.amountBase ?? 0n;
  const rows = chain.assets
    .map((held) => ({ held, was: amountIn(before, held.symbol), is: amountIn(after, held.symbol) }))
    .filter(({ was, is }) => was > 0n || is > 0n)
    .map(({ held, was, is }) => [was, is, is - was].map((amountBase) => chain.shown({ asset: held, amountBase })));
  print(table([["before", "after", "change"], ...rows]));
  print("");
}

/** What the calls above cost, and that the payee has got exactly this. */
async function showPayments({ manifest, api, chain, print }: Scene): Promise<void> {
  const usdc = asset(chain, "USDC");
  const shown = (amountBase: bigint) => chain.shown({ asset: usdc, amountBase });
  const payments = api.payments();
  const totalBase = payments.reduce((sum, { amountBase }) => sum + amountBase, 0n);
  print(`12   Paid for these calls by x402, from ${manifest.payer.address}`);
  print(table(payments.map(({ route, amountBase, transaction }) => [shown(amountBase), route, transaction])));
  print(table([["total", shown(totalBase), `in ${payments.length} payments`]]));
  print("");
  const earnedBase = await chain.balanceOf(usdc, manifest.payTo);
  if (earnedBase !== totalBase) throw new Error(`the payee has ${shown(earnedBase)}, and was paid ${shown(totalBase)}`);
}

function asset(chain: ChainView, symbol: string) {
  const found = chain.assets.find((candidate) => candidate.symbol === symbol);
  if (found === undefined) throw new Error(`the stack has no ${symbol}`);
  return found;
}

function indented(text: unknown): string {
  return z
    .string()
    .parse(text)
    .split("\n")
    .map((line) => `     ${line}`.trimEnd())
    .join("\n");
}
