import fc from "fast-check";
import { expect, test } from "vitest";
import { inParallel } from "../../../src/lib/in-parallel.ts";
import { createSubrequestPlan } from "../../../src/schedule/schedule-limits.ts";

test("default: what runs keeps its reserve until it ends, used stays used", async () => {
  let used = 0;
  const plan = createSubrequestPlan(() => used, 30);
  const gate = Promise.withResolvers<string>();
  const first = plan.start(18, () => gate.promise);
  expect(plan.left()).toBe(12);
  expect(plan.start(13, async () => "never")).toBeUndefined();
  used = 8;
  gate.resolve("done");
  expect(await first).toBe("done");
  expect(plan.left()).toBe(22);
  expect(await plan.start(22, async () => "fits")).toBe("fits");
  expect(plan.start(23, async () => "does not")).toBeUndefined();
});

test("error: a reserve is given back after a failure, too", async () => {
  const plan = createSubrequestPlan(() => 0, 10);
  await expect(plan.start(10, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(plan.left()).toBe(10);
});

test("behavior: however many run at once, whatever they use, the limit holds", async () => {
  const works = fc.array(
    fc.record({ cost: fc.integer({ min: 1, max: 40 }), share: fc.integer({ min: 0, max: 100 }) }),
    {
      maxLength: 200,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      works,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 900 }),
      async (list, atOnce, limit) => {
        let used = 0;
        const plan = createSubrequestPlan(() => used, limit);
        await inParallel(atOnce, list, async ({ cost, share }) => {
          await plan.start(cost, async () => {
            for (let one = 0; one < Math.floor((cost * share) / 100); one += 1) {
              used += 1;
              await Promise.resolve();
            }
          });
          expect(used).toBeLessThanOrEqual(limit);
        });
      },
    ),
  );
});
