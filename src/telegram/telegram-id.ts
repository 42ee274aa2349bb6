/** In the table of channels, in keys and in what is written down. */
export const TELEGRAM_ID = "telegram";
