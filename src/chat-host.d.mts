/** Modules of the Worker's script by their path, as src/chat-shared.ts lists them. */
export const host: Record<string, Record<string, unknown>>;
