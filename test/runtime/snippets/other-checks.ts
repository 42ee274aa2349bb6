import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Check } from "./check.ts";

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"));

/** What each snippet of the other documents is held to, by its place. */
export const otherChecks: Record<string, Check> = {
  'docs/telegram.md, "Try it locally", sh': async (reader, { code }) => {
    const said = await reader.type(code);
    expect(said).toMatch(/TWAP order #\d+ created: sell 100 USDC for ETH\./);
    expect(said).toContain("Mode: autonomous (the agent wallet broadcasts each slice)");
    // Beside the slice of docs/api.md's order, which only notifies.
    expect(said).toMatch(/The tick was answered 200: .*"executed":2,"failed":0/);
    expect(said).toMatch(/#\d+ active: sell 100 USDC for ETH/);
  },

  'docs/operate.md, "Deploy", sh': async (reader, { code }) => {
    const { manifest } = reader.stack;
    const [deploy, setup, ...more] = code.trimEnd().split("\n");
    expect([deploy, setup, more]).toEqual(["npm run deploy", "npm run setup", []]);
    // To an account that nobody has here: test/runtime/bundle-size.test.ts runs it up to the upload.
    expect(scripts.deploy).toBe("wrangler deploy");
    const env = {
      PUBLIC_BASE_URL: "https://sextant.example",
      QSTASH_URL: manifest.qstash.url,
      QSTASH_TOKEN: manifest.qstash.token,
    };
    expect(await reader.type("npm run setup", env)).toContain("QStash schedule created: https://sextant.example/");
  },
};
