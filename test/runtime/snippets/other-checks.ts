import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Check } from "./check.ts";
import { eachLine } from "./each-line.ts";

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"),
);

/** What each snippet of the other documents is held to, by its place. */
export const otherChecks: Record<string, Check> = {
  'docs/telegram.md, "Try it locally", sh': async (reader, { code }) => {
    const [delegated, created, listed, ticked, chat, ...more] = await eachLine(reader, code);
    expect(more).toEqual([]);
    expect(delegated).toMatch(/; missing: 0$/m);
    const [, order] =
      /^TWAP order #(\d+) created: sell 100 USDC for ETH\.$/m.exec(created ?? "") ?? [];
    expect(created).toContain("Mode: autonomous (the agent wallet broadcasts each slice)");
    // Each command prints its own answer, whatever came beside it.
    expect(listed).toContain(`#${order} active: sell 100 USDC for ETH`);
    expect(listed).not.toContain("created: sell");
    // Beside the slices of orders that were made before.
    expect(ticked).toMatch(/^The tick was answered 200: .*"executed":[1-9]\d*,"failed":0/m);
    expect(chat).toMatch(new RegExp(`TWAP #${order} sell 100 USDC for ETH$`, "m"));
    expect(chat).toContain("[⏸ Pause] [🚫 Cancel] [🔎 Details]");
  },

  'docs/operate.md, "Deploy", sh': async (reader, { code }) => {
    const { manifest } = reader.stack;
    const [deploy, setup, ...more] = code.trimEnd().split("\n");
    expect([deploy, setup, more]).toEqual(["npm run deploy", "npm run setup", []]);
    // To an account that nobody has here: test/runtime/bundle-size.test.ts runs it up to the
    // upload.
    expect(scripts.deploy).toBe("wrangler deploy");
    const env = {
      PUBLIC_BASE_URL: "https://sextant.example",
      QSTASH_URL: manifest.qstash.url,
      QSTASH_TOKEN: manifest.qstash.token,
    };
    // Made once, however often it is run.
    expect(await reader.type("npm run setup", env)).toMatch(
      /^QStash schedule (created|unchanged): https:\/\/sextant\.example\//m,
    );
  },
};
