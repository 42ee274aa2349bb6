import { defineConfig } from "vitest/config";

/** What stryker runs: this folder alone, without the suites that bring up real parts. */
export default defineConfig({ test: { include: ["test/unit/safety/**/*.test.ts"], retry: 0 } });
