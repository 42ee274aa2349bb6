import "../../../support/fill-chains.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Conversation, judgeConversation } from "./judge-conversation.ts";
import { type Judged, judgeAdversarial, judgeCommand } from "./judge-message.ts";

/**
 * `npm run chat:measure -- [--misses] FILE…`: what becomes of messages of others (JSON lines), counted by class, without a model. Without files those of `closed`
 * beside this script, of which no message is ever printed.
 */
const COLUMNS = ["of", "act", "card", "read", "told", "ask", "useless", "wrong"] as const;
const CLOSED = join(import.meta.dirname, "closed");

const shown = process.argv.includes("--misses");
const named: string[] = process.argv.slice(2).filter((text: string) => !text.startsWith("--"));
/** Messages in other languages wait for a judge of their own. */
const JUDGED = ["commands.jsonl", "adversarial.jsonl", "conversations.jsonl"];
const files: string[] = named.length > 0 ? named : JUDGED.map((name) => join(CLOSED, name));

for (const file of files) {
  const rows = new Map<string, Record<(typeof COLUMNS)[number], number>>();
  const reasons = new Map<string, number>();
  const isClosed = !shown || file.includes("closed");
  for (const text of readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")) {
    const line = JSON.parse(text) as Line;
    if (line.clear === false) continue;
    for (const judged of await judge(line)) {
      if (judged.isMiss && judged.reason !== undefined)
        for (const name of [judged.reason, `${judged.reason} of ${line.cls.split("/")[0]}`])
          reasons.set(name, (reasons.get(name) ?? 0) + 1);
      for (const name of [line.cls, "all"]) {
        const row = rows.get(name) ?? { of: 0, act: 0, card: 0, read: 0, told: 0, ask: 0, useless: 0, wrong: 0 };
        row.of += 1;
        row[judged.kind] += 1;
        rows.set(name, row);
      }
      if (!isClosed && judged.isMiss)
        console.log(`${judged.kind.padEnd(8)}${line.cls.padEnd(22)}${line.text ?? ""}\n    ${judged.got}`);
    }
  }
  const cells = (list: readonly string[]) =>
    list.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(8))).join("");
  console.log(`\n${file.split("/").at(-1)}\n${cells(["", ...COLUMNS])}`);
  const all = rows.get("all");
  rows.delete("all");
  for (const [name, row] of [...[...rows].sort(), ...(all === undefined ? [] : [["all", all] as const])])
    console.log(cells([name, ...COLUMNS.map((column) => String(row[column]))]));
  if (reasons.size > 0)
    console.log(
      `not read: ${[...reasons]
        .sort()
        .map(([name, count]) => `${name} ${count}`)
        .join(", ")}`,
    );
}

type Line = { cls: string; text?: string; may?: string; clear?: boolean; turns?: Conversation["turns"] };

/** A conversation has an answer for each turn that something is wanted after. */
async function judge(line: Line): Promise<Judged[]> {
  if (line.turns !== undefined) return judgeConversation(line as never);
  return [line.may === undefined ? await judgeCommand(line as never) : await judgeAdversarial(line as never)];
}
