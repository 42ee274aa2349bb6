type Button = { text: string; callback_data?: string };

/** The buttons of an inline keyboard, row by row. */
export function buttonsOf(replyMarkup: unknown): Button[] {
  if (
    replyMarkup === null ||
    typeof replyMarkup !== "object" ||
    !("inline_keyboard" in replyMarkup)
  )
    return [];
  // Safe: refuse-content.ts and the Bot API's shapes let only rows of buttons through.
  return (replyMarkup.inline_keyboard as Button[][]).flat();
}
