import type { ChatMessage, ChatResponse } from "../../../schemas/chat.ts";
import type { Deps } from "../../deps.ts";
import { loadOperation } from "../../store/operations/load-operation.ts";
import { loadQuestions } from "../../store/questions/load-questions.ts";
import type { StoredAnswer, StoredQuestion } from "../../store/questions/stored-question.ts";
import { passQuestions, takeQuestions } from "../../store/questions/take-questions.ts";
import type { Ask, AskOption } from "../ask.ts";
import type { ChatTurn } from "../chat-turn.ts";
import type { Meant, Reader } from "../context/past.ts";
import { findDeception } from "../find-deception.ts";
import { readConversation } from "../read-conversation.ts";
import { type Asker, askerOf } from "./asker-of.ts";
import { askOfCard, CHANGE_MARK } from "./card-ask.ts";
import { type Completion, changedPart, completeQuestion } from "./complete-question.ts";
import { isCard } from "./is-card.ts";
import { isOf } from "./is-of.ts";
import { keepQuestion } from "./keep-question.ts";
import { notOpen } from "./not-open.ts";
import { saidBriefly } from "./said-briefly.ts";
import { showQuestion } from "./show-question.ts";

/** What a turn is with the open questions of its chat: words to run, as if typed at once (`as`: what they mean by what was said before); an answer already, with a card that it takes back; or a yes to a card. */
export type Opened =
  | { kind: "turn"; turn: ChatTurn; next?: string; as?: string }
  | { kind: "answered"; response: ChatResponse; rejects?: string }
  | { kind: "approved"; operationId: string };

/** What words mean by what was said before them: `before`, and the messages of the turn itself. */
type Mean = (own: string, before: readonly ChatMessage[], which?: "refers" | "changes") => Meant | undefined;
type Kept = Pick<Awaited<ReturnType<typeof loadQuestions.run>>, "said" | "shown">;
type Fitting = { question: StoredQuestion; completion: Completion };

/**
 * Looks whether a message answers what was asked. A command by itself wins over every open question, which then stays open. A question is taken before its
 * words run, and once: a Worker that is gone in between has done nothing, and the question can be asked again.
 * @throws question_not_open, store_unavailable
 */
