import type { ChatMessage } from "../../../schemas/chat.ts";
import type { Deps } from "../../deps.ts";
import { loadQuestions } from "../../store/questions/load-questions.ts";
import type { StoredQuestion } from "../../store/questions/stored-question.ts";
import { passQuestions } from "../../store/questions/take-questions.ts";
import type { AskOption } from "../ask.ts";
import type { ChatTurn } from "../chat-turn.ts";
import type { Meant, Reader } from "../context/past.ts";
import { pastOf } from "../context/past-of.ts";
import { yesTo } from "../context/yes-to.ts";
import { findDeception } from "../find-deception.ts";
import { readConversation } from "../read-conversation.ts";
import { type Asker, askerOf } from "./asker-of.ts";
import { CHANGE_MARK } from "./card-ask.ts";
import { type Completion, changedPart, completeQuestion } from "./complete-question.ts";
import {
  approved,
  askWhatToChange,
  buttonsOf,
  changeOf,
  inContext,
  isOnlyOne,
  type Opened,
  shownAsk,
  take,
  taken,
} from "./in-context.ts";
import { isCard } from "./is-card.ts";
import { isOf } from "./is-of.ts";
import { notOpen } from "./not-open.ts";
import { isBy, saidBefore } from "./said-before.ts";
import { saidBriefly } from "./said-briefly.ts";
import { showQuestion } from "./show-question.ts";

/** What words mean by what was said before them: `before`, and the messages of the turn itself. */
type Mean = (
  own: string,
  before: readonly ChatMessage[],
  which?: "refers" | "changes",
) => Meant | undefined;
type Fitting = { question: StoredQuestion; completion: Completion };

/**
 * Looks whether a message answers what was asked. A command by itself wins over every open
 * question, which then stays open. A question is taken before its words run, and once: a Worker
 * that is gone in between has done nothing, and the question can be asked again.
 * @throws question_not_open, store_unavailable
 */
export async function answerOpen(
  deps: Deps,
  turnId: string,
  asked: ChatTurn,
  reader: Reader & { mean: Mean },
): Promise<Opened> {
  const { mean } = reader;
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
  const chat =
    asker.chatId === null
      ? {}
      : { chatId: asker.chatId, ...(channel !== undefined && { channel }) };
  const which =
    answers === undefined ? { chatId: "", ...chat } : { questionId: answers.questionId, ...chat };
  const kept = await loadQuestions.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    ...which,
  });
  const earlier = saidBefore(kept, asker);
  const opened = await openedBy(
    deps,
    turnId,
    asked,
    { own, isReadable, asker, earlier, ...kept },
    reader,
  );
  return {
    earlier,
    ...(kept.said !== null && isBy(kept.said, asker) && { said: kept.said }),
    ...opened,
  };
}

/** What was kept of a chat, and the words that come to it. */
type Heard = Awaited<ReturnType<typeof loadQuestions.run>> & {
  own: string;
  isReadable: boolean;
  asker: Asker;
  earlier: readonly ChatMessage[];
};

