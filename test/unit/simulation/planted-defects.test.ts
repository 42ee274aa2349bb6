import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { placesOf } from "../../simulation/defects/defect.ts";
import { DEFECTS } from "../../simulation/defects/defects.ts";

const all = Object.values(DEFECTS).flat();

test("default: every planted defect has a name of its own", () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test.each(all)(
  "default: $name can be planted: each of its texts stands once in its file",
  ({ edits }) => {
    const missing = edits.filter(
      ({ file, from }) => placesOf(readFileSync(file, "utf8"), from).length !== 1,
    );
    expect(missing).toEqual([]);
  },
);
