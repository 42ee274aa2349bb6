import type { KeyLine } from "../kernel/kernel-keys.ts";

/** Somewhat longer than a question may be answered: its own expiry decides, not this. */
const TTL_SEC = 900;

/** What the chat asked back and nobody has answered yet. */
export const QUESTION_KEYS = {
  /** STRING, a question as JSON (stored-question.ts). Open while it has no answer. */
  question: { template: "question:{questionId}", ttlSec: TTL_SEC },
  /** STRING, the answer that used it up, as JSON (stored-question.ts). */
  questionAnswer: { template: "question-answer:{questionId}", ttlSec: TTL_SEC },
  /** LIST of ids of a chat's questions, newest first, at most 4. It only finds them. */
  chatQuestions: { template: "chat-questions:{chatId}", ttlSec: TTL_SEC },
  /** STRING, the id that was a chat's newest when something else was shown there: a bare yes is none to it. */
  chatPassed: { template: "chat-passed:{chatId}", ttlSec: TTL_SEC },
} as const satisfies Record<string, KeyLine>;
