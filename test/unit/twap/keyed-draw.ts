import { createHmac } from "node:crypto";
import type { Draw } from "../../../src/deps.ts";

/** Draws by Node's own HMAC-SHA256; the texts are the service's. */
export const keyedDraw =
  (key: string): Draw =>
  (text) =>
    BigInt(`0x${createHmac("sha256", key).update(text).digest("hex")}`);
