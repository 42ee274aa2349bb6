import type { AskedOrder, AskedTrigger, World } from "../world/create-world.ts";
import type { Prepared } from "../world/ledger.ts";
import { readOrder } from "./read-order.ts";
import { readTrigger } from "./read-trigger.ts";
import { TOLD, type ToldText, toldTexts } from "./told-texts.ts";

/**
 * What an order with options and a trigger order promise to tell: an end with its rest, a skipped
 * slice, and what it runs short of; that it has fired, with its transaction or its order's number,
 * what kept it from that, and its end. No trade is told that never was. Nothing is promised over a
 * store that forgot, or of what a reorg took back.
 */
export function judgeOptionPromises(world: World): void {
  if (!world.hasMessenger || world.hasForgotten()) return;
  const told = toldTexts(world);
  for (const order of world.orders) {
    if (order.terms !== undefined) judgeOrder(world, order, told);
    judgeShortages(world, order, told);
  }
  for (const trigger of world.triggers) judgeTrigger(world, trigger, told);
  for (const { text } of told) {
    const [hash] = /Trigger order #\d+<\/b> traded/.test(text)
      ? (text.match(/0x[0-9a-f]{64}/) ?? [])
      : [];
    if (hash !== undefined && !world.chain.everSucceeded().has(hash))
      world.ledger.violate(`${hash.slice(0, 10)} was told as traded, and never was`);
  }
}

type Told = readonly ToldText[];

/** That the operator's chat, and no other, was told all these words in one text. */
function expecting(world: World, own: Told, name: string, operator: string) {
  const chat = `chat-${operator.slice(2, 4)}`;
  for (const { chatId } of own)
    if (chatId !== chat) world.ledger.violate(`${name} was told to ${chatId}`);
  return (what: string, times: number, ...words: string[]): void => {
    world.reached.add(`told: ${what}`);
    // A delivery may come twice, and is then the same text.
    const found = new Set(
      own.filter(({ text }) => words.every((word) => text.includes(word))).map(({ text }) => text),
    );
    if (found.size < times)
      world.ledger.violate(
        `${name}: ${what} was told ${found.size} of ${times} times (${words.join(", ")})`,
      );
  };
}

function judgeOrder(world: World, asked: AskedOrder, told: Told): void {
  const own = told.filter(({ text }) => TOLD.of(asked).every((word) => text.includes(word)));
  const expect = expecting(world, own, `order ${asked.id}`, asked.operator);
  if (readOrder(world, asked)?.order.status === "expired") expect("an order's end", 1, "expired");
  if (asked.skips.length > 0) expect("a skipped slice", asked.skips.length, "skipped");
}

/** Each cause by its own words; a warning again is a text again, and may have the same figures. */
function judgeShortages(world: World, asked: AskedOrder, told: Told): void {
  const own = told.filter(({ text }) =>
    [...TOLD.of(asked), TOLD.short].every((word) => text.includes(word)),
  );
  const expect = expecting(world, own, `order ${asked.id}`, asked.operator);
  for (const { cause } of world.shortages.filter((one) => one.asked === asked))
    expect(`a shortage of ${cause}`, 1, cause === "token" ? "are still to be sold" : "for gas");
}

function judgeTrigger(world: World, asked: AskedTrigger, told: Told): void {
  const { ledger, takenBack, triggerOf } = world;
  if (
    [...ledger.attempts.values()].some(
      (one) => triggerOf(one) === asked && takenBack.has(one.attemptId),
    )
  )
    return;
  const record = readTrigger(world, asked)?.trigger;
  if (record === undefined) return;
  const own = told.filter(
    ({ text }) => text.includes(`Trigger order #${asked.id}<`) && text.includes(asked.vault),
  );
  const expect = expecting(world, own, `trigger order ${asked.id}`, asked.operator);
  // A transaction that only freed the nonce of an attempt stands under it, too, and trades nothing.
  const isTrade = (one: string, prepared: Prepared) =>
    triggerOf(prepared) === asked && !prepared.freeing.has(one);
  const hash = [...ledger.byHash].find(
    ([one, prepared]) => isTrade(one, prepared) && isDone(world, one),
  )?.[0];
  if (record.result?.how === "executed" && hash !== undefined)
    expect("a trigger's trade", 1, "traded", hash);
  if (record.result?.how === "ordered")
    expect(
      "a trigger's order",
      1,
      "created a TWAP order",
      `TWAP order #${record.result.twapOrderId} `,
    );
  for (const { code } of record.told ?? [])
    expect("what kept a trigger", 1, "goes on watching", `Code: ${code}`);
  if (record.status === "expired") expect("a trigger's end", 1, "expired");
  if (record.status === "auto_paused") expect("a trigger's stop", 1, "stopped");
}

const isDone = ({ chain }: World, hash: string): boolean =>
  chain.canonical().some(({ tx, status }) => status === "success" && tx.hash === hash);
