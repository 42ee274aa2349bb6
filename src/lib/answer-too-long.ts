/** Requested in smaller parts it may fit. */
export class AnswerTooLong extends Error {
  constructor() {
    super("the answer is too long");
    this.name = "AnswerTooLong";
  }
}
