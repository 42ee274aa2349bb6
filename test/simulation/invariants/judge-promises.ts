import type { Mined } from "../chain/sim-chain.ts";
import type { AskedOrder, World } from "../world/create-world.ts";
import type { Prepared } from "../world/ledger.ts";
import { readOrder } from "./read-order.ts";
import { toldSlices } from "./told-slices.ts";
import { TOLD, type ToldText, toldTexts } from "./told-texts.ts";

/**
 * The spec's table of events, kept by the chain and by what was asked for: each executed slice,
 * completion, failure (with its call), pause and notify-only slice was told to its operator's chat
 * at least once, and none that did not happen. What the service queued is not looked at. Nothing is
 * promised over a store that forgot, or of what a deep reorg took back.
 */
export function judgePromises(world: World): void {
  if (!world.hasMessenger || world.hasForgotten()) return;
  const told = toldTexts(world);
  const successes = new Map<string, Mined>();
  for (const mined of world.chain.canonical()) successes.set(mined.tx.hash, mined);
  for (const order of world.orders) {
    if (world.lostByDeepReorg(order.vault, order.id) || isCutAnew(order)) continue;
    judgeOrder(world, order, told.filter(isAbout(order)), successes);
  }
  judgeInvented(world, told);
}

/**
 * Then a slice's number is not the count of what was executed, and its words are judged by
 * themselves (judge-order-promises.ts).
 */
const isCutAnew = ({ terms = [], skips }: AskedOrder): boolean =>
  terms.length > 1 || skips.length > 0 || terms[0]?.catchUp === true;

const isAbout =
  (order: AskedOrder) =>
  ({ text }: ToldText) =>
    TOLD.of(order).every((word) => text.includes(word));

type Told = readonly ToldText[];

function judgeOrder(
  world: World,
  order: AskedOrder,
  told: Told,
  mined: ReadonlyMap<string, Mined>,
): void {
  const { ledger, reached, chain } = world;
  // Without its logs nobody knows what a swap moved.
  const amountsOf =
    world.lies.has("no logs") || world.lies.has("other receipt") ? () => [] : amountsIn;
  const chat = `chat-${order.operator.slice(2, 4)}`;
  const name = `order ${order.id} of ${order.vault.slice(0, 6)}`;
  const expect = (what: string, ...words: string[]): void => {
    reached.add(`told: ${what}`);
    const isNotified = ({ chatId, text }: ToldText) =>
      chatId === chat && words.every((word) => text.includes(word));
    if (!told.some(isNotified))
      ledger.violate(`${name}: nobody was told of ${what} (${words.join(", ").slice(0, 200)})`);
  };
  /**
   * One slice, by itself or among others, with what `words` says of those that the text tells of.
   */
  const expectSlice = (
    what: string,
    kind: RegExp,
    slice: number,
    words: (from: number, to: number) => string[],
  ): void => {
    reached.add(`told: ${what}`);
    const isNotified = ({ chatId, text }: ToldText) => {
      const range = kind.test(text) ? toldSlices(text) : undefined;
      if (chatId !== chat || range === undefined || range.of !== order.sliceCount) return false;
      if (range.from !== range.to) reached.add("told: several slices together");
      return (
        range.from <= slice &&
        slice <= range.to &&
        words(range.from, range.to).every((word) => text.includes(word))
      );
    };
    if (!told.some(isNotified))
      ledger.violate(`${name}: nobody was told of ${what} (${slice}/${order.sliceCount})`);
  };
  const expectFailure = (attempt: Prepared): void => {
    reached.add("told: a failed slice");
    const isNotified = ({ chatId, text, calls }: ToldText) =>
      chatId === chat &&
      text.includes(TOLD.failed) &&
      text.includes(attempt.agent) &&
      calls.some(isCallOf(attempt));
    if (!told.some(isNotified))
      ledger.violate(`${name}: nobody was told of the failed ${attempt.attemptId}`);
  };
  for (const { chatId } of told)
    if (chatId !== chat) ledger.violate(`${name} was told to ${chatId}`);

  const attempts = new Set(
    [...ledger.byHash.values()].filter((one) => world.orderOf(one) === order),
  );
  const done: Mined[] = [];
  let isWhole = true;
  for (const attempt of attempts) {
    isWhole = !world.takenBack.has(attempt.attemptId);
    if (!isWhole) break;
    const own = [...attempt.hashes]
      .flatMap((hash) => mined.get(hash) ?? [])
      .find(({ tx }) => tx.to !== tx.from);
    if (own?.status === "success") {
      isWhole = chain.head() - own.block + 1 >= chain.shape.confirmations;
      if (!isWhole) break;
      done.push(own);
    } else expectFailure(attempt);
  }
  for (let slice = 1; slice <= done.length; slice += 1)
    expectSlice("an executed slice", TOLD.executed, slice, (from, to) =>
      // What the chain has of the others together with it is not sure yet.
      to > done.length
        ? []
        : [done[to - 1]?.tx.hash ?? "", ...amountsOf(order, done.slice(from - 1, to))],
    );
  const record = readOrder(world, order)?.order;
  if (!isWhole || record === undefined) return;
  if (!order.autoExecute)
    for (let slice = 1; slice <= record.slicesExecuted; slice += 1)
      expectSlice("a slice to sign", TOLD.manual, slice, () => []);
  for (let failure = 1; failure <= record.consecutiveFailures; failure += 1)
    expect("a failure in a row", TOLD.failed, `(${failure}/3`);
  if (record.status === "auto_paused") expect("a pause", TOLD.autoPaused);
  if (record.status === "cancelled") return;
  if (done.length === order.sliceCount)
    expect("completion", TOLD.completed, ...amountsOf(order, done));
  else if (order.autoExecute && told.some(({ text }) => text.includes(TOLD.completed)))
    ledger.violate(
      `${name} was told to be completed after ${done.length} of ${order.sliceCount} slices`,
    );
}

