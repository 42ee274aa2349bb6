/** What is published must name the very URL that its signature is checked for. */
export const DELIVER_PATH = "/api/internal/outbox";
