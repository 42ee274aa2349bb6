import { expect, test } from "vitest";
import { routes } from "../../functions/routes.ts";
import type { Deps } from "../../src/deps.ts";

// Decision D11: a wrong body is refused before anyone asks who sent it. The value of a setting was
// judged after the chain and the store had been asked about the operator, so a stranger's nonsense
// cost two network calls and read as a 401.
const untouchable = new Proxy(
  {},
  { get: (_, name) => Promise.reject(new Error(`${String(name)} was used`)) },
) as Deps;
const auth = { vaultAddress: `0x${"11".repeat(20)}`, chainId: 8453 as const };

test.each([
  ["/api/settings/slippage", { slippage: "9%" }],
  ["/api/settings/sync-tolerance", { tolerance: "0.05%" }],
  ["/api/settings/swap-shield", { tolerance: "51" }],
  ["/api/settings/nav-shield", { threshold: "0" }],
  ["/api/settings/nav-shield", { threshold: "10", reset: true }],
  ["/api/settings/nav-shield", {}],
])("error: %s with %o touches nothing and is 400", async (path, value) => {
  const route = routes.find((one) => one.path === path)!;
  const handled = route.handle(
    { deps: untouchable, requestId: "r", effects: { taken: false } },
    {
      query: {},
      body: { ...auth, ...value },
      raw: { url: "", headers: new Headers(), bodyText: "" },
    },
  );
  await expect(handled).rejects.toMatchObject({ code: "invalid_request" });
});
