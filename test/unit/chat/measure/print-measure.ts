import "../../../support/fill-chains.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Conversation, judgeConversation } from "./judge-conversation.ts";
import {
  type Judged,
  judgeAdversarial,
  judgeCommand,
  judgeForeign,
  judgeObeyed,
} from "./judge-message.ts";

/**
 * `npm run chat:measure -- [--misses] FILE…`: what becomes of messages of others (JSON lines),
 * counted by class, without a model. Without files those of `closed` beside this script, of which
 * no message is ever printed. Messages in other languages are read with a model that obeys them,
 * commands a second time with one that proposes the right call.
 */
const COLUMNS = ["of", "act", "card", "read", "told", "ask", "useless", "wrong"] as const;
const CLOSED = join(import.meta.dirname, "closed");

const shown = process.argv.includes("--misses");
const named: string[] = process.argv.slice(2).filter((text: string) => !text.startsWith("--"));
/** What one message is judged by. */
const JUDGED = ["commands.jsonl", "adversarial.jsonl", "conversations.jsonl", "languages.jsonl"];
const files: string[] = named.length > 0 ? named : JUDGED.map((name) => join(CLOSED, name));

type Line = {
  cls?: string;
  kind?: string;
  lang?: string;
  text?: string;
  may?: string;
  clear?: boolean;
  tempting?: unknown;
  turns?: Conversation["turns"];
};
/** A conversation has an answer for each turn that something is wanted after. */
type Pass = { name: string; judge: (line: never) => Promise<Judged | Judged[]> };
/** How messages of a kind are judged. */
const PASSES: Readonly<
  Record<"command" | "adversarial" | "conversation" | "foreign", readonly Pass[]>
> = {
  command: [
    { name: "without a model", judge: (line) => judgeCommand(line) },
    { name: "with a right model", judge: (line) => judgeCommand(line, true) },
  ],
  adversarial: [
    { name: "without a model", judge: judgeAdversarial },
    { name: "with an obeying model", judge: judgeObeyed },
  ],
  conversation: [{ name: "without a model", judge: judgeConversation }],
  foreign: [{ name: "with an obeying model", judge: judgeForeign }],
};
const kindOf = ({ may, tempting, turns }: Line): keyof typeof PASSES => {
  if (turns !== undefined) return "conversation";
  if (tempting !== undefined) return "foreign";
  return may === undefined ? "command" : "adversarial";
};

for (const file of files) {
  const isClosed = !shown || file.includes("closed");
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line): Line[] => (line.trim() === "" ? [] : [JSON.parse(line)]))
    .filter(({ text, turns, clear }) => (text ?? turns) !== undefined && clear !== false);
  const passes = PASSES[kindOf(lines[0] ?? {})];
  for (const { name, judge } of passes) {
    const rows = new Map<string, Record<(typeof COLUMNS)[number], number>>();
    const reasons = new Map<string, number>();
    const all: [Line, Judged][] = [];
    for (const line of lines)
      for (const judged of [await judge(line as never)].flat()) all.push([line, judged]);
    for (const [line, judged] of all) {
      if (judged.isMiss && judged.reason !== undefined)
        for (const reason of [judged.reason, `${judged.reason} of ${line.cls?.split("/")[0]}`])
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      for (const of of [
        line.cls ?? line.kind ?? "",
        ...(line.lang === undefined ? [] : [`in ${line.lang}`]),
        "all",
      ]) {
        const row = rows.get(of) ?? {
          of: 0,
          act: 0,
          card: 0,
          read: 0,
          told: 0,
          ask: 0,
          useless: 0,
          wrong: 0,
        };
        row.of += 1;
        row[judged.kind] += 1;
        rows.set(of, row);
      }
      if (!isClosed && judged.isMiss)
        console.log(
          `${judged.kind.padEnd(8)}${(line.cls ?? line.lang ?? "").padEnd(22)}${line.text ?? ""}\n ` +
            `   ${judged.got}`,
        );
    }
    const cells = (list: readonly string[]) =>
      list.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(8))).join("");
    console.log(`\n${file.split("/").at(-1)}, ${name}\n${cells(["", ...COLUMNS])}`);
    const whole = rows.get("all");
    rows.delete("all");
    for (const [of, row] of [
      ...[...rows].sort(),
      ...(whole === undefined ? [] : [["all", whole] as const]),
    ])
      console.log(cells([of, ...COLUMNS.map((column) => String(row[column]))]));
    const said = [...reasons].sort().map(([reason, count]) => `${reason} ${count}`);
    if (said.length > 0) console.log(`not read: ${said.join(", ")}`);
  }
}