export async function answerOpen(
  deps: Deps,
  turnId: string,
  asked: ChatTurn,
  { mean, ...reader }: Reader & { mean: Mean },
): Promise<Opened> {
  const { read } = reader;
  const { own } = readConversation(asked.messages).words;
  const { answers } = asked;
  const isChat = asked.caller.kind === "paired";
  const isReadable = own !== "" && findDeception(own) === undefined;
  if (answers === undefined && !isChat) {
    const meant = isReadable ? mean(own, []) : undefined;
    if (meant !== undefined) return inContext(deps, asked, meant);
    // With a model the conversation may have what it answers.
    if (deps.model === undefined && saidBriefly(own) !== undefined) throw notOpen();
    return { kind: "turn", turn: asked };
  }
  const asker = await askerOf(deps, asked);
  const channel = asked.caller.kind === "paired" ? asked.caller.channel : undefined;
  const which =
    answers === undefined
      ? { chatId: asker.chatId ?? "", ...(channel !== undefined && { channel }) }
      : { questionId: answers.questionId };
  const {
    found,
    answered: past,
    last,
    ...kept
  } = await loadQuestions.run(deps.redis, deps.keys, {
    ...{ nowMs: deps.clock.nowMs() },
    ...which,
  });
  const open = found.filter((question) => isOf(question, asker));
  const before = past.find(({ question }) => isOf(question, asker));
  const [only] = open;
  if (answers !== undefined && only === undefined) throw notOpen(before);
  if (answers?.option !== undefined && only !== undefined) {
    const option = only.options[answers.option];
    if (option === undefined) throw notOpen();
    return taken(deps, turnId, asked, [only], option);
  }
  const passed = async (): Promise<Opened> => {
    const { chatId } = asker;
    const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs() };
    if (last !== null && chatId !== null)
      await passQuestions.run(deps.redis, deps.keys, { ...call, chatId, questionId: last });
    return { kind: "turn", turn: asked };
  };
  const changed = own.startsWith(CHANGE_MARK) ? own.slice(CHANGE_MARK.length) : undefined;
  if (changed !== undefined || CHANGE.test(own))
    return askWhatToChange(deps, asked, { open, last }, changed ?? open.find(({ id }) => id === last)?.operationId);
  if (!isReadable) return passed();
  const isBrief = saidBriefly(own) !== undefined;
  const earlier = saidBefore(kept, asker);
  const referred = isBrief ? undefined : mean(own, earlier, "refers");
  // A number alone is what was asked for, and no look at that order.
  const isNumber = open.length > 0 && NUMBER.test(own.trim());
  if (referred === undefined && !isNumber && read(own).kind === "call") return passed();
  if (referred !== undefined) {
    await passed();
    return inContext(deps, asked, referred);
  }
  const fitting = open.flatMap((question) => {
    const isShownLast = answers !== undefined || question.id === last;
    const takesYes = answers !== undefined || (isShownLast && question.id === asked.yesTo);
    const completion = completeQuestion(question, own, reader, isShownLast, takesYes);
    return completion === undefined ? [] : [{ question, completion }];
  });
  const cards = fitting.filter(({ question }) => isCard(question));
  const isMeant = ({ operationId }: StoredQuestion) => operationId !== undefined && operationId === asked.yesTo;
  const card = cards.find(({ question }) => isMeant(question)) ?? cards.find(({ question }) => question.id === last);
  if (card?.completion.kind === "which") {
    const { operationId, id } = card.question;
    const brief = saidBriefly(own);
    const isYes = isMeant(card.question) && id === last && brief === "yes";
    if ((isYes || brief === "no") && operationId !== undefined && (await isOnlyOne(deps, found, card.question)))
      return isYes
        ? { kind: "approved", operationId }
        : { kind: "answered", response: { reply: NOT_DONE }, rejects: operationId };
    return { kind: "answered", response: buttonsOf(card.question) };
  }
  if (fitting.length > 0) return answered(deps, turnId, asked, fitting, reader);
  const meant = mean(own, earlier, isBrief ? undefined : "changes");
  if (meant !== undefined) {
    await passed();
    return inContext(deps, asked, meant);
  }
  // "Stop" without anything open asks what.
  if (isBrief && read(own).kind === "ask") return passed();
  if (isBrief || (changedPart(own) !== undefined && deps.model === undefined)) throw notOpen(before);
  if (answers !== undefined && only !== undefined && read(own).kind === "pass" && deps.model === undefined)
    return { kind: "answered", response: showQuestion(only, asked.caller.kind, NOT_AN_ANSWER) };
  return passed();
}

async function answered(
  deps: Deps,
  turnId: string,
  asked: ChatTurn,
  fitting: readonly Fitting[],
  { read }: Reader,
): Promise<Opened> {
  const [{ question, completion } = {}, ...others] = fitting;
  if (question === undefined || completion === undefined) throw notOpen();
  const all = fitting.map((each) => each.question);
  if (completion.kind === "dropped") {
    await take(deps, all, { words: "", turnId });
    return { kind: "answered", response: { reply: NOT_DONE } };
  }
  // Of several the newest is what was shown last.
  if (completion.kind === "edited") {
    const { words } = completion;
    const reading = read(words);
    await take(deps, [question], { words: "", turnId });
    const asks: Omit<Ask, "completes"> =
      reading.kind === "ask"
        ? { ...reading.ask, text: `Then it is: ${words}. ${reading.ask.text}` }
        : { text: `Then it is: ${words}. Shall I?`, options: [{ label: "Yes", words }], of: words };
    const { operationId } = question;
    return { ...(await shown(deps, asked, asks)), ...(operationId !== undefined && { rejects: operationId }) };
  }
  if (others.length === 0)
    return completion.kind === "words"
      ? taken(deps, turnId, asked, [question], completion)
      : {
          kind: "answered",
          response: showQuestion(question, asked.caller.kind, question.options.length > 0 ? "Which one? " : ""),
        };
  await take(deps, all, { words: "", turnId });
  return shown(deps, asked, {
    text: `${all.length} questions are open. Which do you mean?`,
    options: fitting.flatMap(choicesOf),
    of: question.of,
  });
}

