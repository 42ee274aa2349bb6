/** What is mutated, and which files its killers (the suites of test/mutation/<folder>.config.ts) need beside it. */
const FOLDERS = {
  safety: ["src/lib/**"],
  twap: ["src/chain/**", "src/lib/**", "src/notify/**", "src/store/**"],
  chat: ["src/**", "local/**"],
  execution: ["src/**", "local/**", "test/simulation/**"],
};

/** Of src/chat what decides whether a model's write may run: the rest is a grammar that accounts for every word, and wiring. */
const CHAT_GUARDS = [
  ...["answer-turn", "find-deception", "ground-call", "is-human-owned", "model-tools", "read-conversation"],
  ...["read-number", "run-turn", "split-quoted", "with-reply", "grounding/**/*"],
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
      `src/${folder}/**`,
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
  mutate: folder === "chat" ? CHAT_GUARDS : [`src/${folder}/**/*.ts`],
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
