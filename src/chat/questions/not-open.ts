import { chainOf } from "../../chain-of.ts";
import { AppError } from "../../errors.ts";
import type { AnsweredQuestion } from "../../store/questions/stored-question.ts";

/**
 * The refusal of an answer that no open question takes. Where it was answered before, also by a
 * Worker that was lost on the way, it says what is known of that, so that nobody takes "not open"
 * for "not done".
 */
export function notOpen(before?: AnsweredQuestion): AppError {
  if (before === undefined) return new AppError("question_not_open", NONE);
  const { words, atMs } = before.answer;
  const at = `${new Date(atMs).toISOString().slice(11, 16)} UTC`;
  if (words === "")
    return new AppError(
      "question_not_open",
      `That question ended at ${at} without a command. ${NOTHING} ${WHOLE}`,
    );
  const known = outcomeOf(before);
  return new AppError(
    "question_not_open",
    `That question was answered at ${at} already, and an answer counts once. It said: ` +
      `${words}. ${known.says} Nothing was done by this message.`,
    {
      details: {
        answeredAtMs: atMs,
        outcome: known.outcome,
        ...(known.hash !== undefined && { hash: known.hash }),
      },
    },
  );
}

type Known = { outcome: string; says: string; hash?: string };

function outcomeOf({ attempt, question }: AnsweredQuestion): Known {
  const hash = attempt?.hashes.filter((each) => !attempt.freeingHashes.includes(each)).at(-1);
  if (attempt === null || hash === undefined || attempt.vault !== question.vault)
    return {
      outcome: "unknown",
      says:
        "What became of it is not known here: look at the orders and the vault's history " +
        "before you say it again.",
    };
  const link = `${chainOf(attempt.chainId).explorer}/tx/${hash}`;
  const isOut = attempt.status === "prepared" || attempt.status === "sent";
  if (isOut)
    return {
      outcome: "pending",
      hash,
      says: `It may be on its way: ${link}. It is followed up, and not sent twice.`,
    };
  if (attempt.status === "confirmed" && attempt.isTakenBack !== true)
    return { outcome: "confirmed", hash, says: `It was executed: ${link}.` };
  if (attempt.status === "reverted")
    return { outcome: "reverted", hash, says: `Its transaction reverted: ${link}.` };
  if (attempt.isForgotten || attempt.isTakenBack)
    return {
      outcome: "unknown",
      hash,
      says:
        "Whether it took effect is not known: compare the vault's balances before you say it " +
        "again.",
    };
  return {
    outcome: "not_executed",
    hash,
    says: "Its transaction never took effect. Say the whole command again if you still want it.",
  };
}

const NOTHING = "Nothing was done.";
const WHOLE = "Say the whole command, for example: sell 1 ETH for USDC";
const NONE =
  "There is no open question that this answers: one is open for ten minutes and for one " +
  `answer. ${NOTHING} ${WHOLE}`;