/** What this chat said last about this vault, its answer, and what it was shown last, as messages. */
function saidBefore({ said, shown }: Kept, asker: Asker): ChatMessage[] {
  const isOwn = said?.operator === asker.operator && said.vault === asker.vault && said.chainId === asker.chainId;
  const text = (role: ChatMessage["role"], words: string): ChatMessage => ({
    role,
    text: words.replace(/<[^>]*>/g, ""),
  });
  return [
    ...(isOwn ? [text("user", said.words), text("assistant", said.reply)] : []),
    ...(shown === null ? [] : [text("assistant", shown)]),
  ];
}

/** Words that mean something by what was said before: read as the whole command, or asked about. */
async function inContext(deps: Deps, asked: ChatTurn, meant: Meant): Promise<Opened> {
  if ("ask" in meant) return shown(deps, asked, meant.ask);
  const { words } = meant;
  return { kind: "turn", turn: { ...asked, messages: [{ role: "user", text: words }] }, as: words };
}

/** The next message is read as a part of the card: it is the one that was shown last from here on. */
async function askWhatToChange(
  deps: Deps,
  asked: ChatTurn,
  { open, last }: { open: readonly StoredQuestion[]; last: string | null },
  operationId: string | undefined,
): Promise<Opened> {
  const card = open.find((question) => operationId !== undefined && question.operationId === operationId);
  if (card === undefined || card.of === "")
    return { kind: "answered", response: { reply: "That card is not open any more. Say the whole command anew." } };
  if (card.id !== last) {
    await take(deps, [card], { words: "", turnId: deps.newId() });
    await keepQuestion(deps, asked, askOfCard(card.of, card.operationId ?? ""));
  }
  return { kind: "answered", response: { reply: `What is to change of "${card.of}"? ${WHICH_PART}` } };
}

const CHANGE = /^(?:change|edit|change (?:it|that|this)|edit (?:it|that|this))[.!?]?$/i;
const WHICH_PART =
  "Write that part alone, for example: 0.2; on uniswap; 12 slices; every 2 hours. The card stays as it is until then.";

/** Whether this card waits, and nothing else does: of another card that was decided or is too old nobody asks any more. */
async function isOnlyOne(deps: Deps, open: readonly StoredQuestion[], card: StoredQuestion): Promise<boolean> {
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

/** Where the card that was shown last is meant, whatever is open beside it: words decide none, its buttons do. */
const buttonsOf = ({ text, operationId }: StoredQuestion): ChatResponse => ({
  reply: text,
  ...(operationId !== undefined && { operationId }),
});

/** By their whole words: short labels of two questions may be the same. */
const choicesOf = ({ question, completion }: Fitting): AskOption[] =>
  (completion.kind === "words" ? [completion] : question.options).map(({ words, next }) => ({
    label: words,
    words,
    ...(next && { next }),
  }));

const shown = async (
  deps: Deps,
  asked: ChatTurn,
  ask: Omit<Ask, "completes"> & Partial<Ask>,
): Promise<Extract<Opened, { kind: "answered" }>> => ({
  kind: "answered",
  response: await keepQuestion(deps, asked, { completes: [], ...ask }),
});

async function taken(
  deps: Deps,
  turnId: string,
  asked: ChatTurn,
  questions: readonly StoredQuestion[],
  { words, next }: Pick<AskOption, "words" | "next">,
): Promise<Opened> {
  await take(deps, questions, { words, turnId });
  const { answers: _, ...rest } = asked;
  const isDry = asked.dryRun === true || questions.some(({ dryRun }) => dryRun);
  const turn = { ...rest, messages: [{ role: "user" as const, text: words }], ...(isDry && { dryRun: true }) };
  return { kind: "turn", turn, ...(next && { next }) };
}

async function take(
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

const NUMBER = /^(?:no\.? ?|nr\.? ?|number |order |twap )?#?[0-9]{1,9}[.!]?$/i;
const NOT_DONE = "Dropped: nothing was done.";
const NOT_AN_ANSWER = "That does not answer it. ";
