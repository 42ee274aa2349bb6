import type { AskedSync, World } from "../world/create-world.ts";
import { readSync } from "./read-sync.ts";
import { sentBySync } from "./sent-by-sync.ts";
import { type ToldText, toldTexts } from "./told-texts.ts";

/**
 * What a NAV sync promises to tell: each transfer with its transaction, each failure of those in a
 * row, its stop. No transfer is told that never was. Nothing is promised over a store that forgot,
 * or of what a reorg took back.
 */
export function judgeSyncPromises(world: World): void {
  if (!world.hasMessenger || world.hasForgotten()) return;
  const told = toldTexts(world);
  for (const sync of world.syncs) judgeSync(world, sync, told);
  for (const { text } of told) {
    const [hash] = /NAV sync #\d+<\/b> sent/.test(text) ? (text.match(/0x[0-9a-f]{64}/) ?? []) : [];
    if (hash !== undefined && !world.chain.everSucceeded().has(hash))
      world.ledger.violate(`${hash.slice(0, 10)} was told as sent, and never was`);
  }
}

function judgeSync(world: World, asked: AskedSync, told: readonly ToldText[]): void {
  const { ledger, chain, takenBack, reached, syncOf } = world;
  if (
    [...ledger.attempts.values()].some(
      (one) => syncOf(one) === asked && takenBack.has(one.attemptId),
    )
  )
    return;
  const chat = `chat-${asked.operator.slice(2, 4)}`;
  const own = told.filter(
    ({ text }) => text.includes(`NAV sync #${asked.id}<`) && text.includes(asked.vault),
  );
  for (const { chatId } of own)
    if (chatId !== chat) ledger.violate(`NAV sync ${asked.id} was told to ${chatId}`);
  const expect = (what: string, ...words: string[]): void => {
    reached.add(`told: ${what} of a NAV sync`);
    if (!own.some(({ text }) => words.every((word) => text.includes(word))))
      ledger.violate(`NAV sync ${asked.id}: nobody was told of ${what} (${words.join(", ")})`);
  };
  for (const { tx, block } of sentBySync(world, asked))
    if (chain.head() - block + 1 >= chain.shape.confirmations)
      expect("a transfer", "sent", tx.hash);
  const record = readSync(world, asked)?.sync;
  if (record === undefined) return;
  for (let failure = 1; failure <= record.consecutiveFailures; failure += 1)
    expect("a failure", `failed (${failure}/3 in a row)`);
  if (record.status === "auto_paused") expect("its stop", "</b> stopped");
}
