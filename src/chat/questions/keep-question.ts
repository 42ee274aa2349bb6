import type { ChatResponse } from "../../../schemas/chat.ts";
import { QUESTION_LIMITS } from "../../../schemas/question-limits.ts";
import type { Deps } from "../../deps.ts";
import { sha256Of } from "../../lib/sha256-of.ts";
import { putQuestion } from "../../store/questions/put-question.ts";
import type { StoredQuestion } from "../../store/questions/stored-question.ts";
import type { Ask } from "../ask.ts";
import type { ChatTurn } from "../chat-turn.ts";
import { askerOf } from "./asker-of.ts";
import { showQuestion } from "./show-question.ts";

/**
 * Keeps a question for its answer, and gives it as the answer of its turn. @throws
 * store_unavailable: nothing was asked then
 */
export async function keepQuestion(deps: Deps, turn: ChatTurn, ask: Ask): Promise<ChatResponse> {
  const nowMs = deps.clock.nowMs();
  const question: StoredQuestion = {
    id: sha256Of(`${deps.newId()} ${deps.newId()}`).slice(0, 32),
    ...(await askerOf(deps, turn)),
    dryRun: turn.dryRun === true,
    text: ask.text.slice(0, QUESTION_LIMITS.text),
    options: ask.options.slice(0, QUESTION_LIMITS.options),
    completes: [...ask.completes],
    of: ask.of,
    ...(ask.operationId !== undefined && { operationId: ask.operationId }),
    expiresAtMs: nowMs + QUESTION_LIMITS.ttlMs,
  };
  await putQuestion.run(deps.redis, deps.keys, { requestId: deps.newId(), nowMs, question });
  return showQuestion(question, turn.caller.kind);
}
