import { expect, test } from "vitest";
import { readMessage } from "../../../src/chat/read-message.ts";
import { onBase } from "./context.ts";
import { PASSED } from "./passed-phrasings.ts";

/** "constructor" and "__proto__" are words like any other. */
test.each(PASSED.map(([text]) => [encodeURIComponent(text.slice(0, 60).toWellFormed()), text]))(
  "behavior: what the plain grammar passes on is answered, however strange: %s",
  (_shown, text) => {
    const reading = readMessage(text, { ...onBase, nowMs: 1_790_000_000_000 });
    expect(["call", "ask", "answer", "pass"]).toContain(reading.kind);
    if (reading.kind === "call" && reading.tool === "build_vault_swap")
      expect(reading.waits).toBe(true);
  },
);