async function openedBy(
  deps: Deps,
  turnId: string,
  asked: ChatTurn,
  { found, answered: past, last, shown, own, isReadable, asker, earlier }: Heard,
  { mean, ...reader }: Reader & { mean: Mean },
): Promise<Opened> {
  const { read } = reader;
  const { answers } = asked;
  const isChat = asked.caller.kind === "paired";
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
    return askWhatToChange(
      deps,
      asked,
      { open, last },
      changed ?? open.find(({ id }) => id === last)?.operationId,
    );
  if (!isReadable) return passed();
  const isShown = ({ text }: StoredQuestion) =>
    shown === null || shown.includes(text.slice(0, 40).split("<")[0] ?? "");
  const isAsked =
    shown === null || open.some((question) => question.id === last && isShown(question));
  const isBrief = saidBriefly(own) !== undefined && !(!isAsked && isChosen(own, shown ?? ""));
  const referred = isBrief ? undefined : mean(own, earlier, "refers");
  // A number alone is what was asked for, and no look at that order.
  const isNumber = open.length > 0 && NUMBER.test(own.trim());
  const change = async (meant: Meant) => {
    await passed();
    return changeOf(
      deps,
      asked,
      meant,
      reader,
      open.find(({ id }) => id === last),
    );
  };
  const isCall = referred === undefined && !isNumber && read(own).kind === "call";
  // Figures without a verb are first of all what was asked for; and where something else was shown
  // since, the words are about that.
  const isPart = isCall ? !SAYS_WHAT.test(own) : !isAsked && answers === undefined;
  const part = referred ?? (isPart && !isBrief ? mean(own, earlier, "changes") : undefined);
  if (part !== undefined) return change(part);
  if (isCall) return passed();
  const fitting = open.flatMap((question) => {
    // What was offered for words that nothing was read from is pressed, and answered by no words.
    if (question.of === "" && !isCard(question)) return [];
    const isShownLast = answers !== undefined || question.id === last;
    const takesYes = answers !== undefined || (isShownLast && question.id === asked.yesTo);
    const completion = completeQuestion(question, own, reader, isShownLast, takesYes);
    return completion === undefined ? [] : [{ question, completion }];
  });
  const cards = fitting.filter(({ question }) => isCard(question));
  const isMeant = ({ operationId }: StoredQuestion) =>
    operationId !== undefined && operationId === asked.yesTo;
  const card =
    cards.find(({ question }) => isMeant(question)) ??
    cards.find(({ question }) => question.id === last);
  if (card?.completion.kind === "which") {
    const { operationId, id } = card.question;
    const brief = saidBriefly(own);
    const isYes = isMeant(card.question) && id === last && brief === "yes";
    if (
      (isYes || brief === "no") &&
      operationId !== undefined &&
      (await isOnlyOne(deps, found, card.question))
    )
      return isYes
        ? approved(deps, turnId, card.question)
        : { kind: "answered", response: { reply: NOT_DONE }, rejects: operationId };
    return { kind: "answered", response: buttonsOf(card.question) };
  }
  if (fitting.length > 0) return answered(deps, turnId, asked, fitting, reader);
  const meant = mean(own, earlier, isBrief ? undefined : "changes");
  if (meant !== undefined) return change(meant);
  const again = before?.question;
  const isAgain =
    saidBriefly(own) === "yes" &&
    again?.operationId !== undefined &&
    again.operationId === asked.yesTo;
  if (isAgain && (await isOnlyOne(deps, [...found, again], again)))
    return { kind: "approved", operationId: again.operationId ?? "" };
  // "Stop" without anything open asks what.
  if (isBrief && read(own).kind === "ask") return passed();
  if (isBrief && isChat && before === undefined) {
    const asks =
      saidBriefly(own) === "yes"
        ? yesTo(pastOf([...earlier, { role: "user", text: own }], reader), reader)
        : undefined;
    return asks === undefined
      ? { kind: "answered", response: { reply: NOTHING_OPEN } }
      : shownAsk(deps, asked, asks);
  }
  const isNobodys =
    isBrief || (!isChat && changedPart(own) !== undefined && deps.model === undefined);
  if (isNobodys && isChat)
    return { kind: "answered", response: { reply: notOpen(before).message } };
  if (isNobodys) throw notOpen(before);
  if (
    answers !== undefined &&
    only !== undefined &&
    read(own).kind === "pass" &&
    deps.model === undefined
  )
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
    const { operationId } = question;
    const rejects = operationId === undefined ? {} : { rejects: operationId };
    if (reading.kind !== "ask") return { ...(await inContext(deps, asked, { words })), ...rejects };
    const asks = { ...reading.ask, text: `Then it is: ${words}. ${reading.ask.text}` };
    return { ...(await shownAsk(deps, asked, asks)), of: words, ...rejects };
  }
  if (others.length === 0)
    return completion.kind === "words"
      ? taken(deps, turnId, asked, [question], completion)
      : {
          kind: "answered",
          response: showQuestion(
            question,
            asked.caller.kind,
            question.options.length > 0 ? "Which one? " : "",
          ),
        };
  await take(deps, all, { words: "", turnId });
  return shownAsk(deps, asked, {
    text: `${all.length} questions are open. Which do you mean?`,
    options: fitting.flatMap(choicesOf),
    of: question.of,
  });
}

/** By their whole words: short labels of two questions may be the same. */
const choicesOf = ({ question, completion }: Fitting): AskOption[] =>
  (completion.kind === "words" ? [completion] : question.options).map(({ words, next }) => ({
    label: words,
    words,
    ...(next && { next }),
  }));

const CHANGE = /^(?:change|edit|change (?:it|that|this)|edit (?:it|that|this))[.!?]?$/i;
/** A verb, or what is looked at: words with one are a message of their own. */
const SAYS_WHAT =
  /\b(?:sell|buy|swap|convert|trade|dca|twap|stop|limit|take|profit|tp|trigger|split|spread|bridge|send|stake|unstake|wrap|unwrap|cancel|pause|resume|skip|freeze|start|restart|continue|hold|kill|drop|delete|scrap|set|show|list|price|balance|quote|orders?|portfolio|pnl|gas|status|fills?|close|long|short|remove|add|claim|collect|revoke|enable|disable|switch|how|what|why|when|who|which|is|are|does|has|did|slippage|delegation|limits?|position|positions)\b/i;

/** "Stop", where it was one of what was to be chosen from. */
const isChosen = (own: string, shown: string): boolean =>
  /^stop\b/i.test(own) &&
  /\bstop\b.*\?/i.test(shown) &&
  /\bor\b/i.test(shown) &&
  !/^stop what/i.test(shown);

const NUMBER = /^(?:no\.? ?|nr\.? ?|number |order |twap )?#?[0-9]{1,9}[.!]?$/i;
const NOTHING_OPEN = "Nothing is open, and nothing was done.";
const NOT_DONE = "Dropped: nothing was done.";
const NOT_AN_ANSWER = "That does not answer it. ";
