/** What is mutated. */
const MUTATED = {
  safety: ["shields", "calldata", "fees"],
  twap: ["twap"],
  pipeline: ["pipeline", "attempts", "vaults"],
  chat: ["chat"],
};
/** Which files its killers (the suites of test/mutation/<name>.config.ts) need beside it. */
const FOLDERS = {
  safety: ["src/**", "local/**", "test/simulation/**"],
  twap: ["src/chain/**", "src/lib/**", "src/notifications/**", "src/store/**"],
  chat: ["src/**", "local/**"],
  pipeline: ["src/**", "local/**", "test/simulation/**"],
};

/** Of src/chat what decides whether a model's write may run: the rest is a grammar that accounts for every word, and wiring. */
const CHAT_GUARDS = [
  ...[
    "answer-turn",
    "find-deception",
    "is-human-owned",
    "judge-proposal",
    "model-tools",
    "offer-card",
    "read-conversation",
  ],
  ...[
    "run-turn",
    "split-quoted",
    "with-reply",
    "without-owned",
    "languages/find-turning",
    "languages/translate",
  ],
  ...[
    "argument-claim",
    "compare-arguments",
    "compare-call",
    "derived",
    "differing",
    "left-words",
    "is-said-side",
    "perp-claims",
    "pool-claims",
    "trade-claims",
  ].map((name) => `reader/${name}`),
].map((name) => `src/chat/${name}.ts`);

const folder = process.env.MUTATE;
if (!(folder in FOLDERS)) throw new Error(`MUTATE names one of ${Object.keys(FOLDERS).join(", ")}`);

export default {
  packageManager: "npm",
  testRunner: "vitest",
  vitest: { configFile: `test/mutation/${folder}.config.ts`, related: false },
  ignorePatterns: [
    "**",
    ...[
      ...MUTATED[folder].map((name) => `src/${name}/**`),
      ...FOLDERS[folder],
      "schemas/**",
      "test/unit/**",
      "test/support/**",
      "test/mutation/**",
      "package.json",
      "tsconfig.json",
    ].map((kept) => `!${kept}`),
  ],
  plugins: ["@stryker-mutator/vitest-runner"],
  mutate: folder === "chat" ? CHAT_GUARDS : MUTATED[folder].map((name) => `src/${name}/**/*.ts`),
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: `.local/mutation/${folder}.json`,
  reporters: ["clear-text", "progress"],
  clearTextReporter: { allowColor: false, logTests: false },
  thresholds: { high: 98, low: 95, break: 95 },
  tempDirName: ".local/stryker",
  cleanTempDir: "always",
};
