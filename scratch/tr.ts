import "../test/support/fill-chains.ts";
import { readFileSync } from "node:fs";
import { everywhere, NOW } from "../test/unit/chat/measure/judge-message.ts";
import { lex } from "../src/chat/reader/lex.ts";
import { coinsOf } from "../src/chat/reader/read-words.ts";
import { readTrade } from "../src/chat/reader/read-trade.ts";
import { callOfTrade } from "../src/chat/reader/call-of-trade.ts";
const ctx = { chainId: 8453 as const, tokens: everywhere, nowMs: NOW };
for (const t of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const r = readTrade(lex(t, coinsOf(ctx)));
  console.log(t, "\n   ", JSON.stringify(r.trade), r.isTwice ? "TWICE" : "", "LEFT", r.left.map((i) => t.slice(i.start, i.end)).join("|"), "\n    ", JSON.stringify(callOfTrade(r.trade, ctx)));
}
