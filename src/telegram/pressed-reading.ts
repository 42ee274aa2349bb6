const PRESSED = /^ask:([0-9a-f]{32}):([0-9])$/;

/** Where words are what its button says (question-buttons.ts). */
export function pressedReading(words: string): { questionId: string; option: number } | undefined {
  const [, questionId, option] = PRESSED.exec(words) ?? [];
  return questionId === undefined ? undefined : { questionId, option: Number(option) };
}
