/** core.telegram.org/bots/api#sendmessage: 1-4096 characters, after entities; counted before them, which is never less. */
export const MAX_MESSAGE_CHARS = 4_096;
