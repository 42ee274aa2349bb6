import { KINDS } from "./mutations.ts";

/** How calldata is changed, and the transactions around it where a plan has several. */
export const COLUMNS = [...KINDS, "another destination", "coin with it", "another step"] as const;
export type Column = (typeof COLUMNS)[number];
export type TableLine = {
  name: string;
  counts: ReadonlyMap<Column, readonly [refused: number, all: number]>;
};

/** Tools by kinds of changes, as text: how many of how many did not come through. */
export function mutationTable(table: readonly TableLine[]): string {
  const width = Math.max(...table.map(({ name }) => name.length));
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(width), ...cells].join(" | ");
  const total = (column: Column) => {
    const cells = table.map(({ counts }) => counts.get(column) ?? [0, 0]);
    return cells.reduce<[number, number]>(([a, b], [x = 0, y = 0]) => [a + x, b + y], [0, 0]);
  };
  const cell = (count: readonly number[] | undefined, column: Column) =>
    (count === undefined || count[1] === 0 ? "-" : `${count[0]}/${count[1]}`).padStart(
      column.length,
    );
  return [
    "Refused or written anew, of all changes",
    line("", COLUMNS),
    ...table.map(({ name, counts }) =>
      line(
        name,
        COLUMNS.map((column) => cell(counts.get(column), column)),
      ),
    ),
    line(
      "all",
      COLUMNS.map((column) => cell(total(column), column)),
    ),
  ].join("\n");
}
