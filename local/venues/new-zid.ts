import { randomBytes } from "node:crypto";

/** The aggregator's request id: 12 random bytes. */
export function newZid(): string {
  return `0x${randomBytes(12).toString("hex")}`;
}
