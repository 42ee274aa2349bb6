import type { KeyLine } from "../kernel/kernel-keys.ts";

/** Longer than a question is open: its own expiry decides. */
const TTL_SEC = 900;

export const QUESTION_KEYS = {
  /** STRING, JSON question (stored-question.ts). Open until answered. */
  question: { template: "question:{questionId}", ttlSec: TTL_SEC },
  /** STRING, JSON answer (stored-question.ts). */
  questionAnswer: { template: "question-answer:{questionId}", ttlSec: TTL_SEC },
  /** LIST of a chat's question ids, newest first, at most 4. It only finds them. */
  chatQuestions: { template: "chat-questions:{chatId}", ttlSec: TTL_SEC },
  /** STRING, the chat's newest id when something else was shown: a bare yes does not answer it. */
  chatPassed: { template: "chat-passed:{chatId}", ttlSec: TTL_SEC },
  /** STRING, JSON of a chat's last command and its answer (stored-said.ts), for "do it again". */
  chatSaid: { template: "chat-said:{chatId}", ttlSec: 3_600 },
} as const satisfies Record<string, KeyLine>;
