/** What is published must name the very URL that its signature is checked for. */
export const UPDATE_PATH = "/api/internal/telegram-update";
