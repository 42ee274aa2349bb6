import type { ChatMessage, ChatResponse } from "../../../schemas/chat.ts";
import type { Deps } from "../../deps.ts";
import { loadOperation } from "../../store/operations/load-operation.ts";
import type { StoredAnswer, StoredQuestion } from "../../store/questions/stored-question.ts";
import type { StoredSaid } from "../../store/questions/stored-said.ts";
import { takeQuestions } from "../../store/questions/take-questions.ts";
import type { Ask, AskOption } from "../ask.ts";
import type { ChatTurn } from "../chat-turn.ts";
import { isTradeCall } from "../context/draft-of-trade.ts";
import type { Meant, Reader } from "../context/past.ts";
import { askOfCard } from "./card-ask.ts";
import { isCard } from "./is-card.ts";
import { keepQuestion } from "./keep-question.ts";
import { notOpen } from "./not-open.ts";

/**
 * What a turn is with the open questions of its chat: words to run, as if typed at once (`as`: what
 * they mean by what was said before; `rejects`: the card whose place they take); an answer already,
 * with a card that it takes back (`of`: the command that it is about); or a yes to a card. `said`:
 * what the chat said last.
 */
export type Opened = { said?: StoredSaid; earlier?: readonly ChatMessage[] } & (
  | { kind: "turn"; turn: ChatTurn; next?: string; as?: string; rejects?: string }
  | { kind: "answered"; response: ChatResponse; rejects?: string; of?: string }
  | { kind: "approved"; operationId: string }
);

/** Words that mean something by what was said before: read as the whole command, or asked about. */
export async function inContext(deps: Deps, asked: ChatTurn, meant: Meant): Promise<Opened> {
  if ("ask" in meant) return shownAsk(deps, asked, meant.ask);
  const { words, next, isGuess } = meant;
  if (isGuess)
    return shownAsk(deps, asked, {
      text: `Do you mean: ${words}?`,
      options: [{ label: "Yes", words }],
      of: words,
    });
  const turn = { ...asked, messages: [{ role: "user" as const, text: words }] };
  return { kind: "turn", turn, as: words, ...(next !== undefined && { next }) };
}

/**
 * What changes the card that was shown last takes its place; what only refers to it (`isOwn`) is
 * one more.
 */
export async function changeOf(
  deps: Deps,
  asked: ChatTurn,
  meant: Meant,
  { read }: Pick<Reader, "read">,
  last: StoredQuestion | undefined,
): Promise<Opened> {
  const opened = await inContext(deps, asked, meant);
  if (
    last?.operationId === undefined ||
    !isCard(last) ||
    "ask" in meant ||
    meant.isOwn ||
    meant.isGuess
  )
    return opened;
  const [before, now] = [read(last.of), read(meant.words)];
  const isSame =
    before.kind === "call" &&
    now.kind === "call" &&
    (before.tool === now.tool || (isTradeCall(before) && isTradeCall(now)));
  if (!isSame) return opened;
  await take(deps, [last], { words: "", turnId: deps.newId() });
  return { ...opened, ...(opened.kind !== "approved" && { rejects: last.operationId }) };
}

/** A yes counts once, and again only where the card still waits. */
export async function approved(deps: Deps, turnId: string, card: StoredQuestion): Promise<Opened> {
  await take(deps, [card], { words: "", turnId });
  return { kind: "approved", operationId: card.operationId ?? "" };
}

/**
 * The next message is read as a part of the card: it is the one that was shown last from here on.
 */
export async function askWhatToChange(
  deps: Deps,
  asked: ChatTurn,
  { open, last }: { open: readonly StoredQuestion[]; last: string | null },
  operationId: string | undefined,
): Promise<Opened> {
  const card = open.find(
    (question) => operationId !== undefined && question.operationId === operationId,
  );
  if (card === undefined || card.of === "")
    return {
      kind: "answered",
      response: { reply: "That card is not open any more. Say the whole command anew." },
    };
  if (card.id !== last) {
    await take(deps, [card], { words: "", turnId: deps.newId() });
    await keepQuestion(deps, asked, askOfCard(card.of, card.operationId ?? ""));
  }
  return {
    kind: "answered",
    response: { reply: `What is to change of "${card.of}"? ${WHICH_PART}` },
  };
}

const WHICH_PART =
  "Write that part alone, for example: 0.2; on uniswap; 12 slices; every 2 hours. The card " +
  "stays as it is until then.";

/**
 * Whether this card waits, and nothing else does: of another card that was decided or is too old
 * nobody asks any more.
 */
export async function isOnlyOne(
  deps: Deps,
  open: readonly StoredQuestion[],
  card: StoredQuestion,
): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  const waits = await Promise.all(
    open.map(async ({ operationId }) => {
      if (operationId === undefined) return true;
      const { found } = await loadOperation.run(deps.redis, deps.keys, { nowMs, operationId });
      return found?.status === "open" && nowMs < found.operation.expiresAtMs;
    }),
  );
  return waits.every((isWaiting, at) => isWaiting === (open[at] === card));
}

/**
 * Where the card that was shown last is meant, whatever is open beside it: words decide none, its
 * buttons do.
 */
export const buttonsOf = ({ text, operationId }: StoredQuestion): ChatResponse => ({
  reply: text,
  ...(operationId !== undefined && { operationId }),
});

/** A question as the answer of its turn. */
export const shownAsk = async (
  deps: Deps,
  asked: ChatTurn,
  ask: Omit<Ask, "completes"> & Partial<Ask>,
): Promise<Extract<Opened, { kind: "answered" }>> => ({
  kind: "answered",
  response: await keepQuestion(deps, asked, { completes: [], ...ask }),
});

/**
 * The words of an option, as if typed at once; of what was offered for a message that was not
 * understood as a card.
 */
export async function taken(
  deps: Deps,
  turnId: string,
  asked: ChatTurn,
  questions: readonly StoredQuestion[],
  { words, next }: Pick<AskOption, "words" | "next">,
): Promise<Opened> {
  await take(deps, questions, { words, turnId });
  const { answers: _, ...rest } = asked;
  const isDry = asked.dryRun === true || questions.some(({ dryRun }) => dryRun);
  const turn = {
    ...rest,
    messages: [{ role: "user" as const, text: words }],
    ...(isDry && { dryRun: true }),
  };
  // What was offered for a message that was not understood waits once more.
  const isOffer = questions.every(({ of }) => of === "");
  return { kind: "turn", turn, ...(next && { next }), ...(isOffer && { as: words }) };
}

/** Questions are over, each once. @throws question_not_open */
export async function take(
  deps: Deps,
  questions: readonly StoredQuestion[],
  answer: Omit<StoredAnswer, "atMs">,
): Promise<void> {
  const call = {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    questionIds: questions.map(({ id }) => id),
    answer,
  };
  if (!(await takeQuestions.run(deps.redis, deps.keys, call)).ok) throw notOpen();
}