/** By its first bytes: the router's has its deadline there, which makes it the attempt's own. */
const isCallOf =
  ({ data }: Prepared) =>
  (call: string): boolean =>
    call.startsWith(data.slice(0, 300));

/**
 * These bytes do not come to the deadline of 0x's exec: two attempts of one amount are told with
 * the same words.
 */
const isToldApart = ({ data }: Prepared): boolean => !data.startsWith("0x2213bc0b");

/** Every order here sells USDC for WETH, but for those that a trigger order created. */
function amountsIn({ by }: AskedOrder, done: readonly Mined[]): string[] {
  const sold = done.reduce((sum, { soldBase }) => sum + soldBase, 0n);
  const bought = done.reduce((sum, { boughtBase }) => sum + boughtBase, 0n);
  const [usdc, weth] = by?.buys === "USDC" ? [bought, sold] : [sold, bought];
  return [`${decimal(usdc, 6)} USDC`, `${decimal(weth, 18)} WETH`];
}

function decimal(base: bigint, decimals: number): string {
  const digits = base.toString().padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  return `${digits.slice(0, -decimals)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** No link to what the chain never ran, no failure of what it did. */
function judgeInvented({ ledger, chain, takenBack }: World, told: Told): void {
  const succeeded = chain.everSucceeded();
  for (const { text, takenAt, calls } of told) {
    const [hash] = TOLD.executed.test(text) ? (text.match(/0x[0-9a-f]{64}/) ?? []) : [];
    if (hash !== undefined && !succeeded.has(hash))
      ledger.violate(`${hash.slice(0, 10)} was told as executed, and never was`);
    if (!text.includes(TOLD.failed)) continue;
    for (const { tx, status } of chain.canonical()) {
      const attempt = ledger.byHash.get(tx.hash);
      if (
        status !== "success" ||
        tx.to === tx.from ||
        attempt === undefined ||
        takenBack.has(attempt.attemptId)
      )
        continue;
      if (attempt.orderId === undefined || !isToldApart(attempt)) continue;
      // Told before the intent was written: of an earlier build of the same second, whose bytes are
      // the same.
      if (takenAt < attempt.at) continue;
      const words = TOLD.of({ vault: tx.to, id: attempt.orderId });
      if (words.every((word) => text.includes(word)) && calls.some(isCallOf(attempt)))
        ledger.violate(`${attempt.attemptId} was told as failed, and the chain ran it`);
    }
  }
}
