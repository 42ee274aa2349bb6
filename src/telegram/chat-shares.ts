/** Of four hours; a person's conversation stays below them. */
export const CHAT_SHARES = {
  /** Of the queue: its smallest plan has 1,000 a day, and the schedule lives by them too. */
  queued: 60,
  /** Answers that it delivers again. */
  replyRetry: 60,
  /** To a chat without a pairing: the bot may send only so much a second, to all. */
  strangers: 10,
  /** Each may cost the deployment a call of the model. */
  turns: 200,
} as const;
