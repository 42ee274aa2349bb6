import "../../support/fill-chains.ts";
import { clearTable, notTable, type TableRow, wrongTable } from "./support/chat-table.ts";

/**
 * `npm run chat:table`: what becomes of the corpus's messages, by class, without a model and with a
 * scripted one.
 */
const COLUMNS = ["of", "act", "offer", "ask", "words", "wrong"] as const;

function print(title: string, rows: readonly TableRow[]): void {
  const sum = (column: (typeof COLUMNS)[number]) =>
    rows.reduce((total, row) => total + row[column], 0);
  const all = {
    name: "all",
    ...Object.fromEntries(COLUMNS.map((column) => [column, sum(column)])),
  } as TableRow;
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(7))).join("");
  console.log(`\n${title}`);
  console.log(line(["", ...COLUMNS]));
  for (const row of [...rows, all])
    console.log(line([row.name, ...COLUMNS.map((column) => String(row[column]))]));
}

print("Clear commands, without a model", await clearTable({ model: false, grammar: true }));
print(
  "Clear commands, with a model that proposes the right call",
  await clearTable({ model: true, grammar: true }),
);
print(
  "Clear commands, read by that model alone",
  await clearTable({ model: true, grammar: false }),
);
print("Calls off by one mistake, read by the model alone", await wrongTable());
print("Messages that are no commands, with a model that proposes every call", await notTable());
