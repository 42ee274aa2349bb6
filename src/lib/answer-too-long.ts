/** What was asked for came, and is more than may be read: asked for in smaller parts it may be had. */
export class AnswerTooLong extends Error {
  constructor() {
    super("the answer is too long");
    this.name = "AnswerTooLong";
  }
}
