import { loadQuestions } from "../store/questions/load-questions.ts";
import { passQuestions } from "../store/questions/pass-questions.ts";
import type { ChatScene } from "./chat-scene.ts";

/**
 * It stays open: a bare "yes" is no answer to it any more.
 * @throws store_unavailable: nothing is shown then that a "yes" could be taken for
 */
export async function passOpenQuestion({ deps, chatId }: ChatScene): Promise<void> {
  const { last } = await loadQuestions.run(deps.redis, deps.keys, { nowMs: deps.clock.nowMs(), chatId });
  if (last === null) return;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), chatId, questionId: last };
  await passQuestions.run(deps.redis, deps.keys, call);
}
